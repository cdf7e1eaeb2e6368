import { dirname, posix, relative, resolve } from "node:path";
import type { ExportOptions } from "./options";

export function nextSteps(options: ExportOptions): string[] {
  const { format, stack, fork, out } = options;
  if (format === "hcl") {
    const place = relative(process.cwd(), out);
    return [
      "Next:",
      `  npx cdktf-outreach install${place && ` ${place} && cd ${place}`}`,
      "  terraform init && terraform plan      # shows imports, and nothing to add, change or destroy",
      "  terraform apply",
      "  npx cdktf-outreach export --format hcl --out . --settle",
    ];
  }
  const settle = out === resolve("outreach") ? "" : ` --out ${relative(process.cwd(), out)}`;
  return [
    `Next, in the stack ${stack}, below its OutreachProvider:`,
    `  ${importLine(options)}`,
    "  declareWorkspace(stack);",
    "Then:",
    `  npx ${fork} diff ${stack}      # shows imports, and nothing to add, change or destroy`,
    `  npx ${fork} deploy ${stack}`,
    `  npx cdktf-outreach export${settle} --settle`,
  ];
}

/** Matches an app that Node.js itself runs although it is TypeScript: nothing else is loaded. */
const TYPE_STRIPPING = /^node\s+(?!.*(?:--import|--loader|--require|-r)\b)(?:.*\s)?\S+\.[cm]?ts\b/;

/** Returns the line that imports the code, as the project's module system needs it. */
function importLine({ place, app = "", isModule, language }: ExportOptions): string {
  const main = /(\S+)\.[cm]?[jt]s\b/.exec(app)?.[1] ?? "main";
  const way = posix.relative(dirname(main), place);
  const folder = way.startsWith("../") ? way : `./${way}`;
  if (language === "js" && !isModule) return `const { declareWorkspace } = require("${folder}");`;
  const file = TYPE_STRIPPING.test(app) ? "/index.ts" : isModule ? "/index.js" : "";
  return `import { declareWorkspace } from "${folder}${file}";`;
}
