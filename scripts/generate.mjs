// Writes src/constructs/generated from the provider's schema, with CDKTF's generator. Needs neither terraform
// nor a network. With `--print`, prints the files as JSON for a test.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSchemas } from "./schemas.mjs";
import { root } from "./sources.mjs";

// Without these settings, the generator would run terraform and look for its own updates.
process.env.CHECKPOINT_DISABLE = "1";
process.env.PATH = "";

const target = join(root, "src/constructs/generated");
const require = createRequire(import.meta.url);

// The generator removes the provider's name from the start of every type: OutreachCluster would be Cluster. A
// suffix at the provider's name keeps the whole name. The suffix is removed afterwards.
const SUFFIX = "zz";

async function generateConstructs() {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-generate-"));
  try {
    const { address, version, schemas } = await loadSchemas(join(folder, "schemas.cjs"));
    const schema = schemas.provider_schemas[address];
    await runGenerator(address, version, schema, folder);
    const generated = join(folder, "providers", nameOf(address));
    return readdirSync(generated, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => {
        const text = readFileSync(join(generated, name, "index.ts"), "utf8");
        const whole = tidy(withChecks(text), blockOf(name, schema));
        return {
          name: `${name}.ts`,
          text: name.startsWith("outreach-") ? withIds(whole) : withoutImport(whole),
        };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runGenerator(address, version, schema, folder) {
  const ofGenerator = createRequire(require.resolve("@cdktf/provider-generator/package.json"));
  // The package's main file requires jsii, which is not needed here.
  const { TerraformProviderGenerator } = ofGenerator("./lib/get/generator/provider-generator");
  const { ConstructsMakerProviderTarget, Language, TerraformProviderConstraint } =
    ofGenerator("@cdktf/commons");
  const { CodeMaker } = ofGenerator("codemaker");
  const source = address + SUFFIX;
  const code = new CodeMaker();
  const constraint = new TerraformProviderConstraint({ name: nameOf(address), source, version });
  new TerraformProviderGenerator(code, {
    provider_schemas: { [source]: withRequiredFields(schema) },
    provider_versions: { [source]: version },
  }).generate(new ConstructsMakerProviderTarget(constraint, Language.TYPESCRIPT));
  await code.save(folder);
}

/**
 * Terraform requires all fields of an object in an argument. The generator writes required fields only for
 * nested attributes.
 */
function withRequiredFields(schema) {
  const withFields = (attribute) => {
    const fields = fieldsOf(attribute);
    if (fields === undefined || attribute.computed) return attribute;
    const attributes = Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [name, { type, required: true }]),
    );
    return { ...attribute, type: undefined, nested_type: { nesting_mode: "list", attributes } };
  };
  const ofResource = ({ block, ...others }) => ({
    ...others,
    block: { ...block, attributes: mapValues(block.attributes, withFields) },
  });
  return { ...schema, resource_schemas: mapValues(schema.resource_schemas, ofResource) };
}

function fieldsOf({ type }) {
  return Array.isArray(type) && type[0] === "list" && type[1][0] === "object" ? type[1][1] : undefined;
}

function mapValues(record, convert) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}

function nameOf(address) {
  return address.split("/").at(-1);
}

function blockOf(folder, { provider, resource_schemas, data_source_schemas }) {
  const type = folder.replaceAll("-", "_");
  const schema =
    folder === "provider"
      ? provider
      : (resource_schemas[type] ?? data_source_schemas[type.replace(/^data_/, "")]);
  return schema.block;
}

const HEADER = "// Generated from the provider's schema by scripts/generate.mjs. Do not edit.\n";

/**
 * Removes misleading text: links to a registry that does not have this provider, advice on old SDKs, and
 * commands that do not exist.
 */
function tidy(text, { description, attributes }) {
  const result = withDescriptions(attributes, withoutNothing(withTexts(text)))
    .replaceAll(`outreach${SUFFIX}`, "outreach")
    .replace(/^\/\/ https:.*\n\/\/ generated from terraform resource schema\n/, HEADER)
    .replaceAll(/^ *\*\n *\* Docs at Terraform Registry: .*\n/gm, "")
    .replaceAll(/^ *\/\*\*\n *\* Docs at Terraform Registry: .*\n *\*\/\n/gm, "")
    .replaceAll(/^ *\*\n *\* Please be aware that the id field .*\n.* ensure it should be settable\.\n/gm, "")
    .replaceAll(/^\* Represents a \{@link .*\}$/gm, () => `* ${description}`)
    .replaceAll(/ Refer to the \{@link .*\} in the documentation of this resource for the id to use/g, "")
    .replaceAll(/\{@link https:\S+ (\w+)\}/g, "`$1`")
    .replaceAll('"cdktf plan <stack-name>"', '"cdktf diff <stack-name>"')
    .replaceAll(/^( +)(protected|public) (synthesize\w*Attributes\(|[gs]et alias\()/gm, "$1$2 override $3")
    .replaceAll(/\bprotected (terraformResource|terraformAttribute|wrapsSet):/g, "protected override $1:")
    .replaceAll(/\ba (?=Outreach)/g, "an ")
    .replaceAll(/[ \t]+$/gm, "");
  const left = /.*(?:\/providers\/|Terraform Registry|SDK version).*/.exec(result)?.[0];
  if (left !== undefined)
    throw new Error(`The generator wrote something new, which tidy() must know: ${left}`);
  return result;
}

/** The generator describes only arguments, so this function describes computed attributes. */
function withDescriptions(attributes, text) {
  return text.replaceAll(
    /^( *)\/\/ (\w+) - computed: .*\n( *private .*\n)?/gm,
    (heading, indent, name, field = "") => {
      const description = attributes[name]?.description;
      return description === undefined ? heading : `${field}${indent}/** ${description} */\n`;
    },
  );
}

/**
 * Passes every text of an argument through src/constructs/text.ts, so that Terraform reads no text as a
 * template, and CDKTF resolves no text that only looks like a token.
 */
function withTexts(text) {
  const changed = withPlaces(text)
    .replaceAll(/\bcdktf\.stringTo((?:Hcl)?Terraform)\(this\._(\w+)\)/g, 'textTo$1(this._$2, this, "$2")')
    .replaceAll(
      /\bcdktf\.listMapper(?:Hcl)?\(cdktf\.stringTo((?:Hcl)?Terraform), false\)\(this\._(\w+)\)/g,
      'textsTo$1(this._$2, this, "$2")',
    );
  const left = /.*cdktf\.stringTo.*/.exec(changed)?.[0];
  if (left !== undefined) throw new Error(`The generator wrote a text in a new way: ${left}`);
  const names = [
    "convertItems",
    "textsToHclTerraform",
    "textsToTerraform",
    "textToHclTerraform",
    "textToTerraform",
  ];
  const used = names.filter((name) => changed.includes(`${name}(`));
  return importing(used.join(", "), "../text", text, changed);
}

function withPlaces(text) {
  return text
    .replaceAll(
      /^export (function \w+To(?:Hcl)?Terraform\()struct\?: ([^)]*)\): any (\{\n[^]*?^\})$/gm,
      (whole, start, type, body) => {
        if (!body.includes("cdktf.stringTo")) return whole;
        const placed = body.replaceAll(
          /\bcdktf\.stringTo((?:Hcl)?Terraform)\(struct!\.(\w+)\)/g,
          "textTo$1(struct!.$2, construct, `$2 in ${argument}`)",
        );
        return `${start}construct: Construct, argument: string) {\n return (struct?: ${type}): any => ${placed};\n}`;
      },
    )
    .replaceAll(
      /\bcdktf\.listMapper(?:Hcl)?\((\w+To(?:Hcl)?Terraform), false\)\(this\._(\w+)\.internalValue\)/g,
      'convertItems(this._$2.internalValue, $1(this, "$2"))',
    );
}

/**
 * CDKTF writes invalid HCL for a value that is undefined at synth, so such values are left out. The
 * generator's own filter runs before values are resolved.
 */
function withoutNothing(text) {
  const filter = /Object\.fromEntries\(Object\.entries\(attrs\)\.filter\(.*\)\)$/m;
  return importing("setAtSynth", "../text", text, text.replace(filter, "setAtSynth(this, attrs);"));
}

function withChecks(text) {
  const constructor = /^( *)(public constructor\(scope: Construct, id: string, [^]*?)^\1\}$/m;
  const properties = new Set();
  const checked = text.replace(constructor, (_, indent, body) => {
    for (const [, property] of body.matchAll(/\bconfig\.(\w+)/g)) properties.add(property);
    return `${indent}${body}${indent}  refuseMistakes(this, config, PROPERTIES);\n${indent}}`;
  });
  const lines = Array.from(properties, (property) => `  "${property}",\n`);
  const whole = `${checked.trimEnd()}\n\nconst PROPERTIES: readonly string[] = [\n${lines.join("")}];\n`;
  return importing("refuseMistakes", "../mistakes", text, whole);
}

/** Adds an import of the functions that `after` calls, unless nothing has changed. */
function importing(names, module, before, after) {
  if (after === before) return before;
  const known = new RegExp(`^(import \\{ .*) \\} from "${module}";$`, "m");
  if (known.test(after)) return after.replace(known, `$1, ${names} } from "${module}";`);
  return after.replace(/^import \* as cdktf .*\n/m, `$&import { ${names} } from "${module}";\n`);
}

/** The classes of src/constructs/managed-resource.ts write ids of imports and keys of moves as text. */
function withIds(text) {
  const changed = text
    .replace("extends cdktf.TerraformResource {", "extends ManagedResource {")
    .replace("new cdktf.ImportableResource(", "new GeneratedImport(");
  return importing("GeneratedImport, ManagedResource", "../managed-resource", text, changed);
}

/** Only resources can be imported, so data sources and the provider lose the import method. */
function withoutImport(text) {
  return text.replace(/ *\/\/ =+\n *\/\/ STATIC Methods\n[^]*?(?= *\/\/ =+\n *\/\/ INITIALIZER)/, "");
}

const files = await generateConstructs();
if (process.argv.includes("--print")) {
  process.stdout.write(JSON.stringify(files));
} else {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const { name, text } of files) writeFileSync(join(target, name), text);
}
