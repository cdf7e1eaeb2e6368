import type { Dialect } from "../../src/simulator";
import { workbench } from "./harness";

/** Those that change the most; test/provider/drift has every way of storing texts. */
const dialects: Partial<Dialect>[] = [
  { storedText: "line-feeds", createStatus: "201", timestamps: "seconds", noOpUpdate: "untouched" },
  { storedText: "trim", deleteClusterAnswer: "no-content", timestamps: "offset" },
  { storedText: "nfd", deleteClusterAnswer: "identifiers", absentDescription: "empty" },
];

/**
 * Every form that a server may normalise: line endings, line breaks at the end, composed and decomposed
 * letters.
 */
const texts = {
  line_feeds: "one\ntwo\n",
  carriage_returns: "one\r\ntwo\r\n",
  old_mac: "one\rtwo",
  many_line_breaks: "one\n\n\n",
  only_a_line_break: "\n",
  blanks_at_both_ends: "  one two \t",
  composed: "Z\u00fcrich {stra\u00dfe} \u1e9b\u0323",
  decomposed: "Zu\u0308rich {Stadt} e\u0301",
};

/** Returns the entries that have their turn: every other one, from the first or the second on. */
const alternating = <T>(entries: readonly T[], first: number) =>
  entries.filter((_, index) => index % 2 === first % 2);

describe.each(dialects)("a server that normalises: $storedText (scenario 12)", (dialect) => {
  const bench = workbench({ dialect });

  it("causes no drift and no inconsistent result, whatever the form of the text", async () => {
    const project = await bench.project();
    // test/provider/drift has each text in each kind, so here each text is in one of them.
    const turn = dialects.indexOf(dialect);
    const entries = Object.entries(texts);
    const configure = (prefix: string) =>
      project.configure({
        resource: {
          outreach_cluster: Object.fromEntries(
            alternating(entries, turn).map(([name, text]) => [
              name,
              { name: `${prefix}${name} ${text}`, description: `${prefix}${text}` },
            ]),
          ),
          outreach_snippet: Object.fromEntries(
            alternating(entries, turn + 1).map(([name, text]) => [
              name,
              { name: `${prefix}${name} ${text}`, prompt: `${prefix}${text}` },
            ]),
          ),
        },
      });
    configure("");
    await project.apply();
    expect(bench.simulator().objects()).toHaveLength(entries.length);
    await project.expectEmptyPlan();

    configure("more ");
    expect(Object.values(await project.actions())).toEqual(entries.map(() => "update"));
    await project.apply("plan");
    await project.expectEmptyPlan();

    await project.destroy();
    expect(bench.simulator().objects()).toEqual([]);
  });
});
