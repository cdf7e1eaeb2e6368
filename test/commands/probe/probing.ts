import { OutreachClient } from "../../../src/client";
import { OwnObjects } from "../../../src/commands/probe/own-objects";
import { rate } from "../../../src/commands/probe/questions/requests";
import { answerTo, type ProbeOptions, runProbe, writing } from "../../../src/commands/probe/run-probe";
import { Server } from "../../../src/commands/probe/server";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../../src/simulator";
import type { Answer } from "../../../src/commands/probe/answer";
import type { Question } from "../../../src/commands/probe/question";

export const identity = { userId: "probing-user", workspaceId: "probing-workspace" };
export const token = "probing-token";

const running: Simulator[] = [];
const callers: OutreachClient[] = [];

/** Closes all simulators and callers. */
export async function closeAll(): Promise<void> {
  await Promise.all(callers.splice(0).map((caller) => caller.close()));
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

afterEach(closeAll);

const START = Date.parse("2026-01-02T03:04:05.678Z");
/** A time that only pauses move. The simulators of `simulate` have the same time. */
let now = START;
const clock: ProbeOptions["clock"] = {
  now: () => now,
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    now += ms;
  },
};

export function advance(ms: number): void {
  now += ms;
}

export function resetTime(): void {
  now = START;
}

export async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ seed: 1, now: () => new Date(now), ...options });
  running.push(simulator);
  return simulator;
}

/** The options of a caller with a token. */
export function callerOptions(baseUrl: string) {
  return { baseUrl, ...identity, authorizationToken: token };
}

function callerOf({ url }: { readonly url: string }): OutreachClient {
  const caller = new OutreachClient(callerOptions(url));
  callers.push(caller);
  return caller;
}

/** Runs a probe within this process. */
export function probe(simulator: { readonly url: string }, options: Partial<ProbeOptions> = {}) {
  return runProbe({
    caller: callerOf(simulator),
    clock,
    signal: new AbortController().signal,
    objects: 14,
    rate: false,
    onStep: () => undefined,
    onRemoved: () => undefined,
    ...options,
  });
}

/** A server as `--clean` uses it. */
export function serverOf(simulator: { readonly url: string }): Server {
  const caller = callerOf(simulator);
  return new Server({ caller, clock, signal: new AbortController().signal });
}

/** Asks the question with this title, and removes the objects that it has created. */
export async function ask(
  server: { readonly url: string },
  title: string,
  beforeRemoval = () => {},
): Promise<Answer> {
  const asked = serverOf(server);
  const own = new OwnObjects(asked);
  const question: Question = { ...writing, ...rate }[title]!;
  try {
    return await answerTo(question, { server: asked, own, objects: 0 });
  } finally {
    beforeRemoval();
    expect(await own.removeAll()).toBeUndefined();
  }
}

/** The certainty and the words of an answer, for a comparison. */
export function inWords({ certainty, seen }: Answer): string {
  return `${certainty}: ${seen}`;
}
