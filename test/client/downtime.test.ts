import type { Call } from "../../src/client/retries/call";
import { Downtime } from "../../src/client/retries/outage";
import type { Failure } from "../../src/client/errors/failure";

const timeout: Failure = {
  code: "OUTREACH_TIMEOUT",
  summary: "no answer within 1 s",
  transient: true,
  mayHaveLanded: true,
};
const answered = (status: number): Failure => ({
  code: "OUTREACH_SERVER",
  summary: `the server answered ${status}`,
  status,
  transient: true,
  mayHaveLanded: true,
});
const lost: Failure = { ...timeout, code: "OUTREACH_CONNECTION", summary: "the connection was reset" };
const limited: Failure = { ...answered(429), code: "OUTREACH_RATE_LIMITED" };
const call = (downtime: Downtime, hasCompany = false, attempts = 2) =>
  ({ servedBefore: downtime.served, hasCompany, attempts }) as Call;
const meanwhile = (failure: Failure) => `${failure.summary}, and no other call got through meanwhile`;

describe.each([
  ["ran into its time-out", timeout, "OUTREACH_UNRESPONSIVE"],
  ["lost its connection repeatedly", lost, "OUTREACH_UNRESPONSIVE"],
  ["was answered 502 repeatedly", answered(502), "OUTREACH_UNAVAILABLE"],
  ["was answered 503 repeatedly", answered(503), "OUTREACH_UNAVAILABLE"],
  ["was answered 504 repeatedly", answered(504), "OUTREACH_UNAVAILABLE"],
])("a call that %s", (_how, failure, code) => {
  it("tells of itself where it was the only one", () => {
    const downtime = new Downtime();
    expect(downtime.lastFailure(call(downtime), failure, "attempts used up")).toBe(failure);
  });

  it.each([false, true])(
    "tells of itself where others were served meanwhile (beside it: %p)",
    (hasCompany) => {
      const downtime = new Downtime();
      downtime.lastFailure(call(downtime), failure, "attempts used up");
      const slow = call(downtime, hasCompany);
      downtime.noteAnswer(500);
      expect(downtime.lastFailure(slow, failure, "attempts used up")).toBe(failure);
    },
  );

  it("tells of itself where something was served since the one before", () => {
    const downtime = new Downtime();
    downtime.lastFailure(call(downtime), failure, "attempts used up");
    downtime.noteAnswer(200);
    expect(downtime.lastFailure(call(downtime), failure, "attempts used up")).toBe(failure);
  });

  it("tells of a server that serves nobody where the one before it was not served either", () => {
    const downtime = new Downtime();
    downtime.lastFailure(call(downtime), failure, "attempts used up");
    expect(downtime.lastFailure(call(downtime), failure, "attempts used up")).toEqual({
      ...failure,
      code,
      summary: meanwhile(failure),
    });
  });

  it("tells of one where others beside it were not served either, unless it may have landed", () => {
    const [created, downtime] = [new Downtime(), new Downtime()];
    expect(created.lastFailure(call(created, true), failure, "may have landed")).toBe(failure);
    const beside = call(downtime, true);
    for (const status of [429, 502, 503, 504]) downtime.noteAnswer(status);
    expect(downtime.lastFailure(beside, failure, "budget used up")).toMatchObject({ code });
  });
});

it.each([
  ["reset once", lost, 1],
  ["answered 500", answered(500), 2],
  ["answered 429", limited, 2],
])("a call that was %s tells of nothing but itself", (_how, failure, attempts) => {
  const downtime = new Downtime();
  expect(downtime.lastFailure(call(downtime, true, attempts), failure, "attempts used up")).toBe(failure);
});

it("a 429 that asks for too long a wait tells of everybody, unless others were served meanwhile", () => {
  const downtime = new Downtime();
  const asked = call(downtime, true, 1);
  expect(downtime.lastFailure(asked, limited, "wait too long")).toMatchObject({
    code: "OUTREACH_UNAVAILABLE",
  });
  downtime.noteAnswer(200);
  expect(downtime.lastFailure(asked, limited, "wait too long")).toBe(limited);
});

it("a single 503 tells of a moment, unless it asks for too long a wait", () => {
  const downtime = new Downtime();
  const failure = answered(503);
  expect(downtime.lastFailure(call(downtime, true, 1), failure, "attempts used up")).toBe(failure);
  expect(downtime.lastFailure(call(downtime, true, 1), failure, "wait too long")).toMatchObject({
    code: "OUTREACH_UNAVAILABLE",
  });
});

describe("an answer that is no HTTP", () => {
  const unreadable: Failure = {
    code: "OUTREACH_RESPONSE",
    summary: "the answer is not HTTP",
    transient: false,
    mayHaveLanded: true,
  };
  const outage = { ...unreadable, code: "OUTREACH_UNREADABLE", summary: meanwhile(unreadable) };
  const reading = (downtime: Downtime, hasCompany = false): Call => ({
    ...call(downtime, hasCompany, 1),
    operation: "GetCluster",
    mayHaveLanded: true,
  });

  it("is an outage at once where the server has never been understood", () => {
    const downtime = new Downtime();
    expect(downtime.lastFailure(reading(downtime), unreadable, "permanent")).toEqual(outage);
  });

  it("is that of one call where others are understood, before it or meanwhile", () => {
    const downtime = new Downtime();
    downtime.noteAnswer(200);
    expect(downtime.lastFailure(reading(downtime), unreadable, "permanent")).toBe(unreadable);
    const beside = reading(downtime, true);
    downtime.noteAnswer(200);
    expect(downtime.lastFailure(beside, unreadable, "permanent")).toBe(unreadable);
  });

  it("is an outage after another one, or beside others, with nothing understood between them", () => {
    const downtime = new Downtime();
    downtime.noteAnswer(200);
    downtime.lastFailure(reading(downtime), unreadable, "permanent");
    expect(downtime.lastFailure(reading(downtime), unreadable, "permanent")).toEqual(outage);
    downtime.noteAnswer(200);
    expect(downtime.lastFailure(reading(downtime, true), unreadable, "permanent")).toEqual(outage);
  });

  it("to a create stays that of the create, which is looked for", () => {
    const downtime = new Downtime();
    const create: Call = { ...reading(downtime, true), operation: "CreateCluster" };
    expect(downtime.lastFailure(create, unreadable, "permanent")).toBe(unreadable);
  });

  it("with a status is that of its call", () => {
    const downtime = new Downtime();
    const answered200 = { ...unreadable, status: 200 };
    expect(downtime.lastFailure(reading(downtime, true), answered200, "permanent")).toBe(answered200);
  });
});
