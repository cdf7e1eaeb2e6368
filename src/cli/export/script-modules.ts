import type { FileToWrite } from "../shared/write-whole";

export interface ScriptOptions {
  readonly language: "ts" | "js";
  readonly fork: "cdktf" | "cdktn";
  /** Whether the project's package.json says `"type": "module"`. */
  readonly isModule: boolean;
}

/** Returns the module with the tables, which have no rows yet. */
export function objectsModule({ language, isModule }: ScriptOptions): string {
  const head = `// Written by cdktf-outreach export. You may edit it: a later export adds rows for new objects and changes
// no other line. Each objectId imports its object; after the apply, export --settle removes the objectId.
`;
  if (language === "ts") {
    return `${head}
interface ExportedCluster {
  /** Id of the construct. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Id of the object to import. */
  readonly objectId?: string;
}

interface ExportedSnippet {
  /** Id of the construct. */
  readonly id: string;
  readonly name: string;
  /** File of the prompt, relative to this folder. */
  readonly file: string;
  /** Id of the object to import. */
  readonly objectId?: string;
}

export const clusters: readonly ExportedCluster[] = [
];

export const snippets: readonly ExportedSnippet[] = [
];
`;
  }
  const tables = ["clusters", "snippets"].map(
    (name) => `${isModule ? "export " : ""}const ${name} = [\n];\n`,
  );
  return `${head}\n${tables.join("\n")}${isModule ? "" : "\nmodule.exports = { clusters, snippets };\n"}`;
}

/** Returns the module that declares the objects of the tables. */
export function indexModule(options: ScriptOptions): FileToWrite {
  const { language, isModule } = options;
  return { path: `index.${language}`, contents: `${importsOf(options)}\n${declaration(language, isModule)}` };
}

function importsOf({ language, fork, isModule }: ScriptOptions): string {
  const packageName = fork === "cdktn" ? "cdktf-outreach/cdktn" : "cdktf-outreach";
  const constructs = "OutreachCluster, OutreachSnippet, plainText, promptFile";
  if (language === "js" && !isModule) {
    return `const { join } = require("node:path");
const { ${constructs} } = require("${packageName}");
const { clusters, snippets } = require("./objects");
`;
  }
  const type = language === "ts" ? `import type { TerraformStack } from "${fork}";\n` : "";
  return `import { join } from "node:path";
${type}import { ${constructs} } from "${packageName}";
import { clusters, snippets } from "./objects${isModule ? ".js" : ""}";
`;
}

function declaration(language: "ts" | "js", isModule: boolean): string {
  const typed = language === "ts" ? "stack: TerraformStack): void" : "stack)";
  const exported = language === "ts" || isModule ? "export " : "";
  const folder = isModule ? "import.meta.dirname" : "__dirname";
  const end = exported === "" ? "\nmodule.exports = { declareWorkspace };\n" : "";
  return `/** Declares the clusters and snippets of objects.${language} in a stack, which needs an OutreachProvider. */
${exported}function declareWorkspace(${typed} {
  for (const { id, name, description, objectId } of clusters) {
    const texts = { name: plainText(name), description: description && plainText(description) };
    const cluster = new OutreachCluster(stack, id, texts);
    if (objectId !== undefined) cluster.importFrom(objectId);
  }
  for (const { id, name, file, objectId } of snippets) {
    const prompt = promptFile(join(${folder}, file));
    const snippet = new OutreachSnippet(stack, id, { name: plainText(name), prompt });
    if (objectId !== undefined) snippet.importFrom(objectId);
  }
}
${end}`;
}
