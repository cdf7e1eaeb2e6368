import type { Call } from "../../src/client/call";
import type { Failure } from "../../src/client/failure";
import { Silence } from "../../src/client/silence";

const timeout: Failure = {
  code: "OUTREACH_TIMEOUT",
  summary: "no answer within 1 s",
  transient: true,
  mayHaveLanded: true,
};
const call = (silence: Silence, hasCompany = false) =>
  ({ answersBefore: silence.answers, hasCompany }) as Call;
const silent = {
  code: "OUTREACH_UNRESPONSIVE",
  summary: `${timeout.summary}, nor to any other call meanwhile`,
};

describe("a call that ran into its time-out", () => {
  it("tells of itself where it was the only one", () => {
    const silence = new Silence();
    expect(silence.lastFailure(call(silence), timeout, "attempts used up")).toBe(timeout);
  });

  it.each([false, true])(
    "tells of itself where others were answered meanwhile (beside it: %p)",
    (hasCompany) => {
      const silence = new Silence();
      silence.lastFailure(call(silence), timeout, "attempts used up");
      const slow = call(silence, hasCompany);
      silence.noteAnswer();
      expect(silence.lastFailure(slow, timeout, "attempts used up")).toBe(timeout);
    },
  );

  it("tells of itself where something was answered since the one before", () => {
    const silence = new Silence();
    silence.lastFailure(call(silence), timeout, "attempts used up");
    silence.noteAnswer();
    expect(silence.lastFailure(call(silence), timeout, "attempts used up")).toBe(timeout);
  });

  it("tells of a silent server where the one before it was not answered either", () => {
    const silence = new Silence();
    silence.lastFailure(call(silence), timeout, "attempts used up");
    const failure = silence.lastFailure(call(silence), timeout, "attempts used up");
    expect(failure).toEqual({ ...timeout, ...silent });
  });

  it("tells of a silent server where others beside it were not answered either, unless it may have landed", () => {
    const [created, silence] = [new Silence(), new Silence()];
    expect(created.lastFailure(call(created, true), timeout, "may have landed")).toBe(timeout);
    expect(silence.lastFailure(call(silence, true), timeout, "attempts used up")).toMatchObject(silent);
  });

  it("is the only one that tells of it", () => {
    const silence = new Silence();
    const reset: Failure = { ...timeout, code: "OUTREACH_CONNECTION" };
    expect(silence.lastFailure(call(silence, true), reset, "attempts used up")).toBe(reset);
  });
});
