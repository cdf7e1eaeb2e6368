import { type Diagnostic, parseDiagnostic } from "../../../src/estate/engine/diagnostics";
import { attachWarnings } from "../../../src/commands/review/warnings";
import { changeOf, resource, stackOf, warning, withFacts } from "./planned-change";

const cluster = {
  ...changeOf({}),
  address: 'outreach_cluster.a["k"]',
  type: "outreach_cluster",
  id: "clu_1",
};

describe("a warning", () => {
  const CLUSTER = "outreach_cluster";
  it.each<[string, string | null, [type: string, id: string] | null, boolean]>([
    ["has its address", 'outreach_cluster.a["k"]', null, true],
    ["has no address, and facts that name its type and id", null, [CLUSTER, "clu_1"], true],
    ["has another address", "outreach_cluster.b", [CLUSTER, "clu_1"], false],
    ["has facts that name another type", null, ["outreach_snippet", "clu_1"], false],
    ["has facts that name another id", null, [CLUSTER, "clu_12"], false],
    ["has neither", null, null, false],
  ])("that %s is shown beside its object, or else with the stack", (_, address, object, isBeside) => {
    // The words of the summary decide nothing.
    const said = warning("outreach_cluster (clu_1) is in use", address);
    const about = object === null ? said : withFacts(said, { object: { type: object[0], id: object[1] } });
    const { changes, diagnostics } = attachWarnings([about], [cluster]);
    expect([changes[0]!.warnings, diagnostics]).toEqual(isBeside ? [[about], []] : [[], [about]]);
  });
});

describe("warnings", () => {
  it("are shown once, beside their object or with the stack", () => {
    const mine = warning("mine", "other_thing.x");
    const other = warning("other", "other_thing.unchanged");
    const error: Diagnostic = { ...warning("bad", "other_thing.x"), severity: "error" };
    const { changes, diagnostics, totals } = stackOf(
      { resource_changes: [resource({})] },
      mine,
      other,
      mine,
      error,
    );
    expect(changes[0]!.warnings).toEqual([mine]);
    expect(diagnostics).toEqual([error, other]);
    expect(totals).toMatchObject({ warning: 2, error: 1 });
  });

  it("are read from the engine's lines, and other lines are not", () => {
    const line = JSON.stringify({
      type: "diagnostic",
      diagnostic: { severity: "warning", summary: "s", detail: "d" },
    });
    expect([line, "plain text", '{"type":"version"}', "{ broken"].map(parseDiagnostic)).toEqual([
      { severity: "warning", summary: "s", detail: "d", address: null, source: null, prompt: null },
      undefined,
      undefined,
      undefined,
    ]);
  });
});
