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
const call = (detector: OutageDetector, wasConcurrent = false, attempts = 2) =>
  ({ servedBefore: detector.servedCount, wasConcurrent, attempts }) as ApiCall;
const meanwhile = (failure: Failure) => `${failure.summary}, and no other call succeeded meanwhile`;

describe.each([
  ["times out", timeout, "OUTREACH_UNRESPONSIVE"],
  ["loses its connection repeatedly", lost, "OUTREACH_UNRESPONSIVE"],
  ["gets 502 repeatedly", answered(502), "OUTREACH_UNAVAILABLE"],
  ["gets 503 repeatedly", answered(503), "OUTREACH_UNAVAILABLE"],
  ["gets 504 repeatedly", answered(504), "OUTREACH_UNAVAILABLE"],
])("a call that %s", (_how, failure, code) => {
  it("keeps its own failure if it is the only one", () => {
    const detector = new OutageDetector();
    expect(detector.failureOf(call(detector), failure, "attempts used up")).toBe(failure);
  });

  it.each([false, true])(
    "keeps its own failure if another call got a response meanwhile (concurrent: %p)",
    (wasConcurrent) => {
      const detector = new OutageDetector();
      detector.failureOf(call(detector), failure, "attempts used up");
      const slow = call(detector, wasConcurrent);
      detector.recordServed();
      expect(detector.failureOf(slow, failure, "attempts used up")).toBe(failure);
    },
  );

  it("keeps its own failure if a call got a response since the previous failure", () => {
    const detector = new OutageDetector();
    detector.failureOf(call(detector), failure, "attempts used up");
    detector.recordServed();
    expect(detector.failureOf(call(detector), failure, "attempts used up")).toBe(failure);
  });

  it("reports an outage if the previous call failed, too", () => {
    const detector = new OutageDetector();
    detector.failureOf(call(detector), failure, "attempts used up");
    expect(detector.failureOf(call(detector), failure, "attempts used up")).toEqual({
      ...failure,
      code,
      summary: meanwhile(failure),
    });
  });

  it("reports an outage if concurrent calls got no response either, except for an ambiguous create", () => {
    const [created, detector] = [new OutageDetector(), new OutageDetector()];
    expect(created.failureOf(call(created, true), failure, "ambiguous")).toBe(failure);
    const beside = call(detector, true);
    expect(detector.failureOf(beside, failure, "budget used up")).toMatchObject({ code });
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
])("a call that %s keeps its own failure", (_how, failure, attempts) => {
  const detector = new OutageDetector();
  expect(detector.failureOf(call(detector, true, attempts), failure, "attempts used up")).toBe(failure);
});

it("a 429 with too long a Retry-After is an outage, unless another call got a response meanwhile", () => {
  const detector = new OutageDetector();
  const asked = call(detector, true, 1);
  expect(detector.failureOf(asked, limited, "wait too long")).toMatchObject({
    code: "OUTREACH_UNAVAILABLE",
  });
  detector.recordServed();
  expect(detector.failureOf(asked, limited, "wait too long")).toBe(limited);
});

it("a single 503 is no outage, unless its Retry-After is too long", () => {
  const detector = new OutageDetector();
  const failure = answered(503);
  expect(detector.failureOf(call(detector, true, 1), failure, "attempts used up")).toBe(failure);
  expect(detector.failureOf(call(detector, true, 1), failure, "wait too long")).toMatchObject({
    code: "OUTREACH_UNAVAILABLE",
  });
});

describe("a response that is not HTTP", () => {
  const unreadable: Failure = {
    code: "OUTREACH_RESPONSE",
    summary: "the response is not HTTP",
    transient: false,
    ambiguous: true,
  };
  const outage = { ...unreadable, code: "OUTREACH_UNREADABLE", summary: meanwhile(unreadable) };
  const reading = (detector: OutageDetector, wasConcurrent = false): ApiCall => ({
    ...call(detector, wasConcurrent, 1),
    operation: "GetCluster",
    ambiguous: true,
  });

  it("one such response means an outage if no call ever got a response", () => {
    const detector = new OutageDetector();
    expect(detector.failureOf(reading(detector), unreadable, "permanent")).toEqual(outage);
  });

  it("one call fails if other calls got responses, before it or meanwhile", () => {
    const detector = new OutageDetector();
    detector.recordServed();
    expect(detector.failureOf(reading(detector), unreadable, "permanent")).toBe(unreadable);
    const beside = reading(detector, true);
    detector.recordServed();
    expect(detector.failureOf(beside, unreadable, "permanent")).toBe(unreadable);
  });

  it("two of them, in a row or concurrent, mean an outage without a response between them", () => {
    const detector = new OutageDetector();
    detector.recordServed();
    detector.failureOf(reading(detector), unreadable, "permanent");
    expect(detector.failureOf(reading(detector), unreadable, "permanent")).toEqual(outage);
    detector.recordServed();
    expect(detector.failureOf(reading(detector, true), unreadable, "permanent")).toEqual(outage);
  });

  it("to a create stays the create's own failure", () => {
    const detector = new OutageDetector();
    const create: ApiCall = { ...reading(detector, true), operation: "CreateCluster" };
    expect(detector.failureOf(create, unreadable, "permanent")).toBe(unreadable);
  });

  it("one call fails if the response has a status", () => {
    const detector = new OutageDetector();
    const answered200 = { ...unreadable, status: 200 };
    expect(detector.failureOf(reading(detector, true), answered200, "permanent")).toBe(answered200);
  });
});
