import { DiagnosticError, type DataSource, type ProviderRuntime, type Resource } from "../framework";

export function findResource<C>(runtime: ProviderRuntime<C>, type: string): Resource<C> {
  return runtime.definition.resources[type] ?? unknownType("resource type", type);
}

export function findDataSource<C>(runtime: ProviderRuntime<C>, type: string): DataSource<C> {
  return runtime.definition.dataSources[type] ?? unknownType("data source", type);
}

function unknownType(what: string, type: string): never {
  throw new DiagnosticError({
    severity: "error",
    summary: `This provider has no ${what} ${type}`,
    detail: "Terraform asked for one that is not in the provider's schema. Run init again.",
  });
}
