import { fc } from "../../fast-check";
import { type Diagnostic, parseDiagnostic } from "../../../src/cli/engine/diagnostics";
import { attachWarnings, isAbout } from "../../../src/cli/review/warnings/attach";
import { quoted } from "../../../src/prompt";
import { changeOf, resource, stackOf, warning } from "./planned-change";

describe("warnings", () => {
  const object = { address: 'outreach_cluster.a["k"]', type: "outreach_cluster", name: "Sales", id: "clu_1" };

  it.each([
    ["names its address", warning("w", 'outreach_cluster.a["k"]')],
    ["mentions its address", warning('Something about outreach_cluster.a["k"] is odd')],
    [
      "mentions it after a longer address",
      warning('Between outreach_cluster.a["k"].more and outreach_cluster.a["k"]'),
    ],
    ["starts with its address", warning('outreach_cluster.a["k"] is odd')],
    ["mentions its type and name", warning('outreach_cluster "Sales" is in use')],
    ["mentions its type and id", warning("outreach_cluster (clu_1) is in use")],
  ])("belong to an object where the diagnostic %s", (_, diagnostic) => {
    expect(isAbout(diagnostic, object)).toBe(true);
  });

  it("belong to an object whose name could command a terminal, which the provider spells out", () => {
    const name = "a\u202eb\u009bc";
    const about = warning(`${object.type} ${quoted(name)} is in use`);
    const changes = [{ ...changeOf({}), ...object, name }];
    expect(attachWarnings([about], changes).diagnostics).toEqual([]);
  });

  it.each([
    ["its address without the key", warning("w", "outreach_cluster.a")],
    ["another address", warning('outreach_cluster "Sales"', "outreach_cluster.b")],
    ["a longer address", warning('outreach_cluster.a["k"].more is odd')],
    ["another kind of that name", warning('outreach_snippet "Sales" is in use')],
    ["another kind of that id", warning("outreach_snippet (clu_1) is in use")],
    ["its address in a module", warning('module.m.outreach_cluster.a["k"] is odd')],
    ["a longer name", warning('outreach_cluster "Sales EU" is in use')],
    ["nothing", warning("Something is odd")],
  ])("do not belong to it where it names %s", (_, diagnostic) => {
    expect(isAbout(diagnostic, object)).toBe(false);
  });

  it("do not belong to an object without an address", () => {
    const nowhere = { ...object, address: "", name: null, id: null };
    expect(isAbout(warning("Something is odd"), nowhere)).toBe(false);
  });

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

  it("reach every object that they may be about, whatever its words", () => {
    const word = fc.constantFrom("a", "b", "a b", "é", "-", "", '"', "(a)", "a-b", "1", "a.b", "[", "\n");
    const object = fc.record({
      address: fc.tuple(word, word).map(([one, other]) => `outreach_cluster.a${one}["${other}"]`),
      name: fc.option(word),
      id: fc.option(word),
    });
    const text = ({ address, name, id }: { address: string; name: string | null; id: string | null }) =>
      fc.constantFrom(address, `outreach_cluster ${JSON.stringify(name)}`, `outreach_cluster (${id})`);
    const objects = fc.array(object, { minLength: 1, maxLength: 4 });
    const given = objects.chain((all) => fc.tuple(fc.constant(all), text(all[0]!), word, word));
    fc.assert(
      fc.property(given, ([all, about, before, after]) => {
        const changes = all.map((one) => ({
          ...changeOf({}),
          type: "outreach_cluster",
          ...one,
        }));
        const one = warning(before + about + after);
        const isOfNone = !changes.some((change) => isAbout(one, change));
        expect(attachWarnings([one], changes).diagnostics).toEqual(isOfNone ? [one] : []);
      }),
      { numRuns: 1_000 },
    );
  });

  it("are compared with few objects each, however many there are", () => {
    const reads = (count: number): number => {
      let reads = 0;
      const numbers = Array.from({ length: count }, (_, i) => i);
      const changes = numbers.map((i) => {
        const change = { ...changeOf({}), type: "outreach_cluster", name: `Sales ${i}`, id: `clu_${i}` };
        const get = () => ((reads += 1), `outreach_cluster.a["${i}"]`);
        return Object.defineProperty(change, "address", { enumerable: true, get });
      });
      const said = numbers.map((i) => warning(`outreach_cluster "Sales ${i}" (clu_${i}) is in use`));
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
      { severity: "warning", summary: "s", detail: "d", address: null, source: null },
      undefined,
      undefined,
      undefined,
    ]);
  });
});
