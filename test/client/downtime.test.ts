import type { Call } from "../../src/client/call";
import { Downtime } from "../../src/client/downtime";
import type { Failure } from "../../src/client/failure";

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
const limited: Failure = { ...answered(429), code: "OUTREACH_RATE_LIMITED", mayHaveLanded: false };
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
    mayHaveLanded: false,
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
