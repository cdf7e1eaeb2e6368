import type { Provider, ProviderFunction } from "../src/sdk/framework";
import { isComputed, type Attribute, type Schema } from "../src/sdk/schema";
import { typeToJson } from "../src/sdk/values";

export type SchemaJson = ReturnType<typeof fromSchema>;

/** The form of `terraform providers schema -json` (format version 1.0). */
export function schemaJson<C>(address: string, provider: Provider<C>) {
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

function fromSchema({ version, description, attributes }: Schema) {
  return {
    version: version ?? 0,
    block: { attributes: mapValues(attributes, fromAttribute), description, description_kind: "markdown" },
  };
}

/** Terraform leaves out false flags. */
function fromAttribute(attribute: Attribute) {
  const { mode, of, options } = attribute;
  return {
    type: typeToJson(of.type),
    description: options.description,
    description_kind: "markdown",
    ...(mode === "required" && { required: true }),
    ...((mode === "optional" || mode === "optional-computed") && { optional: true }),
    ...(isComputed(attribute) && { computed: true }),
    ...(options.sensitive === true && { sensitive: true }),
  };
}

function fromFunction({ description, summary, returns, parameters }: ProviderFunction) {
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
