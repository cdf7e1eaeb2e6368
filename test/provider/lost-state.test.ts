import { inRange } from "./many";
import { waits } from "./quick-waits";
import { useWorkbench, type Given, type Managed, type ProviderProcess } from "./workbench";

const bench = useWorkbench();
const LOST =
  "10 or more planned creates have the names of existing objects, and this plan shows no managed object";

/** The declared object with a number: snippets and clusters in turn. */
const declaredAt = (at: number): { type: Managed["type"]; given: Given } =>
  at % 2 === 0
    ? { type: "outreach_snippet", given: { name: `snippet ${at}`, prompt: "Hi" } }
    : { type: "outreach_cluster", given: { name: `cluster ${at}` } };

/** Creates objects as a lost state leaves them, and plans their creates. Returns the errors. */
async function planned(count: number, meanwhile?: (planning: ProviderProcess) => Promise<unknown>) {
  const declared = inRange(count, declaredAt);
  for (const { type, given } of declared) bench.bystander(type, given);
  return bench.provider.run(async (planning) => {
    const plans = declared.map(({ type, given }) => planning.plan(type, given, bench.managed(type).instance));
    const results = await Promise.allSettled([...plans, meanwhile?.(planning)]);
    return results.flatMap((one) => (one.status === "rejected" ? String(one.reason) : []));
  });
}

describe("a plan whose creates have the names of unmanaged objects", () => {
  it("is refused if there are ten of them and no managed object, and nothing is written", async () => {
    const errors = await planned(10);
    expect(errors).toEqual([expect.stringContaining(LOST)]);
    expect(errors[0]).toContain("If you really want duplicates, set OUTREACH_ALLOW_DUPLICATES=true.");
    expect(bench.objects()).toHaveLength(10);
  });

  it("is refused once, however many there are", async () => {
    expect(await planned(30)).toHaveLength(1);
  });

  it("passes if there are nine of them", async () => {
    expect(await planned(9)).toEqual([]);
  });

  it("passes if a managed object appears, even after the creates", async () => {
    const snippet = await bench.snippet().settled({ name: "Managed", prompt: "Hi" });
    // The tenth create waits in steps of 100 ms.
    const appearing = new Promise<void>((resolve) => {
      waits.begun = (ms) => {
        if (ms === 100) resolve();
        return undefined;
      };
    });
    const refresh = async (planning: ProviderProcess) => {
      await appearing;
      await planning.refresh("outreach_snippet", snippet.instance);
    };
    expect(await planned(10, refresh)).toEqual([]);
  });

  it("passes if duplicates are wanted", async () => {
    process.env["OUTREACH_ALLOW_DUPLICATES"] = "true";
    expect(await planned(10)).toEqual([]);
  });
});
