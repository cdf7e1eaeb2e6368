import { isComputed, type Attribute, type Schema } from "../schema";
import { thrownText } from "../../util/message-of";
import { typeToJson, type Type, type Value } from "../values";
import {
  StringKind,
  type Function as WireFunction,
  type SchemaAttribute,
  type Schema as WireSchema,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/message";
import type { ProviderFunction } from "./definitions";
import { fromWire, type Handler, toWire } from "./wire-value";

export const getProviderSchema: Handler<"GetProviderSchema"> = ({ definition }) => {
  const { schema, resources, dataSources, functions } = definition;
  return {
    provider: schemaToWire(schema),
    resourceSchemas: mapEntries(resources, ({ schema }) => schemaToWire(schema)),
    dataSourceSchemas: mapEntries(dataSources, ({ schema }) => schemaToWire(schema)),
    functions: mapEntries(functions, functionToWire),
    serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
  };
};

/** OpenTofu calls GetFunctions if a configuration calls a function that the schema lacks. */
export const getFunctions: Handler<"GetFunctions"> = ({ definition }) => ({
  functions: mapEntries(definition.functions, functionToWire),
});

export const callFunction: Handler<"CallFunction"> = (runtime, { name, arguments: wireArguments }) => {
  const definition = runtime.definition.functions[name];
  if (definition === undefined) return { error: { text: `This provider has no function ${name}.` } };
  try {
    const values = definition.parameters.map(({ of }, index) => fromWire(of.type, wireArguments[index]));
    return { result: toWire(definition.returns.type, definition.call(...values) as Value) };
  } catch (error) {
    return {
      error: { text: `The function failed: ${thrownText(error)}. This is a defect of the provider.` },
    };
  }
};

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

function functionToWire(definition: ProviderFunction): Outgoing<WireFunction> {
  const { summary, description, parameters, returns } = definition;
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
