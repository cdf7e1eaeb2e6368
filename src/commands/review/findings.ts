import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { PlannedStack } from "../../estate/engine/plan-stack";
import { isObject, type JsonObject, parseJson } from "../../util/json";
import { groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { either, having, listOf, members, object, oneOf, text, wholeFrom } from "../../util/shape";
import { ownAddress, withoutKeys } from "./model/objects";
import { type Finding, FINDING_LEVELS, type Review } from "./model/review";
import { redactorOfVariables } from "./secrets";
import type { StackSources } from "./sources";

const textOrNull = either([null], text);

/** docs/guides/findings.schema.json describes this list. */
const findingList = listOf(
  members({
    message: text,
    ...{ "address?": textOrNull, "stack?": textOrNull, "tool?": textOrNull, "file?": textOrNull },
    ...{ "line?": either([null], wholeFrom(1)), "level?": either([null], oneOf(FINDING_LEVELS)) },
  }),
);

const sarif = having({ version: oneOf(["2.1.0"]), runs: listOf(object) });

const NOWHERE = { tool: null, stack: null, address: null, file: null, line: null };

/** Throws an Error if the file is neither a list of findings nor SARIF 2.1.0. */
export function readFindings(file: string): Finding[] {
  try {
    const value = parseJson(readFileSync(file, "utf8"))?.value;
    const list = isObject(value) ? (sarif(value, "")["runs"] as JsonObject[]).flatMap(findingsOf) : value;
    return findingList(list, "").map((one) => ({ ...NOWHERE, ...one, level: one.level ?? "warning" }));
  } catch (cause) {
    throw new Error(
      `${JSON.stringify(file)}, a file of --findings, is neither a list of findings nor SARIF 2.1.0: ${messageOf(cause)}.`,
      { cause },
    );
  }
}

/** Returns the results of a run of SARIF as a list of findings, each with its first location. */
function findingsOf(run: JsonObject): unknown[] {
  const rules = [at(run, "tool", "driver", "rules") ?? []].flat();
  return [run["results"] ?? []].flat().flatMap((result) => {
    if (/^(?:pass|notApplicable)$/.test(String(at(result, "kind")))) return [];
    const [id, index] = [at(result, "ruleId"), at(result, "ruleIndex")];
    const rule = at(rules, index as number) ?? rules.find((one) => at(one, "id") === id);
    // A result that has no level has that of its rule (SARIF 2.1.0, 3.27.10). Only a failure has one by default.
    const isFailure = (at(result, "kind") ?? "fail") === "fail";
    const level = at(result, "level") ?? (isFailure ? at(rule, "defaultConfiguration", "level") : "none");
    const message = [id, at(result, "message", "text")].filter(Boolean);
    const place = at(result, "locations", 0, "physicalLocation");
    const uri = String(at(place, "artifactLocation", "uri") ?? "");
    const file = uri.startsWith("file:") ? fileURLToPath(uri) : decodeURIComponent(uri);
    return {
      tool: at(run, "tool", "driver", "name"),
      level: level === "none" ? "note" : level,
      message: message.join(": "),
      file: file || null,
      // Some tools write 0 for a whole file.
      line: at(place, "region", "startLine") || null,
    };
  });
}

function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce((part, step) => (part as JsonObject | null | undefined)?.[step], value);
}

/** Adds findings to the changes that they concern: by the address, or else by the files of the prompts. */
export function withFindings(
  review: Review,
  findings: readonly Finding[],
  { planned, sources }: { planned: readonly PlannedStack[]; sources: ReadonlyMap<string, StackSources> },
): Review {
  const found = groupBy([...findings.entries()], ([, one]) => one.address ?? (one.file && resolve(one.file)));
  const stacks = review.stacks.map((stack) => {
    const changes = stack.changes.map((change) => {
      const uses = sources.get(stack.name)?.uses.get(withoutKeys(change.address)) ?? [];
      const keys = new Set([ownAddress(change), ...uses.map(({ file }) => resolve(file))]);
      const all = [...keys].flatMap((key) => found.get(key) ?? []);
      const own = all.filter(([, one]) => (one.stack ?? stack.name) === stack.name);
      return { ...change, findings: own.map(([i]) => i) };
    });
    return { ...stack, changes };
  });
  const hide = redactorOfVariables(planned);
  const shown = findings.map(({ level, line, ...texts }) => {
    const hidden = Object.entries(texts).map(([name, given]) => [name, given && hide(given)]);
    return { level, line, ...(Object.fromEntries(hidden) as typeof texts) };
  });
  return { ...review, stacks, findings: shown };
}
