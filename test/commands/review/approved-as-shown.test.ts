import { documentOf } from "../../../src/commands/review/document";
import { fc } from "../../fast-check";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Approval, parseApproval } from "../../../src/approval";
import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import { run } from "../../../src/commands/review";
import { hiddenIn } from "../../../src/commands/review/output";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { printMarkdown } from "../../../src/commands/review/markdown";
import type { Review } from "../../../src/commands/review/model/review";
import { stack } from "./every-format";
import { editsOfMany } from "./many-edits";
import { pullRequest } from "./pull-request";
import { resource } from "./planned-change";
import { sampleReview } from "./sample";

jest.mock("node:crypto", () => jest.requireActual<object>("../../quick-crypto.cjs"));

const ADDRESS = "https://api.outreach.example/v1";
const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
const before = process.cwd();
const environment = process.env;
beforeAll(() => {
  process.chdir(folder);
  process.env = { ...environment, OUTREACH_BASE_URL: ADDRESS };
});
afterAll(() => {
  process.chdir(before);
  process.env = environment;
  rmSync(folder, { recursive: true });
});
beforeEach(() => rmSync("approval.json", { force: true }));

const FULL_NAME = "registry.terraform.io/outreach/outreach";

/** Writes a plan of snippets whose provider takes its address from the environment. */
function plan(...changes: PlannedResource[]): string {
  const owned = changes.map((one): PlannedResource => {
    const { before, after } = one.change;
    const own = (side: typeof before) =>
      side === null || side === undefined ? side : { workspace_id: "w", ...(side as object) };
    return { ...one, change: { ...one.change, before: own(before)!, after: own(after)! } };
  });
  const resources = owned.map(({ address }) => ({ address, provider_config_key: "outreach" }));
  writeFileSync(
    "plan.json",
    JSON.stringify({
      format_version: "1.2",
      resource_changes: owned,
      configuration: {
        root_module: { resources },
        provider_config: { outreach: { full_name: FULL_NAME } },
      },
    }),
  );
  return "plan.json";
}

const snippet = (
  name: string,
  before: string | null,
  after: string | null,
  more: object = {},
): PlannedResource => {
  const side = (prompt: string | null) => (prompt === null ? null : { id: `id-${name}`, name, prompt });
  const actions = [before === null ? "create" : after === null ? "delete" : "update"];
  const address = `outreach_snippet.${name}`;
  return resource({
    type: "outreach_snippet",
    name,
    address,
    change: { actions, before: side(before), after: side(after), ...more },
  });
};

const lines = (count: number, text: (line: number) => string) =>
  Array.from({ length: count }, (_, line) => `${text(line)}\n`).join("");

/** Long edits of many objects, of which a comment shows some. */
const long = (count = 12) =>
  Array.from({ length: count }, (_, i) =>
    snippet(
      `s${i}`,
      lines(75, (n) => `Rule ${n} of ${i}: be plain, and be brief, and be kind.`),
      lines(75, (n) => `Order ${n} for ${i}: sell more, sell now, and sell always.`),
    ),
  );

async function review(...args: string[]) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") =>
    ({
      isTTY: false,
      write: (text: string, done?: () => void) => {
        written[name] += text;
        done?.();
        return true;
      },
    }) as unknown as NodeJS.WriteStream;
  const status = await run(args, { stdout: stream("stdout"), stderr: stream("stderr") });
  return { status, ...written };
}

const approve = (file: string, ...more: string[]) =>
  review("--plan", file, "--approval", "approval.json", ...more);

const approved = (): Approval => parseApproval(readFileSync("approval.json", "utf8"), "approval.json");
const addresses = () =>
  approved()
    .entries.flatMap(({ resources }) => resources.map(({ address }) => address))
    .sort();

describe("an approval covers what a comment shows", () => {
  it("and nothing that the comment leaves out, which comment and standard error name", async () => {
    const { status, stderr } = await approve(plan(...long()), "--out", "review.md");
    expect(status).toBe(2);
    const comment = readFileSync("review.md", "utf8");
    expect(comment).toContain("leaves out");
    const found = addresses();
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(12);
    const left = long()
      .map(({ address }) => address)
      .filter((address) => !found.includes(address));
    expect(stderr).toContain("Not approved, because this review does not show them whole");
    for (const address of left) {
      expect(stderr).toContain(`\n  update ${address}\n`);
      expect(comment).toContain(`\`update ${address}\``);
    }
    expect(stderr).toContain("--out review.html");
    // What is approved stands in the comment with each of its lines.
    for (const address of found) {
      const i = address.replace(/\D/g, "");
      expect(comment).toContain(`+ Order 74 for ${i}: sell more`);
    }
  });

  it.each(["review.html", "review.json", "review.txt"])(
    "and everything, if %s of the same run shows everything, and the comment names that file",
    async (file) => {
      const { stdout, stderr } = await approve(plan(...long()), "--out", "review.md", "--out", file);
      expect(stdout).toBe(`Plan review: 12 to update. Written to review.md, ${file}.\n`);
      expect(stderr).toBe("Approval of 12 changes: written to approval.json.\n");
      expect(addresses()).toHaveLength(12);
      const comment = readFileSync("review.md", "utf8");
      expect(comment).toContain(
        `The whole review is the file \`${file}\` of this run. The approval also covers what only that file shows.`,
      );
      const whole = readFileSync(file, "utf8");
      for (let i = 0; i < 12; i += 1)
        expect(whole).toMatch(new RegExp(`74 (?:<mark>)?(?:for|of)(?:</mark>)? (?:<mark>)?${i}\\b`));
    },
  );

  it("of a short comment in all of its changes", async () => {
    const { stdout } = await approve(plan(snippet("a", "One.\n", "Two.\n"), snippet("b", null, "New.\n")));
    expect(stdout).not.toContain("Not approved");
    expect(addresses()).toEqual(["outreach_snippet.a", "outreach_snippet.b"]);
  });

  it("but not one line that is longer than a comment", async () => {
    const line = snippet("s", "short\n", `${"long words and ".repeat(6_000)}\n`);
    await approve(plan(line), "--out", "review.md");
    expect(addresses()).toEqual([]);
  });
});

/** Reads which objects a comment of this length shows, as the approval does. */
function shownIn(review: Review, limit?: number) {
  const document = printMarkdown(documentOf(review), undefined, limit);
  const hidden = new Set(hiddenIn(review, [document]).map(({ stack, change }) => `${stack} ${change}`));
  return {
    text: document.text,
    shown: review.stacks.flatMap(({ changes }, stack) =>
      changes.filter((__, change) => !hidden.has(`${stack} ${change}`)),
    ),
  };
}

describe("what a comment shows", () => {
  it.each<[string, () => Review]>([
    ["of every action and value", sampleReview],
    ["of alike changes, an outlier, a lost edit and pairs", () => reviewOf(pullRequest())],
  ])("is all that is not sensitive, if it leaves nothing out %s", (_, make) => {
    const review = make();
    const changes = review.stacks.flatMap((one) => one.changes);
    const sensitive = changes.filter(
      ({ attributes, type }) =>
        type.startsWith("outreach_") && attributes.some(({ after }) => after.kind === "sensitive"),
    );
    const { text, shown } = shownIn(review, Infinity);
    expect(text).not.toContain("leaves out");
    expect(shown).toHaveLength(changes.length - sensitive.length);
  });

  it("at any length are only changes whose object and changed lines it has", () => {
    const word = fc.constantFrom("a", "be kind", "long ".repeat(60), "日本語".repeat(50), "w".repeat(300));
    const lines = fc.array(word, { maxLength: 40 });
    const edits = fc.array(fc.tuple(lines, lines, fc.integer({ min: 1, max: 30 })), { maxLength: 6 });
    fc.assert(
      fc.property(edits, fc.integer({ min: 1_500, max: 40_000 }), (all, limit) => {
        const resource_changes = all.flatMap(([before, after, times], edit) =>
          Array.from({ length: times }, (_, i) => {
            const text = (lines: readonly string[], side: string) =>
              lines.map((line, at) => `${side}${edit}x${at} ${line}`).join("\n");
            return snippet(`s${edit}_${i}`, text(before, "old"), text(after, "new"));
          }),
        );
        const review = reviewOf([stack("s", { resource_changes })]);
        const { text, shown } = shownIn(review, limit);
        for (const { address, attributes } of shown) {
          expect(text).toContain(`\`${address}\``);
          for (const { before, after } of attributes)
            for (const side of [before, after])
              for (const [mark] of JSON.stringify(side).matchAll(/(?:old|new)\d+x\d+/g))
                expect(text).toMatch(new RegExp(`${mark}\\b`));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("are no objects that a list has no place for", () => {
    const review = reviewOf([stack("s", { resource_changes: editsOfMany(400) })]);
    const { text, shown } = shownIn(review, 18_000);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(400);
    const named = review.stacks[0]!.changes.filter(({ address }) => text.includes(`\`${address}\``));
    expect(shown).toEqual(named);
  });
});

describe("a change of a sensitive text", () => {
  const changes = () => [
    snippet("secret", "s3cret one\n", "s3cret two\n", {
      before_sensitive: { prompt: true },
      after_sensitive: { prompt: true },
    }),
    snippet("plain", "One.\n", "Two.\n"),
  ];
  const outputs = ["review.md", "review.html", "review.txt", "review.json"];
  const args = () => outputs.flatMap((file) => ["--out", file]);
  const texts = () => outputs.map((file) => readFileSync(file, "utf8").replace(/<[^>]*>|[`*]/g, ""));

  it.each([
    [
      "stays unapproved, because no document shows it",
      [],
      ["outreach_snippet.plain"],
      "Not approved, because their texts are sensitive (to approve them without showing them, add --approve-sensitive):",
    ],
    [
      "gets approved with --approve-sensitive",
      ["--approve-sensitive"],
      ["outreach_snippet.plain", "outreach_snippet.secret"],
      "Approved without being shown, because their texts are sensitive:",
    ],
  ])("%s, and each document says so", async (_, options, covered, words) => {
    const { status, stderr } = await approve(plan(...changes()), ...args(), ...options);
    expect(status).toBe(2);
    expect(addresses()).toEqual(covered);
    const number = covered.length === 1 ? "1 change" : "2 changes";
    expect(stderr).toBe(
      `Approval of ${number}: written to approval.json.\n${words}\n  update outreach_snippet.secret\n`,
    );
    for (const text of texts().slice(0, 3))
      expect(text.replace(/\s+/g, " ")).toContain(`${words} update outreach_snippet.secret`);
    expect(JSON.parse(texts()[3]!)).toMatchObject({
      approvalExceptions: [{ stack: 0, change: 1, why: "sensitive", approved: options.length > 0 }],
    });
    expect(texts().join("")).not.toContain("s3cret");
  });

  it("says nothing of an approval if there is none", async () => {
    const { stderr } = await review("--plan", plan(...changes()), "--out", "review.json");
    expect(stderr).toBe("");
    expect(JSON.parse(readFileSync("review.json", "utf8"))).toMatchObject({ approvalExceptions: null });
    await expect(review("--plan", plan(...changes()), "--approve-sensitive")).rejects.toThrow(
      "--approve-sensitive needs --approval FILE.",
    );
  });
});

describe("the files of one review", () => {
  const change = () => plan(snippet("a", "One.\n", "Two.\n"));

  it("are in the formats that their endings name, unless --format names one", async () => {
    await review(
      "--plan",
      change(),
      ...["a.md", "b.HTML", "c.json", "d.txt"].flatMap((file) => ["--out", file]),
    );
    const starts = ["a.md", "b.HTML", "c.json", "d.txt"].map((file) =>
      readFileSync(file, "utf8").slice(0, 15),
    );
    expect(starts).toEqual(["## Plan review ", "<!doctype html>", '{\n  "formatVers', "Plan review of "]);
    await review("--plan", change(), "--out", "review.html");
    expect(readFileSync("review.html", "utf8")).toMatch(/^<!doctype html>/);
    await review("--plan", change(), "--out", "review.html", "--format", "text");
    expect(readFileSync("review.html", "utf8")).toMatch(/^Plan review of /);
    await review("--plan", change(), "--out", "review", "--out", "copy.json", "--format", "json");
    expect(readFileSync("review", "utf8")).toMatch(/^\{\n/);
  });

  it.each([
    [["--out", "a.md", "--out", "b"], "The ending of b names no format."],
    [
      ["--format", "json", "--out", "a.json", "--out", "b.html"],
      "--format json and --out b.html name two formats.",
    ],
    [["--out", "a.md", "--out", ""], '--out takes the name of a file, not "".'],
  ])("cannot be %j", async (args, message) => {
    await expect(review("--plan", change(), ...args)).rejects.toThrow(message);
  });

  it.each<[string, string, () => void]>([
    ["by the same name", "one.md", () => undefined],
    ["by another path", "./x/../one.md", () => mkdirSync("x", { recursive: true })],
    ["by a link", "link.md", () => symlinkSync("one.md", "link.md")],
    ["by a hard link", "hard.md", () => linkSync("one.md", "hard.md")],
    ["by a link to its folder", "folder/one.md", () => symlinkSync(".", "folder")],
  ])("are refused if two are one file %s, and nothing is written", async (_, other, make) => {
    rmSync(other, { force: true });
    writeFileSync("one.md", "{}");
    make();
    for (const args of [
      ["--out", "one.md", "--out", other],
      ["--out", "one.md", "--samples", other],
      ["--out", "one.md", "--findings", other],
      ["--approval", "one.md", "--findings", other],
      ["--out", other, "--approval", "one.md"],
      ["--approval", "one.md", "--plan", other],
    ]) {
      const plans = args.includes("--plan") ? [] : ["--plan", change()];
      await expect(review(...plans, ...args)).rejects.toThrow(/ are one file\. Name two files\.$/);
      expect(readFileSync("one.md", "utf8")).toBe("{}");
    }
  });

  it("are all empty if one of them cannot be written, and there is no approval", async () => {
    const long = "x".repeat(300);
    writeFileSync("approval.json", "The approval of an earlier review.");
    writeFileSync("b.html", "The review of an earlier run.");
    const args = ["--out", "a.md", "--out", `${long}.md`, "--out", "b.html", "--approval", "approval.json"];
    await expect(review("--plan", change(), ...args)).rejects.toThrow(
      /cannot be written to x+\.md: .*ENAMETOOLONG.* All files of --out are empty\.$/,
    );
    expect(["a.md", "b.html"].map((file) => readFileSync(file, "utf8"))).toEqual(["", ""]);
    expect(existsSync("approval.json")).toBe(false);
  });

  it("say nothing of an approval that is not written, because a workspace is not certain", async () => {
    const file = plan(...long());
    const uncertain = { ...(JSON.parse(readFileSync(file, "utf8")) as object), configuration: {} };
    writeFileSync(file, JSON.stringify(uncertain));
    await expect(review("--plan", file, "--out", "a.md", "--approval", "approval.json")).rejects.toThrow(
      "is not certain",
    );
    expect(readFileSync("a.md", "utf8")).not.toMatch(/approval/i);
  });
});
