declare module "nunjucks" {
  interface Environment {
    addGlobal(name: string, value: unknown): Environment;
    renderString(template: string, values: object): string;
  }
  export function configure(options: { autoescape: boolean }): Environment;
}
