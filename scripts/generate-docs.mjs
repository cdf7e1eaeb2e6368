// Writes the tables of arguments and attributes into the reference pages of docs, from the provider's schema.
// With `--print`, prints the pages as JSON for a test.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatted } from "./formatted.mjs";
import { loadSchemas } from "./schemas.mjs";
import { root } from "./sources.mjs";

const BEGIN = "<!-- BEGIN: written by npm run generate -->";
const END = "<!-- END -->";

/** The registry requires that a page has the name of its type. */
function generatedParts({ provider, resource_schemas, data_source_schemas, functions }) {
  /** @returns {[string, string][]} */
  const pages = (folder, schemas, part) =>
    Object.entries(schemas).map(([type, schema]) => [
      `docs/${folder}/${type.replace(/^outreach_/, "")}.md`,
      part(schema),
    ]);
  return new Map([
    ["docs/index.md", settingsTable(provider.block)],
    ...pages("resources", resource_schemas, ({ block }) => attributeTables(block)),
    ...pages("data-sources", data_source_schemas, ({ block }) => attributeTables(block)),
    ...pages("functions", functions, functionTables),
  ]);
}

function settingsTable({ attributes }) {
  const rows = Object.entries(attributes).map(([name, { type, description, sensitive }]) => {
    const source = / Also from `(\w+)`(, [^.]*)?\./.exec(description);
    if (source === null) throw new Error(`The description of ${name} names no environment variable.`);
    const [, variable, form = ""] = source;
    const [, last, marked] = / Default:? ([^.]+)\.|(`\w+`) \(default\)/.exec(description) ?? [];
    const meaning = description.replace(/ Also from `.*$/, "").replace(/ Default:? [^.]+\./, "");
    const given = `\`${variable}\`${form}`;
    return [
      `\`${name}\``,
      given,
      typeName(type),
      meaning + (sensitive ? " Sensitive." : ""),
      last ?? marked ?? "",
    ];
  });
  return table(["argument", "environment variable", "type", "meaning", "default"], rows);
}

function attributeTables({ attributes }) {
  const all = Object.entries(attributes);
  const isArgument = ([, { required, optional }]) => required || optional;
  /** @type {[string, [string, any][]][]} */
  const tables = [
    ["### Arguments", all.filter(isArgument)],
    ["### Read-only attributes", all.filter((entry) => !isArgument(entry))],
  ];
  return tables
    .filter(([, entries]) => entries.length > 0)
    .map(([heading, entries]) => `${heading}\n\n${table(COLUMNS, entries.map(attributeRow))}`)
    .join("\n\n");
}

const COLUMNS = ["in Terraform", "in TypeScript", "type", "meaning"];

function attributeRow([name, { type, description, required, sensitive }]) {
  const notes = [required && "Required.", description, sensitive && "Sensitive."].filter(Boolean);
  return [`\`${name}\``, `\`${camelCase(name)}\``, typeName(type), notes.join(" ")];
}

function functionTables({ description, parameters }) {
  const rows = parameters.map(({ name, type, description: meaning }) => [
    `\`${name}\``,
    typeName(type),
    meaning,
  ]);
  return `${description}\n\n${table(["parameter", "type", "meaning"], rows)}`;
}

/** In the schema's JSON, `["list", "string"]` means "list of string". */
function typeName(type) {
  if (typeof type === "string") return type;
  const [kind, inner] = type;
  if (kind !== "object") return `${kind} of ${typeName(inner)}`;
  return `object: ${Object.entries(inner)
    .map(([name, of]) => `\`${name}\` ${typeName(of)}`)
    .join(", ")}`;
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [columns, columns.map(() => "---"), ...rows].map(line).join("\n");
}

function camelCase(name) {
  return name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** The author of a page writes the markers around the generated part. */
async function withPart(path, part) {
  const file = join(root, path);
  if (!existsSync(file))
    throw new Error(`${path} is missing: write it, with the two markers of another page.`);
  const [before, rest] = readFileSync(file, "utf8").split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${path} lacks the markers ${BEGIN} and ${END}.`);
  const text = `${before}${BEGIN}\n\n${part}\n\n${END}${after}`;
  return formatted(file, text);
}

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-generate-"));
try {
  const { address, schemas } = await loadSchemas(join(folder, "schemas.cjs"));
  const parts = generatedParts(schemas.provider_schemas[address]);
  const pages = [];
  for (const [path, part] of parts) pages.push({ path, text: await withPart(path, part) });
  if (process.argv.includes("--print")) process.stdout.write(JSON.stringify(pages));
  else for (const { path, text } of pages) writeFileSync(join(root, path), text);
} finally {
  rmSync(folder, { recursive: true });
}
