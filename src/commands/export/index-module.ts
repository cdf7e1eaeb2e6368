import type { FileToWrite } from "../../util/files/write-whole";

export interface ScriptOptions {
  readonly language: "ts" | "js";
  readonly fork: "cdktf" | "cdktn";
  /** Whether the project's package.json says `"type": "module"`. */
  readonly isModule: boolean;
  /** The folder of the code, relative to the folder in which the app runs, with slashes. */
  readonly place: string;
}

/**
 * Returns the module that declares the objects of objects.json. It runs with tsx, after tsc, and, because its
 * types can be erased, in Node.js itself.
 */
export function indexModule(options: ScriptOptions): FileToWrite {
  const contents = `// Written once by cdktf-outreach export. You may edit it: a later export changes only objects.json, and adds
// files to prompts.
${importsOf(options)}
${typesOf(options)}${folderOf(options)}
${declarationOf(options)}`;
  return { path: `index.${options.language}`, contents, expected: null };
}

function importsOf({ language, fork, isModule }: ScriptOptions): string {
  const packageName = fork === "cdktn" ? "cdktf-outreach/cdktn" : "cdktf-outreach";
  const modules = [
    ["existsSync, readFileSync", "node:fs"],
    ["join, resolve", "node:path"],
    ["OutreachCluster, OutreachSnippet, plainText, promptFile", packageName],
  ] as const;
  const isRequired = language === "js" && !isModule;
  const lines = modules.map(([names, module]) =>
    isRequired ? `const { ${names} } = require("${module}");` : `import { ${names} } from "${module}";`,
  );
  if (language === "ts") {
    lines.splice(2, 0, `import type { TerraformStack } from "${fork}";`);
    lines.splice(3, 0, `import type { OutreachSnippetAcknowledgedWarnings } from "${packageName}";`);
  }
  return `${lines.join("\n")}\n`;
}

function typesOf({ language }: ScriptOptions): string {
  if (language === "js") return "";
  return `interface ExportedObject {
  /** Id of the construct. */
  readonly id: string;
  readonly name: string;
  /** Id of the object to import. */
  readonly objectId?: string;
  /** True as soon as a state has the object: it is not imported again. */
  readonly settled?: boolean;
}

interface ExportedObjects {
  readonly clusters: readonly (ExportedObject & { readonly description?: string })[];
  readonly snippets: readonly (ExportedObject & ExportedPrompt)[];
}

interface ExportedPrompt {
  /** Path of the prompt, relative to this folder. */
  readonly file: string;
  /** True if the conflict markers of a merge are a part of the prompt. */
  readonly allowConflictMarkers?: boolean;
  /** Warnings about the snippet that are intended. */
  readonly acknowledgedWarnings?: OutreachSnippetAcknowledgedWarnings[];
}

`;
}

/**
 * Returns the code that finds the folder with objects.json. Compiled code may be in another folder. TypeScript
 * without "type": "module" may run as either kind of module: Node.js itself runs it as an ES module.
 */
function folderOf({ language, isModule, place }: ScriptOptions): string {
  const source = `resolve(${JSON.stringify(place)})`;
  const isEither = language === "ts" && !isModule;
  const dirname = isModule ? "import.meta.dirname" : "__dirname";
  const here = isEither ? `typeof __dirname === "undefined" ? ${source} : __dirname` : dirname;
  return `const here = ${here};
// Compiled code may be in another folder than objects.json.
const folder = existsSync(join(here, "objects.json")) ? here : ${source};
`;
}

function declarationOf({ language, isModule }: ScriptOptions): string {
  const isTyped = language === "ts";
  const isExported = isTyped || isModule;
  return `/** Declares the clusters and snippets of objects.json in a stack, which needs an OutreachProvider. */
${isExported ? "export " : ""}function declareWorkspace(stack${isTyped ? ": TerraformStack): void" : ")"} {
  const text = readFileSync(join(folder, "objects.json"), "utf8").replace(/^\\ufeff/, "");
  const { clusters, snippets } = JSON.parse(text)${isTyped ? " as ExportedObjects" : ""};
  for (const { description, ...row } of clusters) {
    const texts = description === undefined ? {} : { description: plainText(description) };
    identify(new OutreachCluster(stack, row.id, { name: plainText(row.name), ...texts }), row);
  }
  for (const { file, allowConflictMarkers = false, acknowledgedWarnings = [], ...row } of snippets) {
    const path = join(folder, file);
    const prompt = promptFile(path, { allowConflictMarkers });
    const snippet = new OutreachSnippet(stack, row.id, { name: plainText(row.name), prompt });
    // By this, pull tells the file from others with the same content.
    snippet.node.addMetadata("outreach:prompt-file", path);
    if (acknowledgedWarnings.length > 0) snippet.putAcknowledgedWarnings(acknowledgedWarnings);
    identify(snippet, row);
  }
}

function identify(${
    isTyped
      ? "resource: OutreachCluster | OutreachSnippet, { id, objectId, settled }: ExportedObject): void"
      : "resource, { id, objectId, settled })"
  } {
  // CDKTF leaves the letters of other alphabets out of the names that it makes.
  if (/[^ -~]/.test(id)) resource.overrideLogicalId(id);
  if (objectId !== undefined && settled !== true) resource.importFrom(plainText(objectId));
}
${isExported ? "" : "\nmodule.exports = { declareWorkspace };\n"}`;
}
