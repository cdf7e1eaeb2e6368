import { isServed } from "../../src/client/retries/pace";
import { OutageDetector, type ApiCall } from "../../src/client/retries/retry";
import type { Failure } from "../../src/client/errors/outreach-error";

const timeout: Failure = {
  code: "OUTREACH_TIMEOUT",
  summary: "no response within 1 s",
  transient: true,
  ambiguous: true,
};
const answered = (status: number): Failure => ({
  code: "OUTREACH_SERVER",
  summary: `the server responded with ${status}`,
  status,
  transient: true,
  ambiguous: true,
});
const lost: Failure = { ...timeout, code: "OUTREACH_CONNECTION", summary: "the connection was reset" };
const limited: Failure = { ...answered(429), code: "OUTREACH_RATE_LIMITED" };
const unreadable: Failure = { ...timeout, code: "OUTREACH_RESPONSE", transient: false };

function calling(detector: OutageDetector, more: Partial<ApiCall> = {}): ApiCall {
  const state = { servedBefore: detector.servedCount, wasConcurrent: false, attempts: 2, ambiguous: true };
  return { operation: "GetCluster", ...state, ...more } as ApiCall;
}

/** What is reported of a call that fails after the events, and of those that fail before it. */
function reported(failure: Failure, events: readonly ("served" | "failed")[], more: Partial<ApiCall> = {}) {
  const detector = new OutageDetector();
  const slow = calling(detector, more);
  for (const event of events) {
    if (event === "served") detector.recordServed();
    else detector.failureOf(calling(detector), failure, "attempts used up");
  }
  const begunBefore = more.servedBefore === undefined ? { servedBefore: detector.servedCount } : {};
  return detector.failureOf({ ...slow, ...begunBefore }, failure, "attempts used up");
}

describe.each([
  ["times out", timeout, "OUTREACH_UNRESPONSIVE"],
  ["loses its connection repeatedly", lost, "OUTREACH_UNRESPONSIVE"],
  ["gets 502 repeatedly", answered(502), "OUTREACH_UNAVAILABLE"],
  ["gets 503 repeatedly", answered(503), "OUTREACH_UNAVAILABLE"],
  ["gets 504 repeatedly", answered(504), "OUTREACH_UNAVAILABLE"],
])("a call that %s", (_how, failure, code) => {
  it("keeps its own failure if it is the only one, or if another call got a response meanwhile", () => {
    expect(reported(failure, [])).toBe(failure);
    expect(reported(failure, ["failed", "served"])).toBe(failure);
    for (const wasConcurrent of [false, true])
      expect(reported(failure, ["failed", "served"], { servedBefore: 0, wasConcurrent })).toBe(failure);
  });

  it("reports an outage if the previous or a concurrent call failed, too", () => {
    const summary = `${failure.summary}, and no other call succeeded meanwhile`;
    expect(reported(failure, ["failed"])).toEqual({ ...failure, code, summary });
    expect(reported(failure, [], { wasConcurrent: true })).toEqual({ ...failure, code, summary });
  });

  it("keeps its own failure if it is an ambiguous create", () => {
    const detector = new OutageDetector();
    expect(detector.failureOf(calling(detector, { wasConcurrent: true }), failure, "ambiguous")).toBe(
      failure,
    );
  });
});

it("a refusal for the rate, a 502, 503 or 504, and no response show no working server", () => {
  const responses = [limited, { ...limited, status: 403 }, ...[502, 503, 504].map(answered), lost];
  expect(responses.map(isServed)).toEqual(responses.map(() => false));
  expect([400, 403, 500].map((status) => isServed(answered(status)))).toEqual([true, true, true]);
});

it.each([
  ["loses its connection once", lost, 1],
  ["gets 500", answered(500), 2],
  ["gets 429", limited, 2],
  ["gets a single 503", answered(503), 1],
])("a call that %s keeps its own failure", (_how, failure, attempts) => {
  expect(reported(failure, ["failed"], { wasConcurrent: true, attempts })).toBe(failure);
});

it.each([limited, answered(503)])("a Retry-After that is too long is an outage: %j", (failure) => {
  const detector = new OutageDetector();
  const asked = calling(detector, { wasConcurrent: true, attempts: 1 });
  expect(detector.failureOf(asked, failure, "wait too long").code).toBe("OUTREACH_UNAVAILABLE");
  detector.recordServed();
  expect(detector.failureOf(asked, failure, "wait too long")).toBe(failure);
});

describe("a response that is not HTTP", () => {
  const code = "OUTREACH_UNRESPONSIVE";
  const report = (detector: OutageDetector, more: Partial<ApiCall> = {}, failure = unreadable) =>
    detector.failureOf(calling(detector, { attempts: 1, ...more }), failure, "permanent");

  it("means an outage if no call ever got a response", () => {
    expect(report(new OutageDetector())).toMatchObject({ code });
  });

  it("means an outage after other responses if it is the second one, or concurrent calls fail", () => {
    const detector = new OutageDetector();
    detector.recordServed();
    expect(report(detector)).toBe(unreadable);
    expect(report(detector)).toMatchObject({ code });
    detector.recordServed();
    expect(report(detector, { wasConcurrent: true })).toMatchObject({ code });
  });

  it("stays the failure of an ambiguous create, and of a call whose response has a status", () => {
    const detector = new OutageDetector();
    expect(report(detector, { operation: "CreateCluster", wasConcurrent: true })).toBe(unreadable);
    const answered200 = { ...unreadable, status: 200 };
    expect(report(detector, { wasConcurrent: true }, answered200)).toBe(answered200);
  });
});
