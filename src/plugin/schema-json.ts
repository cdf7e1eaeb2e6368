import type { Provider, ProviderFunction } from "./framework";
import { isComputed, type Attribute, type Schema } from "./schema";
import { typeToJson } from "./values";

/** Schemas as `terraform providers schema -json` prints them (format version 1.0). */
interface SchemasJson {
  readonly format_version: "1.0";
  /** By fully qualified address. */
  readonly provider_schemas: Readonly<Record<string, ProviderSchemaJson>>;
}

interface ProviderSchemaJson {
  readonly provider: SchemaJson;
  readonly resource_schemas: Readonly<Record<string, SchemaJson>>;
  readonly data_source_schemas: Readonly<Record<string, SchemaJson>>;
  readonly functions: Readonly<Record<string, FunctionJson>>;
}

/** The schema of a provider's configuration, a resource or a data source. */
export interface SchemaJson {
  readonly version: number;
  readonly block: {
    readonly attributes: Readonly<Record<string, AttributeJson>>;
    readonly description: string;
    readonly description_kind: "markdown";
  };
}

/** False flags are left out. */
interface AttributeJson {
  readonly type: unknown;
  readonly description: string;
  readonly description_kind: "markdown";
  readonly deprecated?: true;
  readonly required?: true;
  readonly optional?: true;
  readonly computed?: true;
  readonly sensitive?: true;
}

interface FunctionJson {
  readonly description: string;
  readonly summary: string;
  readonly return_type: unknown;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly type: unknown;
  }[];
}

/** Returns what `terraform providers schema -json` prints for a provider; needs no engine. */
export function schemaJson<C>(address: string, provider: Provider<C>): SchemasJson {
  return {
    format_version: "1.0",
    provider_schemas: {
      [address]: {
        provider: fromSchema(provider.schema),
        resource_schemas: mapValues(provider.resources, ({ schema }) => fromSchema(schema)),
        data_source_schemas: mapValues(provider.dataSources, ({ schema }) => fromSchema(schema)),
        functions: mapValues(provider.functions, fromFunction),
      },
    },
  };
}

function fromSchema({ version, description, attributes }: Schema): SchemaJson {
  return {
    version: version ?? 0,
    block: { attributes: mapValues(attributes, fromAttribute), description, description_kind: "markdown" },
  };
}

function fromAttribute(attribute: Attribute): AttributeJson {
  const { mode, of, options } = attribute;
  return {
    type: typeToJson(of.type),
    description: options.description,
    description_kind: "markdown",
    ...(options.deprecated !== undefined && { deprecated: true }),
    ...(mode === "required" && { required: true }),
    ...((mode === "optional" || mode === "optional-computed") && { optional: true }),
    ...(isComputed(attribute) && { computed: true }),
    ...(options.sensitive === true && { sensitive: true }),
  };
}

function fromFunction({ description, summary, returns, parameters }: ProviderFunction): FunctionJson {
  return {
    description,
    summary,
    return_type: typeToJson(returns.type),
    parameters: parameters.map(({ name, description, of }) => ({
      name,
      description,
      type: typeToJson(of.type),
    })),
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, convert: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}
