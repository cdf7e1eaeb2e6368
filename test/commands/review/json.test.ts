import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runInThisContext } from "node:vm";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { FORMAT_VERSION, type Review } from "../../../src/commands/review/model/review";
import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import { planned, stack } from "./every-format";
import { sampleReview } from "./sample";

const documentation = readFileSync(join(__dirname, "../../../docs/guides/review-json.md"), "utf8");

/** The policy as a function of what it imports and of its globals. */
type Policy = (
  read: typeof text,
  process: { readonly stdin: Readable; exitCode: number | undefined },
  console: { log(text: string): void },
) => Promise<void>;

/** Lists the names of all members, except members of values in a plan. */
function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...(name === "value" ? [] : membersOf(inner)),
  ]);
}

describe("docs/guides/review-json.md", () => {
  it("describes the version that the command prints", () => {
    expect(documentation).toContain(`\`formatVersion\` is \`${FORMAT_VERSION}\``);
  });

  it("names every member of a review", () => {
    const code = Array.from(documentation.matchAll(/`([^`]+)`/g), ([, text]) => text!).join(" ");
    const named = new Set(code.match(/\w+/g));
    expect([...new Set(membersOf(sampleReview()))].filter((member) => !named.has(member))).toEqual([]);
  });

  describe("the example of a policy", () => {
    const script = /^```js\n([^]*?)^```$/m.exec(documentation)![1]!;
    /** Runs the policy as a user does. */
    const judge = (review: Review) => {
      const options = { input: JSON.stringify(review), encoding: "utf8" } as const;
      const { status, stdout } = spawnSync(
        process.execPath,
        ["--input-type=module", "--eval", script],
        options,
      );
      return { status, refused: stdout.trim().split("\n") };
    };
    /** Runs the policy in this process. A process for each review takes 0.1 s of CPU. */
    const judgeHere = async (review: Review) => {
      const body = script.replace(/^import \{ text \} from .*$/m, "");
      const policy = runInThisContext(`(async (text, process, console) => {${body}})`) as Policy;
      const ended = { stdin: Readable.from([JSON.stringify(review)]), exitCode: undefined };
      const lines: string[] = [];
      await policy(text, ended, { log: (text) => lines.push(...text.split("\n")) });
      return { status: ended.exitCode, refused: lines };
    };
    const of = (...resources: PlannedResource[]) => reviewOf([stack("s", { resource_changes: resources })]);
    const cluster = (count: number | null) =>
      planned("outreach_cluster", ["delete"], { name: "C", associated_count: count }, null);
    const replaced = (...actions: string[]) =>
      planned("outreach_cluster", actions, { name: "C", associated_count: 3 }, { name: "D" });
    const snippet = (prompt: string, actions = ["create"]) =>
      planned("outreach_snippet", actions, null, { name: "S", prompt });
    const withUnknown = (resource: PlannedResource, unknown: object): PlannedResource => ({
      ...resource,
      change: { ...resource.change, after_unknown: unknown as never },
    });

    it("accepts changes that it does not judge", async () => {
      const gone = planned("outreach_snippet", ["delete"], { name: "S", prompt: "Hi" }, null);
      const review = of(cluster(0), snippet("Hi {unsubscribe}"), gone, replaced("create", "forget"));
      expect(judge(review)).toEqual({ status: 0, refused: [""] });
      expect(await judgeHere(review)).toEqual({ status: 0, refused: [""] });
    });

    it.each([
      ["a cluster in use", "may be in use", of(cluster(3))],
      ["a cluster with a count below none", "may be in use", of(cluster(-1))],
      ["a cluster that is replaced", "may be in use", of(replaced("delete", "create"))],
      ["a cluster with no known count", "may be in use", of(cluster(null))],
      ["a prompt without a variable", "has no {unsubscribe}", of(snippet("Hi"))],
      ["a prompt that is not known", "none that shows", of(withUnknown(snippet(""), { prompt: true }))],
      [
        "an adoption",
        "adopts an object",
        of(planned("outreach_cluster", ["create"], null, { name: "C", adopted: true })),
      ],
      [
        "an adoption that only the apply decides",
        "or may do so",
        of(withUnknown(planned("outreach_cluster", ["create"], null, {}), { name: true, adopted: true })),
      ],
      ["a failed plan", "is not planned", reviewOf([{ name: "s", plan: null, diagnostics: [] }])],
      [
        "many replacements",
        "more than 3",
        of(...Array<PlannedResource>(4).fill(planned("a_b", ["delete", "create"], { a: 1 }, { a: 2 }))),
      ],
    ])("refuses %s", async (_, words, review) => {
      expect(await judgeHere(review)).toEqual({ status: 1, refused: [expect.stringContaining(words)] });
    });
  });
});
