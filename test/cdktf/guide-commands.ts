import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { ROOT } from "./harness";

/** The files of the guide, which name themselves in their first line. */
export function filesOf(guide: string): [name: string, text: string][] {
  const blocks = readFileSync(join(ROOT, guide), "utf8").matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, name, text]) => [name!, text!]);
}

/** The commands of a guide in one script, which also writes the HCL files where the guide shows them. */
export function scriptOf(guide: string): string {
  const blocks = readFileSync(join(ROOT, guide), "utf8").matchAll(/^```(sh|hcl)\n([^]*?)^```$/gm);
  const parts = Array.from(blocks, ([, language, text]) => {
    if (language === "sh") return text!;
    const [, name] = /^# (\S+)\n/.exec(text!)!;
    return `cat <<'END' > ${name}\n${text}END\n`;
  });
  return parts.join("");
}

/** The commands of a part of a guide, without those that need a registry and what the harness has set. */
export function commandsOf(guide: string, heading = ""): string {
  const text = readFileSync(join(ROOT, guide), "utf8");
  const part = text
    .slice(text.indexOf(heading))
    .split(/\n## /)
    .slice(0, heading === "" ? undefined : 1)
    .join("");
  const blocks = Array.from(part.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm), ([, indent, block]) =>
    block!.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
  return (
    blocks
      .join("")
      // npx takes a second of CPU time each time. It runs in README's test.
      .replaceAll(/^npx /gm, "node_modules/.bin/")
      .replaceAll(/^(npm|export OUTREACH_BASE_URL=).*\n/gm, "")
      .replaceAll(/^terraform /gm, `${ENGINE} `)
      .replaceAll(/^(\S+ apply)$/gm, "$1 -auto-approve")
  );
}
