import { textOf } from "../../../src/commands/probe/report";
import { callsOf } from "../../../src/commands/probe/run-probe";
import { defaultDialect } from "../../../src/simulator";
import { ask, identity, inWords, probe, simulate } from "./probing";
import { withHabits } from "./proxy";

it("a probe takes about the number of calls that its plan says, and advises nothing if the defaults suit", async () => {
  const { report, calls } = await probe(await simulate(), { objects: 60 });
  const planned = callsOf({ objects: 60, rate: false });
  expect(calls).toBeLessThanOrEqual(planned);
  expect(calls).toBeGreaterThan(planned / 2);
  expect(report.advice).toEqual([]);
  const text = textOf(report);
  expect(text).toMatch(/\n\nThe defaults of the provider suit what the probe has seen\.\n$/);
  expect(text).toMatch(
    /^certain {3}request without a required field: status 400, error body: error-object$/m,
  );
});

it("a server that renews the creation time, or stores a prompt in a form of its own, is recognised", async () => {
  let updates = 0;
  const simulator = await simulate();
  const url = await withHabits(simulator, {
    changes: (operation, { prompt, ...body }) => {
      if (operation.startsWith("Update")) updates += 1;
      return prompt === undefined ? body : { ...body, prompt: String(prompt).toUpperCase() };
    },
    responds: (operation, body) =>
      operation === "GetSnippet" && "createdAt" in body
        ? { ...body, createdAt: new Date(updates * 60_000) }
        : body,
  });
  expect(inWords(await ask({ url }, "times, and what an update changes"))).toContain(
    "the provider takes the object for another one",
  );
  const prompt = "how a prompt is stored: line ends, white space, HTML, quotes, Unicode";
  const answer = await ask({ url }, prompt);
  expect(inWords(answer)).toBe("certain: in another form (the provider sees a difference)");
  expect(answer.dialect).toEqual({});
});

describe("a server that limits the rate", () => {
  it("gets every answer right, and the advice names the setting", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "quota", calls: 10, perMs: 1_000 } });
    const { report } = await probe(simulator, { objects: 0 });
    const { dialect } = report.behaviour;
    expect(defaultDialect).toMatchObject(dialect);
    const unseen = Object.keys(defaultDialect).filter((name) => !(name in dialect));
    expect(unseen).toEqual(["associatedCount", "pageSize", "maximumPageSize"]);
    expect(report.advice.map(({ set }) => set)).toEqual(["requests_per_second"]);
    expect(simulator.objects(identity.workspaceId)).toEqual([]);
  });

  it.each([
    [429, true],
    [503, false],
  ])("shows its limit with --rate, which stops at the first refusal (%i)", async (status, retryAfter) => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "quota", calls: 41, perMs: 1_000, status, retryAfter } });
    let reads = 0;
    const answer = await ask(simulator, "limit of the request rate", () => {
      reads = simulator.counts().GetSnippet;
      simulator.clearFaults();
    });
    // One create and 40 reads are accepted; nine more reads may have been on their way.
    expect(reads).toBeLessThanOrEqual(50);
    expect(inWords(answer)).toMatch(new RegExp(`^likely: status ${status} after 40 reads in 0.0 s, `));
    expect(answer.requestsPerSecond).toBe(38);
  });

  it("shows no limit if it accepts 300 reads, and gets no more of them", async () => {
    const simulator = await simulate();
    let reads = 0;
    const answer = await ask(
      simulator,
      "limit of the request rate",
      () => (reads = simulator.counts().GetSnippet),
    );
    expect([inWords(answer), reads]).toEqual(["not seen: 300 reads in 0.0 s were all accepted", 300]);
  });
});

describe("a server that fails", () => {
  it.each([500, 400])(
    "gives no answer to a question that relies on an update refused with %i",
    async (status) => {
      const simulator = await simulate();
      simulator.addFault({ operation: "UpdateSnippet", effect: { type: "status", status } });
      for (const title of ["time until reads and lists show a write", "times, and what an update changes"])
        expect(inWords(await ask(simulator, title))).toBe(`not seen: refused with ${status}`);
    },
  );

  it("does not respond: the probe ends, and has removed its objects", async () => {
    const simulator = await simulate();
    const onStep = (title: string) => {
      if (title === "two objects with the same name") simulator.addFault({ effect: { type: "reset" } });
      else simulator.clearFaults();
    };
    await expect(probe(simulator, { objects: 0, onStep })).rejects.toThrow(/^CreateCluster: /);
    expect(simulator.objects()).toEqual([]);
  });

  it("may be late by more than 30 s, which is the lag of the report", async () => {
    const answer = await ask(await simulate({ lagMs: 40_000 }), "time until reads and lists show a write");
    expect(inWords(answer)).toMatch(/^likely: not within 30 s: a read shows a create, /);
    expect(answer.lagMs).toBe(30_000);
  });

  it("ends the probe before it creates anything if the credentials are refused", async () => {
    const simulator = await simulate({ credentials: [{ userId: "other", workspaceId: "other" }] });
    await expect(probe(simulator)).rejects.toThrow("ListSnippet: the server responded with 401");
    expect(simulator.counts().CreateSnippet).toBe(0);
  });
});
