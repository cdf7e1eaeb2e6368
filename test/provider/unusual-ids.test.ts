import { execFileSync } from "node:child_process";
import { fc } from "../fast-check";
import { quoted } from "../../src/prompts";
import { describe as described, importLines } from "../../src/provider/wording/subject";
import { anyText } from "../any-text";
import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

/** What would command a terminal, reorder what it shows, or end a word of a shell. */
const UNUSUAL = [
  "\u001b]0;owned\u0007",
  "a\nb",
  "\u009b2J",
  "\u202eevil",
  "\u{e0041}",
  "$(reboot)",
  "`reboot`",
  "it's",
  "a b",
  'a"b',
  "a\\b",
  "\u202ea\\x41",
  "-rf;",
  "caf\u00e9",
];

const COMMANDS_A_TERMINAL = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe("an id from a server", () => {
  it("is shown unchanged if it is plain", () => {
    expect(described({ type: "t", id: "clu_1.a:b-C" })).toBe("t (clu_1.a:b-C)");
    expect(importLines("t", ["clu_1.a:b-C"])).toBe(
      '  terraform import t.NAME clu_1.a:b-C      (CDKTF: importFrom("clu_1.a:b-C"))',
    );
  });

  it.each(UNUSUAL)("is shown in quotes on one line, without a command to the terminal, if it is %j", (id) => {
    const shown = described({ type: "t", id });
    expect(shown).toBe(`t (${quoted(id)})`);
    expect(shown).not.toMatch(/\n/);
    expect(`${shown}${importLines("t", [id])}`).not.toMatch(COMMANDS_A_TERMINAL);
  });

  it("keeps the joiners that scripts and emoji need", () => {
    expect(quoted("\u{1f469}\u200d\u{1f4bb}")).toBe('"\u{1f469}\u200d\u{1f4bb}"');
  });

  it("is one word of the import command and one literal of the CDKTF code, whatever its characters", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((one) => !one.includes("\0"));
    const any = fc.oneof(text, fc.constantFrom(...UNUSUAL), anyText({ minLength: 1 }));
    const ids = fc.sample(any, { numRuns: 300, seed: 4 }).filter((id) => !/[\0\p{Cs}]/u.test(id));
    const lines = importLines("t", ids).split("\n");
    expect(lines).toHaveLength(ids.length);
    const [words, literals] = [
      /^ {2}terraform import t\.NAME (.+) {6}\(CDKTF/su,
      /importFrom\((".*")\)\)$/su,
    ].map((pattern) => lines.map((line) => pattern.exec(line)![1]!));
    const printed = execFileSync("bash", ["-c", `printf '%s\\0' ${words!.join(" ")}`]).toString();
    expect(printed.split("\0").slice(0, -1)).toEqual(ids);
    expect(literals!.map((literal) => JSON.parse(literal) as string)).toEqual(ids);
  });
});

describe.each(KINDS)("a list of %s with an unusual id", (_type, { type, given, operations }) => {
  it("causes a warning without a command to the terminal or the shell", async () => {
    const id = "\u202e$(reboot)";
    const [list, fields] =
      type === "outreach_cluster"
        ? ["clusters", { clusterId: id, clusterName: given["name"], associatedCount: 0, createdAt: "" }]
        : ["snippets", { snippetId: id, name: given["name"] }];
    const body = { [list]: [fields], nextToken: null };
    bench.fault(operations.list, { type: "status", status: 200, body });
    const { warnings } = await bench.managed(type).refreshAndPlan(given);
    const { summary, detail } = warnings[0]!;
    expect(summary).toContain(`exists already ("\\u202e$(reboot)")`);
    expect(detail).toContain(`terraform import ${type}.NAME $'\\xe2\\x80\\xae$(reboot)' `);
    expect(`${summary}${detail}`).not.toMatch(COMMANDS_A_TERMINAL);
  });
});

describe.each(KINDS)("a state of %s without an id, as after an edit by hand,", (_type, { type, given }) => {
  it.each([null, ""])("is refused by each step without a call, if the id is %j", async (id) => {
    const object = await bench.managed(type).applied(given);
    object.alter({ id });
    bench.simulator.clearJournal();
    const summary = `The state of ${type} has no id`;
    await expect(object.refresh()).rejects.toThrow(summary);
    await expect(object.plan(given)).rejects.toThrow(summary);
    await expect(object.plan(null)).rejects.toThrow(summary);
    expect(bench.simulator.journal()).toEqual([]);
    expect(bench.objects()).toHaveLength(1);
  });
});
