import { textOf } from "../../../src/cli/probe/report";
import { callsOf } from "../../../src/cli/probe/run-probe";
import type { ProbeReport } from "../../../src/simulator";
import { closeAll, identity, probe, simulate } from "./probing";
import { closeProxies, withHabits } from "./proxy";

afterEach(async () => {
  await closeProxies();
  await closeAll();
});

function answerTo(id: string, { answers }: ProbeReport): string {
  const answer = answers.find((one) => one.id === id)!;
  return `${answer.certainty}: ${answer.seen}`;
}

it("a probe takes about the number of calls that its plan says, and advises nothing if the defaults suit", async () => {
  const { report, failed, calls } = await probe(await simulate(), { objects: 60 });
  expect(failed).toEqual([]);
  const planned = callsOf({ objects: 60, rate: false });
  expect(calls).toBeLessThanOrEqual(planned);
  expect(calls).toBeGreaterThan(planned / 2);
  expect(report.advice).toEqual([]);
  expect(textOf(report)).toMatch(/\n\nThe defaults of the provider suit what the probe has seen\.\n$/);
  expect(textOf(report)).toMatch(
    /^certain {4}request without a required {4}status 400, error body: error-object {4}/m,
  );
});

it("the lengths of texts show limits, refused exactly above them or cut without an error", async () => {
  const simulator = await simulate();
  const lengthOf = (text: unknown) => (typeof text === "string" ? text.length : 0);
  const url = await withHabits(simulator, {
    refuses: (_operation, { name, clusterName, prompt }) =>
      lengthOf(name) > 255 || lengthOf(clusterName) > 255 || lengthOf(prompt) > 5_000 ? 422 : undefined,
    changes: (_operation, body) =>
      lengthOf(body["clusterDescription"]) > 500
        ? { ...body, clusterDescription: String(body["clusterDescription"]).slice(0, 500) }
        : body,
  });
  const { report, failed } = await probe({ url });
  expect(failed).toEqual([]);
  expect(answerTo("name-length", report)).toBe(
    "certain: 255 characters; 256 characters are refused with 422",
  );
  expect(answerTo("prompt-length", report)).toMatch(
    /^certain: (4,9\d\d|5,000) characters; 5,0\d\d characters are refused with 422$/,
  );
  expect(answerTo("description-length", report)).toBe("certain: cut to 500 characters without an error");
  expect(simulator.objects()).toEqual([]);
});

it("a server that renews the creation time, drops descriptions and refuses unknown variables is told so", async () => {
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
  const { report } = await probe({ url }, { objects: 0 });
  expect(answerTo("creation-time", report)).toBe(
    "certain: changes: the provider takes the object for another one",
  );
  expect(answerTo("update-without-description", report)).toBe(
    "certain: removes the description, against the document",
  );
  expect(answerTo("unknown-variable", report)).toBe("certain: refused with 400");
});

it("a text that a server stores in a form of its own is described by the parts that changed", async () => {
  const simulator = await simulate();
  const url = await withHabits(simulator, {
    changes: (_operation, { prompt, ...body }) => ({
      ...body,
      ...(prompt !== undefined && {
        prompt: String(prompt)
          .replaceAll("\r\n", "\n")
          .replace(/\p{Extended_Pictographic}/gu, "?"),
      }),
    }),
  });
  const { report } = await probe({ url }, { objects: 0 });
  expect(answerTo("stored-prompt", report)).toBe(
    "certain: changed: white space at the end, CRLF, emoji (the provider sees a difference)",
  );
  expect(report.behaviour.dialect.storedText).toBeUndefined();
});

describe("a server that limits the rate", () => {
  it("gets every answer right, and the advice names the setting", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "quota", calls: 10, perMs: 1_000 } });
    const { report, failed } = await probe(simulator);
    expect(failed).toEqual([]);
    const { report: expected } = await probe(await simulate());
    expect(report.behaviour.dialect).toEqual(expected.behaviour.dialect);
    expect(report.advice.map(({ set }) => set)).toEqual(["requests_per_second"]);
    expect(simulator.objects(identity.workspaceId)).toEqual([]);
  });

  it.each([
    [429, true],
    [503, false],
  ])("shows its limit with --rate, which stops at the first refusal (%i)", async (status, retryAfter) => {
    const simulator = await simulate();
    const counted = () => simulator.journal({ operation: "GetSnippet" }).length;
    let [before, after] = [0, 0];
    const { report } = await probe(simulator, {
      ...{ objects: 0, rate: true },
      onStep: (step) => {
        if (step.startsWith("limit")) {
          before = counted();
          simulator.addFault({ effect: { type: "quota", calls: 41, perMs: 1_000, status, retryAfter } });
        }
        if (step.startsWith("removing")) {
          after = counted();
          simulator.clearFaults();
        }
      },
    });
    // One create and 40 reads are accepted; nine more reads may have been on their way.
    expect(after - before).toBeLessThanOrEqual(50);
    expect(answerTo("rate", report)).toMatch(
      new RegExp(`^likely: status ${status} after 40 reads in 0.0 s, `),
    );
    expect(report.advice).toEqual([{ set: "requests_per_second = 38", why: expect.any(String) as string }]);
  });

  it("is not seen if 300 reads are accepted, and no more are sent", async () => {
    const simulator = await simulate();
    const { report } = await probe(simulator, { objects: 0, rate: true });
    expect(answerTo("rate", report)).toMatch(/^not seen: 300 reads in 0.0 s were all accepted$/);
  });
});

describe("a server that fails", () => {
  it("gets no answer from errors that may pass", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "UpdateSnippet", effect: { type: "status", status: 500 } });
    const { report, failed } = await probe(simulator, { objects: 0 });
    expect(answerTo("update-without-changes", report)).toBe("not seen: refused with 500");
    expect(failed.join("\n")).toMatch(
      /^creation time after an update: the server refused an update with 500$/m,
    );
    expect(simulator.objects()).toEqual([]);
  });

  it("ends the probe before it creates anything if the credentials are refused", async () => {
    const simulator = await simulate({ credentials: [{ userId: "other", workspaceId: "other" }] });
    await expect(probe(simulator)).rejects.toThrow("ListSnippet: the server responded with 401");
    expect(simulator.counts().CreateSnippet).toBe(0);
  });
});
