import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../src/provider/address";
import { PROVIDER_VERSION } from "../src/provider/version";
import { Api } from "./api";
import { measure, type Measure } from "./measure";
import { echoBundle, installProvider, readUsage, type Usage } from "./provider";
import { scratchFolder } from "./scratch";

/** Terraform's own resource without any provider process, our resource, and ours with a provider that does nothing. */
export type Variant = "floor" | "ours" | "echo";

export interface StackMeasure extends Measure {
  /** What the provider has used of it; nothing for the floor. */
  readonly provider: Usage;
}

const STATE = "terraform.tfstate";

/** As long as a usual prompt. The same text is the input of the floor's resources. */
function promptOf(number: number, revision: number): string {
  const sentence = `Number ${number}, revision ${revision}: {first_name} of {company} reads one line like this. `;
  return sentence.repeat(5);
}

/** A stack of so many equal resources that do not depend on each other, each a block of its own as CDKTF writes them. */
export class Stack {
  readonly #folder: string;
  readonly #probe: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(
    readonly variant: Variant,
    readonly count: number,
    /** Where the objects of this stack live; the other variants call none. */
    readonly api: Api | undefined,
  ) {
    this.#folder = scratchFolder(`${variant}-${count}`);
    this.#probe = join(this.#folder, "probe");
    for (const name of ["probe", "home", "tmp"]) mkdirSync(join(this.#folder, name));
    const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|OUTREACH_|NODE_)/.test(name));
    this.#env = {
      ...Object.fromEntries(inherited),
      HOME: join(this.#folder, "home"),
      TMPDIR: join(this.#folder, "tmp"),
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      OUTREACH_BASE_URL: api?.url ?? "http://127.0.0.1:9",
      OUTREACH_USER_ID: "bench-user",
      OUTREACH_WORKSPACE_ID: "bench-workspace",
      OUTREACH_BENCH_PROBE: this.#probe,
    };
  }

  /** A stack that is configured and initialised, and not applied. */
  static async create(variant: "floor" | "ours", count: number): Promise<Stack> {
    const stack = new Stack(variant, count, variant === "ours" ? await Api.start() : undefined);
    if (variant === "ours") installProvider(stack.#folder);
    await stack.#initialise();
    return stack;
  }

  /** The same stack in the same state, with the provider that does nothing. */
  static async echoOf(applied: Stack): Promise<Stack> {
    const stack = new Stack("echo", applied.count, undefined);
    installProvider(stack.#folder, await echoBundle());
    await stack.#initialise();
    copyFileSync(join(applied.#folder, STATE), join(stack.#folder, STATE));
    return stack;
  }

  async #initialise(): Promise<void> {
    this.configure(1);
    await this.#terraform("init");
  }

  /** Writes the configuration; another revision changes every text. */
  configure(revision: number): void {
    const resources = Array.from({ length: this.count }, (_, index): [string, object] => {
      const text = promptOf(index, revision);
      const content = this.variant === "floor" ? { input: text } : { name: `Snippet ${index}`, prompt: text };
      return [`s${index}`, content];
    });
    const type = this.variant === "floor" ? "terraform_data" : "outreach_snippet";
    const source = { source: PROVIDER_ADDRESS, version: PROVIDER_VERSION };
    const configuration = {
      ...(this.variant !== "floor" && { terraform: { required_providers: { outreach: source } } }),
      resource: { [type]: Object.fromEntries(resources) },
    };
    writeFileSync(join(this.#folder, "main.tf.json"), JSON.stringify(configuration, null, 2));
  }

  /** A plan that finds nothing to do: another outcome is an error. */
  plan(): Promise<StackMeasure> {
    return this.#terraform("plan", "-detailed-exitcode", "-lock=false");
  }

  refreshOnly(): Promise<StackMeasure> {
    return this.#terraform("plan", "-refresh-only", "-detailed-exitcode", "-lock=false");
  }

  apply(): Promise<StackMeasure> {
    return this.#terraform("apply", "-auto-approve");
  }

  destroy(): Promise<StackMeasure> {
    return this.#terraform("destroy", "-auto-approve");
  }

  /** Back to before the first apply, without calling the API for it. */
  async forget(): Promise<void> {
    for (const file of [STATE, `${STATE}.backup`]) rmSync(join(this.#folder, file), { force: true });
    await this.api?.reset();
  }

  async #terraform(...args: string[]): Promise<StackMeasure> {
    const command = ["terraform", ...args, "-no-color", "-input=false"] as const;
    const measured = await measure({ command, folder: this.#folder, env: this.#env });
    return { ...measured, provider: readUsage(this.#probe) };
  }
}
