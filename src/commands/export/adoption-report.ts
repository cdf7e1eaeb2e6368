import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeVisible } from "../../render/visible-text";
import type { Stack } from "../../estate/engine/stacks";
import { SYNTHESIZED } from "../../estate/hcl/configuration";
import { printJson } from "../../util/print-json";
import { count } from "../../util/text";
import type { Adoption, Matched } from "./adopt";
import type { ExportOptions } from "./options";

/** Returns 1 if something is not known, 2 if resources are left out, otherwise 0. */
export function adoptionStatus({ matched, gaps }: Adoption): number {
  const isAny = (...kinds: string[]) => matched.some(({ match }) => kinds.includes(match.is));
  if (gaps.length > 0 || isAny("unknown")) return 1;
  return isAny("ambiguous", "none") ? 2 : 0;
}

/** Prints addresses and ids, but no names: a configuration may mark a name as sensitive. */
export function adoptionReport(adoption: Adoption, options: ExportOptions): string {
  if (options.json) return jsonReport(adoption);
  const { matched, imported, gaps, withoutState, files } = adoption;
  const adopted = matched.filter(({ match }) => match.is === "found");
  const verb = options.dryRun ? "Would write" : "Wrote";
  const removed = files.filter(({ isRemoved }) => isRemoved).map(({ path }) => path);
  const lines = [
    matched.length === 0
      ? "Every selected resource of this workspace is in a state or has an import, so there is nothing to adopt."
      : `${verb} imports for ${adopted.length} of ${count(matched.length, "declared resource")} without a state.`,
    ...(imported > 0 ? [`Left to the import blocks of the code: ${count(imported, "resource")}.`] : []),
    ...removed.map(
      (path) => `${options.dryRun ? "Would remove" : "Removed"} ${path}: it has no import left.`,
    ),
    ...[...matched.flatMap(leftOut), ...gaps.map((text) => `Not known: ${text}`)].map((line) =>
      makeVisible(line),
    ),
    ...(adopted.length > 0 ? afterwards(adopted, withoutState, options) : []),
  ];
  return `${lines.join("\n")}\n`;
}

function jsonReport({ matched, withoutState, ...rest }: Adoption): string {
  const resources = matched.map(({ resource: { stack, kind, address }, match }) => {
    return { stack: stack.name, kind, address, ...match };
  });
  return printJson({ resources, ...rest, withoutState: withoutState.map(({ name }) => name) });
}

function leftOut({ resource: { stack, address }, match }: Matched): string[] {
  const place = `${address} of ${stack.name}`;
  switch (match.is) {
    case "found":
      return [];
    case "none":
      return [`Left out: ${place}. No unmanaged object has its name, so the next apply creates one.`];
    case "unknown":
      return [`Not known: ${place}. ${match.reason}`];
    case "ambiguous":
      return [`Left out: ${place}. ${match.reason} Import the right one: ${match.ids.join(", ")}.`];
  }
}

function afterwards(
  adopted: readonly Matched[],
  withoutState: Adoption["withoutState"],
  { dryRun, fork }: ExportOptions,
): string[] {
  const stacks = [...new Set(adopted.map(({ resource: { stack } }) => stack))];
  const missing = withoutState.filter((stack) => stacks.includes(stack)).map(({ name }) => name);
  const warning = `No state on this machine: ${missing.join(", ")}. If its state is elsewhere, bring it here instead of importing.`;
  return [...(missing.length > 0 ? [makeVisible(warning)] : []), ...(dryRun ? [] : nextSteps(stacks, fork))];
}

function nextSteps(stacks: readonly Stack[], fork: string): string[] {
  const isSynthesized = stacks.some(({ folder }) => existsSync(join(folder, SYNTHESIZED)));
  const names = stacks.map(({ name }) => name);
  const commands = isSynthesized
    ? [...names.map((name) => `npx ${fork} diff ${name}`), `npx ${fork} deploy ${names.join(" ")}`]
    : ["terraform plan", "terraform apply"];
  return [
    "",
    "Next, read the plan: it shows the imports, and each change overwrites what the workspace has.",
    ...commands.map((command) => `  ${command}`),
    "Then run export --adopt again, to remove the imports.",
  ];
}
