import { fc } from "../fast-check";
import { operations, type Operation } from "../../src/api";
import { CONTENT, DECLARED, kindOfType } from "../../src/objects/kinds";
import type { Schema } from "../../src/sdk/schema";
import { isUnknown } from "../../src/sdk/values";
import { Provider as Rpcs } from "../../src/sdk/wire/generated/tfplugin6";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { environmentVariable } from "../../src/provider/settings/configuration";
import { outreachProvider } from "../../src/provider/provider";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { cdktf, cdktn, version } from "../../package.json";
import { schemaProblems } from "../sdk/schema-problems";
import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();
const { schema, resources, dataSources, functions } = outreachProvider;

describe("the schema", () => {
  it.each([
    ["the provider", schema, "provider"],
    ...Object.entries(resources).map(
      ([type, { schema }]) => [`resource ${type}`, schema, "resource"] as const,
    ),
    ...Object.entries(dataSources).map(([type, { schema }]) => [`data ${type}`, schema, "resource"] as const),
  ] as const)("of %s is one that Terraform accepts", (_name, checked, use) => {
    expect(schemaProblems(checked, use)).toEqual([]);
  });

  it.each(["cluster", "snippet"] as const)(
    "lets users declare of a %s what the table of attributes names",
    (kind) => {
      const { attributes } = resources[`outreach_${kind}`]!.schema;
      const declared = Object.entries(attributes).filter(([, { mode }]) => mode !== "computed");
      expect(declared.map(([name]) => name).sort()).toEqual([...DECLARED[kind]].sort());
    },
  );

  it("gives every resource and data source the provider's prefix", () => {
    const name = PROVIDER_ADDRESS.split("/").at(-1);
    for (const type of [...Object.keys(resources), ...Object.keys(dataSources)]) {
      expect(type.startsWith(`${name}_`)).toBe(true);
    }
  });

  it("marks user, workspace and token as sensitive everywhere", () => {
    const schemas: Schema[] = [
      schema,
      ...[...Object.values(resources), ...Object.values(dataSources)].map(({ schema }) => schema),
    ];
    const secrets = ["user_id", "workspace_id", "authorization_token"];
    for (const [name, { options }] of schemas.flatMap(({ attributes }) => Object.entries(attributes))) {
      expect([name, options.sensitive ?? false]).toEqual([name, secrets.includes(name)]);
    }
  });

  it("names the environment variable in the description of each argument", () => {
    for (const [argument, { options }] of Object.entries(schema.attributes)) {
      expect(options.description).toContain(`\`${environmentVariable(argument)}\``);
    }
  });

  it("requires no argument, because each may come from the environment", () => {
    expect(Object.values(schema.attributes).map(({ mode }) => mode)).toEqual(
      Object.keys(schema.attributes).map(() => "optional"),
    );
  });

  it("has an import for every resource", () => {
    expect(Object.values(resources).filter((resource) => resource.import === undefined)).toEqual([]);
  });
});

describe("the kinds that the tests here hold to the same rules", () => {
  it("are all resources", () => {
    expect(KINDS.map(([type]) => type).sort()).toEqual(Object.keys(resources).sort());
  });

  it.each(KINDS)(
    "have %s with every attribute of its create and its update, and change each",
    (_type, kind) => {
      const { given, changed } = kind;
      for (const write of ["create", "update"] as const) {
        const { required, optional }: Operation = operations[kind.operations[write]];
        const sent = Object.keys({ ...required, ...optional }).filter((property) => property !== "id");
        expect(Object.keys(given).map(camelCase).sort()).toEqual(sent.sort());
      }
      expect(Object.keys(changed)).toEqual(Object.keys(given));
      for (const name of Object.keys(given)) expect([name, changed[name]]).not.toEqual([name, given[name]]);
    },
  );

  it.each(KINDS)("have %s with exactly the texts that approvals and edits compare", (type, { given }) => {
    expect([...CONTENT[kindOfType(type)!]].sort()).toEqual(Object.keys(given).sort());
  });

  it.each(KINDS)("have a data source of %s with every value of the server", (type) => {
    const ofTerraform = ["force_destroy", "adopted", "acknowledged_warnings"];
    const shared = Object.keys(resources[type]!.schema.attributes).filter(
      (name) => !ofTerraform.includes(name),
    );
    expect(Object.keys(dataSources[type]!.schema.attributes).sort()).toEqual(shared.sort());
  });
});

function camelCase(attribute: string): string {
  return attribute.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

describe("the provider", () => {
  it("has the version of the package", () => {
    expect(PROVIDER_VERSION).toBe(version);
    expect(outreachProvider.version).toBe(version);
    // Where the CLIs of CDKTF and of CDK Terrain look.
    for (const { provider } of [cdktf, cdktn]) expect(provider).toEqual({ name: PROVIDER_ADDRESS, version });
  });

  it("returns its schema without a configuration", async () => {
    const answer = await bench.launch().rpc(Rpcs.GetProviderSchema, {});
    expect(answer.resourceSchemas.map(({ key }) => key).sort()).toEqual([
      "outreach_cluster",
      "outreach_snippet",
    ]);
    expect(answer.dataSourceSchemas.map(({ key }) => key).sort()).toEqual([
      "outreach_cluster",
      "outreach_clusters",
      "outreach_snippet",
      "outreach_snippets",
    ]);
    expect(answer.functions.map(({ key }) => key)).toEqual(Object.keys(functions));
  });
});

describe("the function prompt_variables", () => {
  it("returns each identifier once, in order", async () => {
    expect(await bench.provider.call("prompt_variables", "{b} {a} {b} {{c}}")).toEqual(["a", "b"]);
  });

  it("returns the same as the attribute of a snippet, for any prompt", async () => {
    const piece = fc.oneof(
      fc.constantFrom("{", "}", "{{", "}}", "{a}", "{b.c-d}", "{1}", "{1a}", "{ a }", "{a\n}", "${x}", "\\"),
      fc.string({ unit: "grapheme", maxLength: 5 }),
      fc.string({ unit: "grapheme", maxLength: 5 }).map((text) => `{${text}}`),
    );
    const prompts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(prompts, async (prompt) => {
        const { planned } = await bench.snippet().plan({ name: "Opener", prompt });
        const variables = planned!["variables"]!;
        expect(isUnknown(variables)).toBe(false);
        expect(await bench.provider.call("prompt_variables", prompt)).toEqual(variables);
      }),
    );
  });
});
