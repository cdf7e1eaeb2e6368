import {
  DiagnosticError,
  type DataSource,
  type ProviderFunction,
  type ProviderRuntime,
  type Resource,
} from "../framework";

/** Returns a resource type; throws a DiagnosticError for a name that the provider does not have. */
export function findResource<C>(runtime: ProviderRuntime<C>, type: string): Resource<C> {
  return own(runtime.definition.resources, type) ?? unknownType("resource type", type);
}

/** Returns a data source; throws a DiagnosticError for a name that the provider does not have. */
export function findDataSource<C>(runtime: ProviderRuntime<C>, type: string): DataSource<C> {
  return own(runtime.definition.dataSources, type) ?? unknownType("data source", type);
}

/** Returns a function; undefined for a name that the provider does not have. */
export function findFunction<C>(runtime: ProviderRuntime<C>, name: string): ProviderFunction | undefined {
  return own(runtime.definition.functions, name);
}

/** Returns the definition with a name; ignores inherited names such as `constructor`. */
function own<T>(definitions: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

function unknownType(what: string, type: string): never {
  throw DiagnosticError.of(
    `This provider has no ${what} ${type}`,
    `Terraform asked for a ${what} that is not in the provider's schema. Run init again.`,
  );
}
