import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { PlannedStack } from "../../estate/engine/plan-stack";
import { isObject, parseJson } from "../../util/json";
import { groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { having, is, listOf, members, oneOf, type Shape, text, textLike, wholeFrom } from "../../util/shape";
import { UsageError } from "../../util/usage-error";
import { ownAddress, withoutKeys } from "./model/objects";
import { type Finding, FINDING_LEVELS, type Review } from "./model/review";
import type { FailOn, Values } from "./options";
import { redactorOfVariables } from "./secrets";
import type { StackSources } from "./sources";

const optional =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, place) =>
    (value ?? null) === null ? null : shape(value, place);

/** docs/guides/findings.schema.json describes this list. */
const findingList = listOf(
  members({
    message: textLike("a text with a visible character", /\S/),
    ...{ "address?": optional(text), "stack?": optional(text), "tool?": optional(text) },
    ...{ "file?": optional(text), "line?": optional(wholeFrom(1)) },
    "level?": optional(oneOf(FINDING_LEVELS)),
  }),
);

const sarif = having({ version: oneOf(["2.1.0"]), runs: is("a list", Array.isArray) });

/** Returns null without `--findings`. Throws an Error if a file is neither a list of findings nor SARIF 2.1.0. */
export function readFindings({ findings: files }: Values, failOn: ReadonlySet<FailOn>): Finding[] | null {
  if (files === undefined && failOn.has("finding"))
    throw new UsageError("--fail-on finding needs --findings FILE.");
  return files?.flatMap(findingsIn) ?? null;
}

function findingsIn(file: string): Finding[] {
  try {
    const value = parseJson(readFileSync(file, "utf8"))?.value;
    if (isObject(value)) return listAt(sarif(value, ""), "runs").flatMap(findingsOfRun);
    const nowhere = { tool: null, stack: null, address: null, file: null, line: null };
    return findingList(value, "").map((one) => ({ ...nowhere, ...one, level: one.level ?? "warning" }));
  } catch (cause) {
    throw new Error(
      `${JSON.stringify(file)}, a file of --findings, is neither a list of findings nor SARIF 2.1.0: ` +
        `${messageOf(cause)}. docs/guides/findings.schema.json describes the list.`,
      { cause },
    );
  }
}

/** Reads a run of SARIF. Keeps a result whatever it lacks, so that no finding gets lost. */
function findingsOfRun(run: unknown): Finding[] {
  return listAt(run, "results").flatMap((result) => {
    if (["pass", "notApplicable"].includes(textAt(result, "kind") ?? "")) return [];
    const level = textAt(result, "level");
    const message = [
      textAt(result, "ruleId"),
      textAt(result, "message", "text") ?? textAt(result, "message", "id"),
    ];
    const about = {
      tool: textAt(run, "tool", "driver", "name"),
      level: level === "none" ? "note" : (FINDING_LEVELS.find((one) => one === level) ?? "warning"),
      message: message.filter(Boolean).join(": ") || "without a message",
      stack: null,
    } as const;
    const places = listAt(result, "locations");
    return (places.length > 0 ? places : [null]).map((place) => {
      const name = textAt(place, "logicalLocations", 0, "fullyQualifiedName");
      const uri = textAt(place, "physicalLocation", "artifactLocation", "uri");
      const line = at(place, "physicalLocation", "region", "startLine");
      return {
        ...about,
        address: /^(?:module|outreach_\w+)\./.test(name ?? "") ? name : null,
        file: uri && pathOf(uri),
        line: Number.isSafeInteger(line) ? Number(line) : null,
      };
    });
  });
}

function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce((part, step) => (part as Record<string, unknown> | null | undefined)?.[step], value);
}

function textAt(value: unknown, ...steps: readonly (string | number)[]): string | null {
  const found = at(value, ...steps);
  return typeof found === "string" ? found : null;
}

function listAt(value: unknown, step: string): readonly unknown[] {
  const found = at(value, step);
  return Array.isArray(found) ? found : [];
}

function pathOf(uri: string): string {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Adds findings, each with the changes that it concerns: by their address, or else by the files of their prompts. */
export function withFindings(
  review: Review,
  findings: readonly Finding[],
  { planned, sources }: { planned: readonly PlannedStack[]; sources: ReadonlyMap<string, StackSources> },
): Review {
  const objects = review.stacks.flatMap(({ name, changes }, stack) => {
    const uses = sources.get(name)?.uses;
    return changes.map((change, i) => {
      const files = uses?.get(withoutKeys(change.address))?.map(({ file }) => resolve(file));
      return { name, address: ownAddress(change), at: { stack, change: i }, files: new Set(files) };
    });
  });
  const withAddress = groupBy(objects, ({ address }) => address);
  const ofFiles = objects.flatMap(({ files, ...one }) => Array.from(files, (file) => ({ ...one, file })));
  const withFile = groupBy(ofFiles, ({ file }) => file);
  const hide = redactorOfVariables(planned.map(({ plan, unfinished }) => plan ?? unfinished ?? {}));
  return {
    ...review,
    findings: findings.map(({ level, line, ...texts }) => {
      const { stack, address, file } = texts;
      const named = address === null ? withFile.get(resolve(file ?? "")) : withAddress.get(address);
      const hidden = Object.entries(texts).map(([name, given]) => [name, given && hide(given)]);
      return {
        ...{ level, line, ...(Object.fromEntries(hidden) as typeof texts) },
        objects: (named ?? []).filter(({ name }) => stack === null || name === stack).map((one) => one.at),
      };
    }),
  };
}
