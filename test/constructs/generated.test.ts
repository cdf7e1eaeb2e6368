import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { schemaJson, type SchemaJson } from "../../scripts/schema-json";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { outreachProvider } from "../../src/provider/provider";

const root = join(__dirname, "../..");
const generated = join(root, "src/constructs/generated");

test("the committed bindings are what `npm run generate` writes today", () => {
  const script = join(root, "scripts/generate.mjs");
  // Neither terraform nor anything else is on the path of a fresh machine.
  const env = { HOME: "/nonexistent", PATH: "" };
  const output = execFileSync(process.execPath, [script, "--print"], { env, encoding: "utf8" });
  const fresh = JSON.parse(output) as { name: string; text: string }[];
  const committed = readdirSync(generated)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(generated, name), "utf8") }));
  expect(committed).toEqual(fresh);
});

describe("the public classes have the schema's attributes with their descriptions, and no others", () => {
  const schemas = schemaJson(PROVIDER_ADDRESS, outreachProvider).provider_schemas[PROVIDER_ADDRESS];
  if (schemas === undefined) throw new Error("The schemas have no entry of the provider's own address.");
  const api = publicApi();

  const classes: [name: string, schema: SchemaJson][] = [
    ["OutreachProvider", schemas.provider],
    ...entriesOf(schemas.resource_schemas, pascalCase),
    ...entriesOf(schemas.data_source_schemas, (type) => `Data${pascalCase(type)}`),
  ];

  test("there is a class for the provider, each resource and each data source", () => {
    const exported = [...api.classes.keys()].sort();
    expect(exported).toEqual(classes.map(([name]) => name).sort());
  });

  test.each(classes)("%s", (name, schema) => {
    const attributes = Object.entries(schema.block.attributes);
    const settable = attributes.filter(([, attribute]) => attribute.required || attribute.optional);
    // CDKTF adds to every provider what Terraform itself defines there.
    const added = name === "OutreachProvider" ? ["alias"] : [];

    expect(api.settings.get(`${name}Config`)).toEqual(
      new Map([
        ...settable.map(([key, { required }]) => [key, required === true ? "required" : "optional"] as const),
        ...added.map((key) => [key, "optional"] as const),
      ]),
    );
    const descriptions = attributes.map(([key]) => [key, api.classes.get(name)?.get(key)]);
    expect(descriptions).toEqual(attributes.map(([key, { description }]) => [key, description]));
  });
});

function entriesOf(
  schemas: Readonly<Record<string, SchemaJson>>,
  nameOf: (type: string) => string,
): [name: string, schema: SchemaJson][] {
  return Object.entries(schemas).map(([type, schema]) => [nameOf(type), schema]);
}

function snakeCase(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * What a user's compiler sees of the index: the properties of each class, with what an editor shows of them, and of each
 * config type, in Terraform's spelling.
 */
function publicApi() {
  const index = join(root, "src/constructs/index.ts");
  const program = ts.createProgram([index], {
    skipLibCheck: true,
    noLib: true,
    types: [],
    module: ts.ModuleKind.Node16,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  if (source === undefined) throw new Error(`${index} is missing.`);
  const classes = new Map<string, Map<string, string>>();
  const settings = new Map<string, Map<string, "required" | "optional">>();
  for (const entry of checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)) {
    const isType = entry.declarations?.some((node) => ts.isExportSpecifier(node) && node.isTypeOnly) === true;
    const symbol = entry.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(entry) : entry;
    const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
    if (symbol.flags & ts.SymbolFlags.Class) {
      // Of what the data sources' lists are made, users get nothing but the types.
      if (isType) continue;
      classes.set(
        entry.name,
        new Map(
          properties.map((property) => [
            snakeCase(property.name),
            ts.displayPartsToString(property.getDocumentationComment(checker)),
          ]),
        ),
      );
    } else if (symbol.flags & ts.SymbolFlags.Interface) {
      const own = properties.filter((property) =>
        property.declarations?.[0]?.getSourceFile().fileName.includes("generated"),
      );
      settings.set(
        entry.name,
        new Map(
          own.map(({ name, flags }) => [
            snakeCase(name),
            flags & ts.SymbolFlags.Optional ? "optional" : "required",
          ]),
        ),
      );
    }
  }
  return { classes, settings };
}
