import type { Provider } from "../../src/sdk/framework";
import {
  bool,
  computed,
  list,
  number,
  object,
  optional,
  optionalComputed,
  required,
  string,
} from "../../src/sdk/schema";
import { schemaJson } from "../../scripts/schema-json";

const schema = {
  version: 3,
  description: "A thing.",
  attributes: {
    name: required(string, { description: "Its name." }),
    size: optional(number, { description: "Its size." }),
    parts: computed(list(object({ id: string, count: number })), { description: "Its parts." }),
    secret: computed(list(bool), { description: "Its secret.", sensitive: true }),
  },
};
const look = {
  description: "A look-up.",
  attributes: { id: optionalComputed(string, { description: "Its id." }) },
};

const notCalled = (): never => {
  throw new Error("A schema is described without calling the provider.");
};

const provider: Provider<null> = {
  version: "1.0.0",
  schema: { description: "Makes things.", attributes: {} },
  configure: notCalled,
  resources: {
    maker_thing: {
      schema,
      create: notCalled,
      read: notCalled,
      update: notCalled,
      delete: notCalled,
      import: notCalled,
    },
  },
  dataSources: { maker_things: { schema: look, read: notCalled } },
  functions: {
    shorten: {
      summary: "Shortens",
      description: "Shortens a text.",
      parameters: [{ name: "text", of: string, description: "The text." }],
      returns: list(string),
      call: notCalled,
    },
  },
};

const { format_version: format, provider_schemas: schemas } = schemaJson(
  "registry.example/a/maker",
  provider,
);
const json = schemas["registry.example/a/maker"];

test("a schema in the document has its version and its description", () => {
  expect(format).toBe("1.0");
  expect(json?.provider).toEqual({
    version: 0,
    block: { attributes: {}, description: "Makes things.", description_kind: "markdown" },
  });
  expect(json?.resource_schemas["maker_thing"]?.version).toBe(3);
  expect(json?.data_source_schemas["maker_things"]?.block.description).toBe("A look-up.");
});

test("an attribute in the document has its type and the flags that are true", () => {
  const markdown = { description_kind: "markdown" };
  expect(json?.resource_schemas["maker_thing"]?.block.attributes).toEqual({
    name: { ...markdown, type: "string", description: "Its name.", required: true },
    size: { ...markdown, type: "number", description: "Its size.", optional: true },
    parts: {
      ...markdown,
      type: ["list", ["object", { id: "string", count: "number" }]],
      description: "Its parts.",
      computed: true,
    },
    secret: {
      ...markdown,
      type: ["list", "bool"],
      description: "Its secret.",
      computed: true,
      sensitive: true,
    },
  });
  expect(json?.data_source_schemas["maker_things"]?.block.attributes).toEqual({
    id: { ...markdown, type: "string", description: "Its id.", optional: true, computed: true },
  });
});

test("a function in the document has its parameters and its return type", () => {
  expect(json?.functions).toEqual({
    shorten: {
      summary: "Shortens",
      description: "Shortens a text.",
      parameters: [{ name: "text", type: "string", description: "The text." }],
      return_type: ["list", "string"],
    },
  });
});
