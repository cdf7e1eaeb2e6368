import { type Diagnostic, parseDiagnostic } from "../../../src/estate/engine/diagnostics";
import { attachWarnings } from "../../../src/commands/review/warnings/attach";
import { changeOf, resource, stackOf, warning } from "./planned-change";

const cluster = {
  ...changeOf({}),
  address: 'outreach_cluster.a["k"]',
  type: "outreach_cluster",
  id: "clu_1",
};

describe("a warning", () => {
  const ownersOf = (...all: Parameters<typeof warning>) => {
    const { changes, diagnostics } = attachWarnings([warning(...all)], [cluster]);
    return { beside: changes[0]!.warnings.length, withStack: diagnostics.length };
  };

  it.each<[string, Parameters<typeof warning>]>([
    ["has its address", ["w", 'outreach_cluster.a["k"]']],
    ["has no address and names its type and id", ["outreach_cluster (clu_1) is in use"]],
    ["names its type and id within the summary", ["The API keeps outreach_cluster (clu_1): odd"]],
  ])("is shown beside the object if it %s", (_, all) => {
    expect(ownersOf(...all)).toEqual({ beside: 1, withStack: 0 });
  });

  it.each<[string, Parameters<typeof warning>]>([
    ["another address", ["outreach_cluster (clu_1) is in use", "outreach_cluster.b"]],
    ["no address, and names another type with that id", ["outreach_snippet (clu_1) is in use"]],
    ["no address, and names another id", ["outreach_cluster (clu_12) is in use"]],
    ["no address, and names no object", ["Something is odd"]],
  ])("is shown with the stack if it has %s", (_, all) => {
    expect(ownersOf(...all)).toEqual({ beside: 0, withStack: 1 });
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

  it("are compared with few objects each, however many objects there are", () => {
    const reads = (count: number): number => {
      let reads = 0;
      const numbers = Array.from({ length: count }, (_, i) => i);
      const changes = numbers.map((i) => {
        const get = () => ((reads += 1), `outreach_cluster.a["${i}"]`);
        return Object.defineProperty({ ...cluster, id: `clu_${i}` }, "address", { enumerable: true, get });
      });
      const said = numbers.map((i) => warning(`outreach_cluster (clu_${i}) is in use`));
      expect(attachWarnings(said, changes).diagnostics).toEqual([]);
      return reads;
    };
    expect(reads(200)).toBeLessThan(3 * reads(100));
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
