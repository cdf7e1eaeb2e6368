import { type Kind, type OperationName, operations } from "../api";
import { isObject } from "../util/json";
import { either, flag, is, listOf, members, object, oneOf, type Shape, text, wholeFrom } from "../util/shape";
import { InvalidInput, read } from "./common";
import { type Dialect, parseDialect } from "./dialect";
import type { Credentials } from "./validate";

const filled = is<string>("a non-empty text", (value) => typeof value === "string" && value !== "");
/** Servers may send dates in other forms than ISO 8601, so all dates that JavaScript parses are accepted. */
const date = is<string>("a date", (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)));
const textOrNull = either([null], text);
const dates = { "createdAt?": date, "lastUpdatedAt?": date };
const cluster = members({
  ...{ "id?": filled, ...dates, name: text },
  ...{ "description?": textOrNull, "associatedCount?": wholeFrom(0) },
});
const snippet = members({ "id?": filled, ...dates, name: text, prompt: text });
export const seedShape = members({
  workspaceId: filled,
  "clusters?": listOf(cluster),
  "snippets?": listOf(snippet),
});
export const changeShapes = {
  cluster: members({ "name?": text, "description?": textOrNull, "createdAt?": date }),
  snippet: members({ "name?": text, "prompt?": text, "createdAt?": date }),
} satisfies Readonly<Record<Kind, Shape>>;
const operation = oneOf(Object.keys(operations) as OperationName[]);
export const filterShape = members({
  "operation?": operation,
  "status?": wholeFrom(0),
  "unmatched?": flag,
  "after?": wholeFrom(0),
});
/** Stages of a call: request read, operation carried out, response sent. */
const stage = oneOf(["received", "committed", "answered"]);
export const waitShape = members({ operation, n: wholeFrom(0), stage });
export const optionShape = members({
  "port?": is<number>("a number", () => true),
  "host?": is<string>("a text", () => true),
  "stateFile?": filled,
  "dialect?": object,
  "seed?": wholeFrom(0),
  "now?": is<() => Date>("a function", (value) => typeof value === "function"),
  "credentials?": listOf(members({ userId: filled, workspaceId: filled, "token?": filled })),
  "latencyMs?": wholeFrom(0),
  "lagMs?": wholeFrom(0),
  "like?": object as Shape as Shape<ProbeReport>,
});

/**
 * Objects to put into a workspace. Omitted fields get the values of a new object. Dates are stored unchanged.
 */
export type Seed = ReturnType<typeof seedShape>;
export type ClusterSeed = ReturnType<typeof cluster>;
export type SnippetSeed = ReturnType<typeof snippet>;
/**
 * Changes outside of Terraform. With a new `createdAt`, the provider sees another object with the same id.
 */
export type Changes = ReturnType<(typeof changeShapes)["cluster"]> &
  ReturnType<(typeof changeShapes)["snippet"]>;
/** `unmatched` selects requests that call no operation. */
export type JournalFilter = ReturnType<typeof filterShape>;
export type CallStage = ReturnType<typeof stage>;

export interface SimulatorOptions {
  /** Port; 0 for any free port. @default 0 */
  readonly port?: number;
  /** A loopback address. @default "127.0.0.1" */
  readonly host?: string;
  /** Path of a file that keeps the objects between runs. @default none: objects are only in memory */
  readonly stateFile?: string;
  readonly dialect?: Partial<Dialect>;
  /** The same seed and calls give the same ids and faults. @default random */
  readonly seed?: number;
  /** The simulator's clock. @default the machine's clock */
  readonly now?: () => Date;
  /** Accepted credentials. @default all non-empty user and workspace ids */
  readonly credentials?: readonly Credentials[];
  /** Milliseconds before a call is carried out. @default 0 */
  readonly latencyMs?: number;
  /** Milliseconds until reads and lists show a write of the API. @default 0 */
  readonly lagMs?: number;
  /**
   * A report of `cdktf-outreach probe`, whose server the simulator imitates. Other options override the
   * report.
   */
  readonly like?: ProbeReport;
}

/** Converts numbers and booleans of a URL's query, but does not check the values. */
export function filterOf(query: Iterable<readonly [name: string, value: string]>): JournalFilter {
  return Object.fromEntries([...query].map(([name, text]) => [name, valueOf(text)])) as JournalFilter;
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

export const PROBE_FORMAT = "cdktf-outreach probe";
/** Increases when the meaning of a report changes. */
export const PROBE_VERSION = 1;

/** How certain an answer is. "not seen": the probe could not find out, and `seen` says why. */
export type Certainty = "certain" | "likely" | "not seen";

/** An answer contains no credential, no id and no text of the workspace. */
export interface ProbeAnswer {
  readonly question: string;
  readonly seen: string;
  readonly certainty: Certainty;
}

export interface ProbeAdvice {
  readonly set: string;
  readonly why: string;
}

/** A server's behaviour as settings of the simulator. Omits settings that the probe has not seen. */
export interface Behaviour {
  readonly dialect: Partial<Dialect>;
  readonly latencyMs?: number;
  readonly lagMs?: number;
}

/** The JSON file of `cdktf-outreach probe`. */
export interface ProbeReport {
  readonly format: typeof PROBE_FORMAT;
  readonly version: typeof PROBE_VERSION;
  readonly probedAt: string;
  readonly answers: readonly ProbeAnswer[];
  readonly behaviour: Behaviour;
  /** Advice on settings; empty if the provider's defaults suit the server. */
  readonly advice: readonly ProbeAdvice[];
}

const milliseconds = wholeFrom(0, 600_000);
const timesShape = members({ "latencyMs?": milliseconds, "lagMs?": milliseconds });

/** @throws InvalidInput if the value is no probe report */
export function behaviourOf(report: unknown): Behaviour {
  if (!isObject(report) || report["format"] !== PROBE_FORMAT) {
    throw new InvalidInput("This is not a file that cdktf-outreach probe --json has written.");
  }
  const { version } = report;
  const words = `has version ${JSON.stringify(version)}, and this simulator reads version ${PROBE_VERSION}`;
  if (version !== PROBE_VERSION) throw new InvalidInput(`The probe's file ${words}. Probe again.`);
  const place = "like.behaviour";
  const { dialect, latencyMs, lagMs } = read(place, report["behaviour"], object);
  return {
    dialect: parseDialect(dialect, `${place}.dialect`),
    ...read(place, { latencyMs, lagMs }, timesShape),
  };
}
