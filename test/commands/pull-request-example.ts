import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(__dirname, "../..");

export const EXAMPLE = join(ROOT, "examples/pull-request");

export const MARKER = "<!-- cdktf-outreach review -->";

export const TOKEN = "token-5d1c";

/** The scripts of a workflow's `run: |` blocks, and of the `- |` blocks of GitLab. */
export function scriptsOf(workflow: string): string[] {
  const lines = readFileSync(join(EXAMPLE, workflow), "utf8").split("\n");
  return lines.flatMap((line, start) => {
    const indent = /^( *)(?:(?:- )?run:|-) \|$/.exec(line)?.[1]?.length;
    if (indent === undefined) return [];
    const rest = lines.slice(start + 1);
    const end = rest.findIndex((next) => next.trim() !== "" && next.search(/\S/) <= indent);
    const block = rest.slice(0, end < 0 ? undefined : end);
    return [block.map((one) => one.slice(block[0]!.search(/\S/))).join("\n")];
  });
}
