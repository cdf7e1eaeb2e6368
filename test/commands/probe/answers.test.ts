import { textOf } from "../../../src/commands/probe/report";
import { callsOf } from "../../../src/commands/probe/run-probe";
import { defaultDialect } from "../../../src/simulator";
import { ask, identity, inWords, probe, simulate } from "./probing";
import { withHabits } from "./proxy";

it("a probe takes about the number of calls that its plan says, and advises nothing if the defaults suit", async () => {
  const { report, failed, calls } = await probe(await simulate(), { objects: 60 });
  expect(failed).toEqual([]);
  const planned = callsOf({ objects: 60, rate: false });
  expect(calls).toBeLessThanOrEqual(planned);
  expect(calls).toBeGreaterThan(planned / 2);
  expect(report.advice).toEqual([]);
  const text = textOf(report);
  expect(text).toMatch(/\n\nThe defaults of the provider suit what the probe has seen\.\n$/);
  expect(text).toMatch(
    /^certain {3}request without a required field: status 400, error body: error-object\n {10}API document: /m,
  );
});

it("the lengths of texts show limits, refused exactly above them or cut without an error", async () => {
  const simulator = await simulate();
  const lengthOf = (text: unknown) => (typeof text === "string" ? text.length : 0);
  const url = await withHabits(simulator, {
    refuses: (_operation, { name, prompt }) =>
      lengthOf(name) > 255 || lengthOf(prompt) > 5_000 ? 422 : undefined,
    changes: (_operation, body) =>
      lengthOf(body["clusterDescription"]) > 500
        ? { ...body, clusterDescription: String(body["clusterDescription"]).slice(0, 500) }
        : body,
  });
  expect(inWords(await ask({ url }, "name-length"))).toBe(
    "certain: 255 characters; 256 characters are refused with 422",
  );
  expect(inWords(await ask({ url }, "prompt-length"))).toMatch(
    /^certain: (4,9\d\d|5,000) characters; 5,0\d\d characters are refused with 422$/,
  );
  expect(inWords(await ask({ url }, "description-length"))).toBe(
    "certain: cut to 500 characters without an error",
  );
});

it("a server that renews the creation time, drops descriptions or refuses unknown variables is recognised", async () => {
  let updates = 0;
  const simulator = await simulate();
  const url = await withHabits(simulator, {
    refuses: (operation, { prompt }) =>
      operation === "CreateSnippet" && String(prompt).includes("{") ? 400 : undefined,
    changes: (operation, body) => {
      if (!operation.startsWith("Update")) return body;
      updates += 1;
      return operation === "UpdateCluster" ? { clusterDescription: null, ...body } : body;
    },
    responds: (operation, body) =>
      operation === "GetSnippet" && "createdAt" in body
        ? { ...body, createdAt: new Date(updates * 60_000) }
        : body,
  });
  expect(inWords(await ask({ url }, "creation-time"))).toBe(
    "certain: changes: the provider takes the object for another one",
  );
  expect(inWords(await ask({ url }, "update-without-description"))).toBe(
    "certain: removes the description, against the document",
  );
  expect(inWords(await ask({ url }, "unknown-variable"))).toBe("certain: refused with 400");
});

it("a text that a server stores in a form of its own is described by the parts that changed", async () => {
  const simulator = await simulate();
  const rewritten = (prompt: unknown) =>
    String(prompt)
      .replaceAll("\r\n", "\n")
      .replace(/\p{Extended_Pictographic}/gu, "?");
  const url = await withHabits(simulator, {
    changes: (_operation, { prompt, ...body }) =>
      prompt === undefined ? body : { ...body, prompt: rewritten(prompt) },
  });
  const answer = await ask({ url }, "stored-prompt");
  expect(inWords(answer)).toBe(
    "certain: changed: white space at the end, CRLF, emoji (the provider sees a difference)",
  );
  expect(answer.dialect).toEqual({});
});

describe("a server that limits the rate", () => {
  it("gets every answer right, and the advice names the setting", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "quota", calls: 10, perMs: 1_000 } });
    const { report, failed } = await probe(simulator, { objects: 0 });
    expect(failed).toEqual([]);
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
    simulator.addFault({ effect: { type: "quota", calls: 43, perMs: 1_000, status, retryAfter } });
    let reads = 0;
    const answer = await ask(simulator, "rate", () => {
      reads = simulator.counts().GetSnippet;
      simulator.clearFaults();
    });
    // Two lists, one create and 40 reads are accepted; nine more reads may have been on their way.
    expect(reads).toBeLessThanOrEqual(50);
    expect(inWords(answer)).toMatch(new RegExp(`^likely: status ${status} after 40 reads in 0.0 s, `));
    expect(answer.requestsPerSecond).toBe(38);
  });

  it("shows no limit if it accepts 300 reads, and gets no more of them", async () => {
    const simulator = await simulate();
    let reads = 0;
    const answer = await ask(simulator, "rate", () => (reads = simulator.counts().GetSnippet));
    expect([inWords(answer), reads]).toEqual(["not seen: 300 reads in 0.0 s were all accepted", 300]);
  });

  it("makes the question about the rate fail if a read gets no response, and gets no more reads", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "GetSnippet", nth: 5, effect: { type: "reset" } });
    let reads = 0;
    const end = ask(simulator, "rate", () => (reads = simulator.counts().GetSnippet));
    await expect(end).rejects.toThrow("GetSnippet: ");
    expect(reads).toBeLessThanOrEqual(20);
  });
});

describe("a server that fails", () => {
  it.each([
    ["update-without-changes", "UpdateSnippet"],
    ["empty-prompt", "CreateSnippet"],
  ] as const)("gives no answer to %s while an error that may pass refuses %s", async (id, operation) => {
    const simulator = await simulate();
    simulator.addFault({ operation, effect: { type: "status", status: 500 } });
    expect(inWords(await ask(simulator, id))).toBe("not seen: refused with 500");
  });

  it("makes a question fail if it refuses the update that the question relies on", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "UpdateSnippet", effect: { type: "status", status: 400 } });
    await expect(ask(simulator, "lag")).rejects.toThrow("the server refused an update with 400");
  });

  it.each([
    ["goes on", ["status of a create", "form of times"]],
    ["ends", ["status of a create", "two objects with the same name"]],
  ])("does not respond to two questions: the probe %s (%j)", async (end, silent) => {
    const simulator = await simulate();
    const onStep = (title: string) => {
      simulator.clearFaults();
      if (silent.includes(title)) simulator.addFault({ effect: { type: "reset" } });
    };
    const probed = probe(simulator, { objects: 0, onStep });
    if (end === "ends") return expect(probed).rejects.toThrow(/^CreateSnippet: |^CreateCluster: /);
    const { failed } = await probed;
    expect(failed.map((failure) => failure.split(":")[0])).toEqual(silent);
  });

  it("may be late by more than 30 s, which is the lag of the report", async () => {
    const answer = await ask(await simulate({ lagMs: 40_000 }), "lag");
    expect(inWords(answer)).toMatch(/^likely: not within 30 s: a read shows a create, /);
    expect(answer.lagMs).toBe(30_000);
  });

  it("ends the probe before it creates anything if the credentials are refused", async () => {
    const simulator = await simulate({ credentials: [{ userId: "other", workspaceId: "other" }] });
    await expect(probe(simulator)).rejects.toThrow("ListSnippet: the server responded with 401");
    expect(simulator.counts().CreateSnippet).toBe(0);
  });
});
