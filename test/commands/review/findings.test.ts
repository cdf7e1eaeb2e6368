import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { exitStatusOf } from "../../../src/commands/review";
import { readFindings, withFindings } from "../../../src/commands/review/findings";
import { documentOf, type ReviewDocument } from "../../../src/commands/review/document";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { printMarkdown } from "../../../src/commands/review/markdown";
import type { Finding, Review } from "../../../src/commands/review/model/review";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { bundleCommand } from "../command";
import { editsOfMany } from "./many-edits";
import { planned, renderMarkdown, seen, stack } from "./every-format";
import { recordedStack } from "./recorded";

const command = bundleCommand();
afterAll(() => command.remove());

const schema = join(__dirname, "../../../docs/guides/findings.schema.json");
const isAccepted = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")) as object,
);

let files = 0;
function fileWith(content: unknown): string {
  const file = join(command.folder, `findings-${(files += 1)}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
const readAll = (content: unknown) => readFindings(fileWith(content));

const NOWHERE: Finding = {
  ...{
    tool: null,
    level: "warning",
    message: "Too pushy.",
    stack: null,
    address: null,
    file: null,
    line: null,
  },
};

describe("a list of findings", () => {
  it.each([
    [{ message: "Too pushy." }, NOWHERE],
    [{ ...NOWHERE, level: null }, NOWHERE],
    [
      { message: "m", address: "outreach_snippet.x", stack: "emea", level: "error", tool: "promptfoo" },
      {
        ...NOWHERE,
        message: "m",
        address: "outreach_snippet.x",
        stack: "emea",
        level: "error",
        tool: "promptfoo",
      },
    ],
    [
      { message: "m", file: "prompts/a.md", line: 3, level: "note" },
      { ...NOWHERE, message: "m", file: "prompts/a.md", line: 3, level: "note" },
    ],
  ])("is accepted by the published schema and read: %j", (given, expected) => {
    expect([isAccepted([given]), readAll([given])]).toEqual([true, [expected]]);
  });

  it.each([
    [[{}], "[0].message is missing"],
    [[{ message: 1 }], "[0].message is not a text"],
    [[{ message: "m", adress: "x" }], 'has the key "adress"'],
    [[{ message: "m", line: 0 }], "[0].line is not a whole number from 1"],
    [[{ message: "m", level: "fatal" }], '[0].level is none of "error", "warning", "note"'],
    [[{ message: "m", address: ["x"] }], "[0].address is not a text"],
    [["m"], "[0] is not an object"],
  ])("is refused by the published schema and with the place: %j", (given, problem) => {
    expect(isAccepted(given)).toBe(false);
    expect(() => readAll(given)).toThrow(problem);
  });

  it.each(["", "{", "null", '"m"', '{"version":"2.0.0","runs":[]}', '{"version":"2.1.0"}', "{}"])(
    "is no list and no SARIF, so the error names the file: %j",
    (content) => {
      expect(() => readAll(content)).toThrow(
        /^".*findings-\d+\.json", a file of --findings, is neither a list of findings nor SARIF 2\.1\.0: .*\.$/,
      );
    },
  );
});

it.each([
  [{ ruleId: "a" }, "error"],
  [{ ruleId: "a", level: "note" }, "note"],
  [{ rule: { id: "b" } }, "warning"],
  [{ ruleId: "c" }, "note"],
  [{ ruleIndex: 0 }, "error"],
  [{ ruleId: "a", kind: "informational" }, "note"],
  [{ ruleId: "a", kind: "fail" }, "error"],
  [{ kind: "review", level: "error" }, "error"],
])("the result %j of SARIF has the level of its rule if it has none: %s", (result, level) => {
  const levels = { a: "error", b: undefined, c: "none" };
  const rules = Object.entries(levels).map(([id, one]) => ({ id, defaultConfiguration: { level: one } }));
  const run = { tool: { driver: { name: "lint", rules } }, results: [{ message: { text: "m" }, ...result }] };
  expect(readAll({ version: "2.1.0", runs: [run] }).map((one) => one.level)).toEqual([level]);
});

describe("SARIF", () => {
  const sarif = (...results: unknown[]) => ({
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "vale" } }, results }],
  });
  const place = (uri: string, startLine?: unknown) => ({
    physicalLocation: { artifactLocation: { uri }, region: { startLine } },
  });
  const found = (result: object) => readAll(sarif(result)).map(({ tool: _, stack: __, ...rest }) => rest);

  it("is read with its tool, rule and level, and with the file and line of its first location", () => {
    const result = {
      ...{ ruleId: "Tone.Pushy", level: "error", message: { text: "Too pushy." } },
      locations: [place("prompts/a%20b.md", 3), place("file:///work/c.md")],
    };
    expect(readAll(sarif(result))).toEqual([
      {
        ...NOWHERE,
        tool: "vale",
        level: "error",
        message: "Tone.Pushy: Too pushy.",
        file: "prompts/a b.md",
        line: 3,
      },
    ]);
    expect(found({ ...result, locations: [place("file:///work/c.md")] })).toMatchObject([
      { file: "/work/c.md", line: null },
    ]);
  });

  it.each([
    [{ message: { text: "m" } }, { level: "warning", message: "m", file: null }],
    [{ message: { text: "m" }, level: "none" }, { level: "note" }],
    [{ message: { id: "tone" }, ruleId: "R1" }, { message: "R1" }],
    [
      { message: "m", locations: [place("a.md", 0)] },
      { message: "", file: "a.md", line: null },
    ],
    [null, { message: "" }],
  ])("loses no result that lacks something: %j", (result, expected) => {
    expect(found(result as object)).toMatchObject([expected]);
  });

  it.each([
    [{ level: "fatal" }, '[0].level is none of "error", "warning", "note"'],
    [{ locations: [place("a.md", "3")] }, "[0].line is not a whole number from 1"],
    [{ locations: [place("%zz")] }, "URI malformed"],
  ])("is refused with the place of a wrong member: %j", (result, problem) => {
    expect(() => readAll(sarif(result))).toThrow(problem);
  });

  it("has no finding for a rule that passed, and none for a run without results", () => {
    expect(found({ kind: "pass", message: { text: "m" } })).toEqual([]);
    expect(readAll({ version: "2.1.0", runs: [{ tool: {} }, { results: null }] })).toEqual([]);
  });
});

const side = (prompt: string) => ({ name: "S", id: "1", prompt });
const snippet = (name: string, more: object = {}) => ({
  ...planned("outreach_snippet", ["update"], side("old"), side("new")),
  ...{ address: `outreach_snippet.${name}`, ...more },
});

/** Returns the review of stacks with one change of each prompt file's name. */
function reviewed(findings: Partial<Finding>[], ...stacks: PlannedStack[]): Review {
  const planned =
    stacks.length > 0 ? stacks : [stack("s", { resource_changes: [snippet("a"), snippet("b")] })];
  const uses = (name: string) =>
    [
      `outreach_snippet.${name}`,
      [
        { place: "", file: `prompts/${name}.md`, is: "part" },
        { place: "", file: "prompts/end.md", is: "part" },
      ],
    ] as const;
  const sources = new Map([
    ["s", { uses: new Map([uses("a"), uses("b")]), declared: undefined, blocks: new Map() }],
  ]);
  const all = findings.map((one) => ({ ...NOWHERE, ...one }));
  return withFindings(reviewOf(planned), all, { planned, sources: sources as never });
}

/** Returns the addresses of the changes that each finding concerns. */
const objectsOf = ({ findings, stacks }: Review) =>
  findings!.map((_, i) =>
    stacks.flatMap(({ name, changes }) =>
      changes.filter((one) => one.findings.includes(i)).map(({ address }) => `${name} ${address}`),
    ),
  );

describe("a finding", () => {
  it("belongs to the changes with its address, in its stack or in all stacks", () => {
    const stacks = ["s", "t"].map((name) => stack(name, { resource_changes: [snippet("a"), snippet("b")] }));
    const address = "outreach_snippet.a";
    const review = reviewed(
      [{ address }, { address, stack: "t" }, { address, stack: "u" }, { address: "outreach_snippet.c" }],
      ...stacks,
    );
    expect(objectsOf(review)).toEqual([[`s ${address}`, `t ${address}`], [`t ${address}`], [], []]);
  });

  it("without an address belongs to the changes whose prompts use its file", () => {
    const review = reviewed([
      { file: "prompts/a.md" },
      { file: "./prompts/end.md", line: 9 },
      { file: "prompts/c.md" },
    ]);
    expect(objectsOf(review)).toEqual([
      ["s outreach_snippet.a"],
      ["s outreach_snippet.a", "s outreach_snippet.b"],
      [],
    ]);
  });

  it("a finding is shown beside its object in every format, and in a separate list if it has no object", () => {
    const review = reviewed([
      { tool: "promptfoo", address: "outreach_snippet.b", message: "Too pushy." },
      { tool: "vale", file: "prompts/c.md", line: 3, level: "error", message: "Not about a change." },
    ]);
    for (const text of seen(review)) {
      expect(text).toMatch(/Finding.*promptfoo, warning, outreach_snippet\.b.*Too pushy\./i);
      expect(text).toMatch(/Finding.*vale, error, prompts\/c\.md, line 3.*Not about a change\./i);
    }
    expect(renderMarkdown(review)).toContain("🔎 1 finding");
  });

  it("changes neither the groups of alike changes nor their order", () => {
    const [without, review] = [reviewed([]), reviewed([{ address: "outreach_snippet.b" }])];
    expect(review.groups).toEqual(without.groups);
    expect(review.groups).toHaveLength(1);
  });

  it("about a created object is shown in the entry of the delete that it is a pair with", () => {
    const [gone, added] = [
      { ...planned("outreach_snippet", ["delete"], side("p"), null), address: "outreach_snippet.old" },
      {
        ...planned("outreach_snippet", ["create"], null, { name: "S", prompt: "p" }),
        address: "outreach_snippet.new",
      },
    ];
    const review = reviewed(
      [{ address: "outreach_snippet.new", message: "Of the pair." }],
      stack("s", { resource_changes: [gone, added] }),
    );
    expect(review.pairs).toHaveLength(1);
    for (const text of seen(review)) expect(text.match(/Of the pair\./g)).toHaveLength(1);
  });

  it("is shortened in what people read, and whole in the JSON", () => {
    const message = `${"Long. ".repeat(200_000)}END`;
    const review = reviewed([{ message }, { address: "outreach_snippet.a", message: "line\n".repeat(5000) }]);
    expect(review.findings![0]!.message).toBe(message);
    for (const text of seen(review)) {
      expect(text.length).toBeLessThan(20_000);
      expect(text).not.toContain("END");
    }
  });

  it("takes no room from the changes of a comment, at every length", () => {
    const long = { tool: "t".repeat(999), message: "Long. ".repeat(999) };
    const resource_changes = editsOfMany(40);
    const beside = resource_changes.map(({ address }) => ({ ...long, address }));
    const others = Array.from({ length: 50 }, () => ({ ...long, file: "c.md" }));
    const [without, review] = [[], [...beside, ...others]].map((all) =>
      documentOf(reviewed(all, stack("s", { resource_changes }))),
    ) as [ReviewDocument, ReviewDocument];
    const plain = printMarkdown(without).text.length;
    for (let limit = 1_000; limit < plain + 99_000; limit += limit < plain + 999 ? 97 : 9_973) {
      const { text, shown } = printMarkdown(review, undefined, limit);
      expect(shown).toEqual(printMarkdown(without, undefined, limit).shown);
      if (limit > 4_000) expect(text.length).toBeLessThanOrEqual(limit);
      const missing = /^To fit into one comment, this leaves out (\d+) of the findings/m.exec(text)?.[1];
      const blocks = text.match(/\*\*Finding\*\*/g)?.length ?? 0;
      expect(Number(missing ?? 0) + blocks).toBe(beside.length + others.length);
    }
  });

  it("has no value of a sensitive variable in any member", () => {
    const secret = "hush-hush-value";
    const plan = {
      resource_changes: [snippet("a")],
      variables: { token: { value: secret } },
      configuration: { root_module: { variables: { token: { sensitive: true } } } },
    };
    const all = {
      tool: secret,
      message: `It says ${secret}.`,
      address: secret,
      file: `${secret}.md`,
      stack: secret,
    };
    expect(JSON.stringify(reviewed([all], stack("s", plan)))).not.toContain(secret);
  });

  it.each([
    ["error", true, 3],
    ["warning", true, 3],
    ["note", true, 2],
    ["error", false, 2],
  ] as const)("of the level %s with --fail-on finding: %s ends with %i", (level, isGiven, status) => {
    const failOn = new Set(isGiven ? (["finding"] as const) : []);
    expect(exitStatusOf(reviewed([{ level }]), failOn)).toBe(status);
  });
});

describe("review --findings", () => {
  const plan = join(command.folder, "plan.json");
  writeFileSync(plan, JSON.stringify(recordedStack("update").plan));
  const review = (...args: string[]) => command.run("review", "--plan", plan, ...args);

  it("may be repeated, and prints for each change the indexes of its findings in the JSON", async () => {
    const address = recordedStack("update").plan.resource_changes!.find(
      ({ change }) => change.actions[0] === "update",
    )!.address;
    const list = fileWith([{ address, message: "One." }]);
    const { status, stdout } = await review(
      "--findings",
      list,
      "--findings",
      fileWith([{ message: "Two." }]),
      "--findings",
      list,
      "--format",
      "json",
    );
    const { findings, stacks } = JSON.parse(stdout) as Review;
    expect(status).toBe(2);
    expect(findings!.map(({ message }) => message)).toEqual(["One.", "Two.", "One."]);
    const changes = stacks[0]!.changes.filter((one) => one.findings.length > 0);
    expect(changes.map((one) => [one.address, one.findings])).toEqual([[address, [0, 2]]]);
  });

  it.each([
    [
      ["--findings", "missing.json"],
      '"missing.json", a file of --findings, is neither a list of findings nor SARIF 2.1.0: ENOENT',
    ],
    [["--findings", plan], "is neither a list of findings nor SARIF 2.1.0: version is"],
  ])("explains what is wrong with %j", async (args, message) => {
    const { status, stderr } = await review(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});
