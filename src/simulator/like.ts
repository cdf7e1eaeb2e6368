import { isObject } from "../util/json";
import { object, wholeFrom } from "../util/shape";
import { type Dialect, parseDialect } from "./dialect";
import { InvalidInput, read } from "./invalid-input";

/** Identifies the JSON files of `cdktf-outreach probe`. */
export const PROBE_FORMAT = "cdktf-outreach probe";
/** Grows when a file means something else than before. */
export const PROBE_VERSION = 1;

/** How sure the probe is of an answer. "not seen": it could not provoke one, and `seen` says why. */
export type Certainty = "certain" | "likely" | "not seen";

/** The answer to one question about a server. Contains no credential, no id and no text of the workspace. */
export interface ProbeAnswer {
  /** Identifies the question in all versions of the probe. */
  readonly id: string;
  readonly question: string;
  /** What the API document says. */
  readonly document: string;
  /** What the server did. */
  readonly seen: string;
  readonly certainty: Certainty;
}

/** A setting of the provider that suits a server, and why. */
export interface ProbeAdvice {
  readonly set: string;
  readonly why: string;
}

/** How a server behaves, in settings of the simulator. Those that the probe has not seen are absent. */
export interface Behaviour {
  readonly dialect: Partial<Dialect>;
  /** Milliseconds until a response. */
  readonly latencyMs?: number;
  /** Milliseconds until reads and lists show a write. */
  readonly lagMs?: number;
}

/** The JSON file of `cdktf-outreach probe`. */
export interface ProbeReport {
  readonly format: typeof PROBE_FORMAT;
  readonly version: typeof PROBE_VERSION;
  /** ISO 8601. */
  readonly probedAt: string;
  readonly answers: readonly ProbeAnswer[];
  readonly behaviour: Behaviour;
  /** Empty if the defaults of the provider suit the server. */
  readonly advice: readonly ProbeAdvice[];
}

const milliseconds = wholeFrom(0, 600_000);

/** Returns the behaviour in a report of the probe. @throws InvalidInput if the value is no such report */
export function behaviourOf(report: unknown): Behaviour {
  if (!isObject(report) || report["format"] !== PROBE_FORMAT) {
    throw new InvalidInput("This is not a file that cdktf-outreach probe --json has written.");
  }
  if (report["version"] !== PROBE_VERSION) {
    throw new InvalidInput(
      `The probe's file has version ${JSON.stringify(report["version"])}, and this simulator reads version ${PROBE_VERSION}. Probe again.`,
    );
  }
  const behaviour = read("like.behaviour", report["behaviour"], object);
  const times = ["latencyMs", "lagMs"].filter((name) => behaviour[name] !== undefined);
  return {
    dialect: parseDialect(behaviour["dialect"], "like.behaviour.dialect"),
    ...(Object.fromEntries(
      times.map((name) => [name, read(`like.behaviour.${name}`, behaviour[name], milliseconds)]),
    ) as Partial<Behaviour>),
  };
}
