import type { ProviderFunction } from "../framework";
import { isComputed, type Attribute, type Schema } from "../schema";
import { typeToJson, type Type } from "../values";
import {
  StringKind,
  type Function as WireFunction,
  type SchemaAttribute,
  type Schema as WireSchema,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import type { SyncHandler } from "./handler";

/** Returns every schema and function, and the server capabilities (terraform-protocol.md, section 1). */
export const getProviderSchema: SyncHandler<"GetProviderSchema"> = ({ definition }) => {
  const { schema, resources, dataSources, functions } = definition;
  return {
    provider: schemaToWire(schema),
    resourceSchemas: mapEntries(resources, ({ schema }) => schemaToWire(schema)),
    dataSourceSchemas: mapEntries(dataSources, ({ schema }) => schemaToWire(schema)),
    functions: mapEntries(functions, functionToWire),
    serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
  };
};

/** Returns every function. OpenTofu calls this for a function that is not in the schema. */
export const getFunctions: SyncHandler<"GetFunctions"> = ({ definition }) => ({
  functions: mapEntries(definition.functions, functionToWire),
});

function mapEntries<A, B>(record: Readonly<Record<string, A>>, convert: (value: A) => B) {
  return Object.entries(record).map(([key, value]) => ({ key, value: convert(value) }));
}

function schemaToWire({ version, description, attributes }: Schema): Outgoing<WireSchema> {
  return {
    version: version ?? 0,
    block: {
      version: version ?? 0,
      description,
      descriptionKind: StringKind.MARKDOWN,
      attributes: Object.entries(attributes).map(([name, attribute]) => attributeToWire(name, attribute)),
    },
  };
}

function attributeToWire(name: string, attribute: Attribute): Outgoing<SchemaAttribute> {
  const { mode, of, options } = attribute;
  return {
    name,
    type: typeBytes(of.type),
    description: options.description,
    descriptionKind: StringKind.MARKDOWN,
    required: mode === "required",
    optional: mode === "optional" || mode === "optional-computed",
    computed: isComputed(attribute),
    sensitive: options.sensitive ?? false,
  };
}

function functionToWire({
  summary,
  description,
  parameters,
  returns,
}: ProviderFunction): Outgoing<WireFunction> {
  return {
    summary,
    description,
    descriptionKind: StringKind.MARKDOWN,
    parameters: parameters.map(({ name, of, description }) => ({
      name,
      type: typeBytes(of.type),
      description,
      descriptionKind: StringKind.MARKDOWN,
    })),
    return: { type: typeBytes(returns.type) },
  };
}

function typeBytes(type: Type): Uint8Array {
  return Buffer.from(JSON.stringify(typeToJson(type)));
}
