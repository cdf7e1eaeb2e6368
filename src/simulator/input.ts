import { type Kind, operations } from "../api";
import type { Dialect } from "./dialect";
import { check, checkFields, oneOf, wholeFrom, type Checks, InvalidInput } from "./fields";
import type { JournalFilter } from "./journal";
import type { ProbeReport } from "./like";
import { isObject } from "../shared/json";
import type { Credentials } from "./validate";
import type { WrittenFields, Given } from "./world";

/** A cluster to put into a workspace. Omitted fields get the values of a new object. */
export interface ClusterSeed extends Given {
  readonly name: string;
  readonly description?: string | null;
}

/** A snippet to put into a workspace. Omitted fields get the values of a new object. */
export interface SnippetSeed extends Omit<Given, "associatedCount"> {
  readonly name: string;
  readonly prompt: string;
}

/** Objects to put into one workspace. */
export interface Seed {
  readonly workspaceId: string;
  readonly clusters?: readonly ClusterSeed[];
  readonly snippets?: readonly SnippetSeed[];
}

/**
 * Changes outside of Terraform. If `createdAt` changes, the provider sees another object with the same id.
 */
export type Changes = Partial<WrittenFields> & Pick<Given, "createdAt">;

/** The options of a simulator. */
export interface SimulatorOptions {
  /** Port; 0 is any free one. @default 0 */
  readonly port?: number;
  /** A loopback address. @default "127.0.0.1" */
  readonly host?: string;
  /** Path of a file that keeps the objects over restarts. @default none: objects are only in memory */
  readonly stateFile?: string;
  /** Settings that differ from `defaultDialect`. */
  readonly dialect?: Partial<Dialect>;
  /** The same seed and the same calls give the same ids and faults. @default random */
  readonly seed?: number;
  /** The simulator's clock. @default the machine's clock */
  readonly now?: () => Date;
  /** Accepted credentials. @default any user and workspace that are not empty */
  readonly credentials?: readonly Credentials[];
  /** Milliseconds before each call is carried out. @default 0 */
  readonly latencyMs?: number;
  /** Milliseconds until reads and lists show a write of the API. @default 0 */
  readonly lagMs?: number;
  /** A report of `cdktf-outreach probe`: behaves as that server did. The other options take precedence. */
  readonly like?: ProbeReport;
}

export const text = check("text", (value) => typeof value === "string");
export const whole = wholeFrom(0);
export const object = check("an object", isObject);
const filledText = check("text that is not empty", (value) => text.accepts(value) && value !== "");
/** Accepts every date that JavaScript parses, because a server may send dates that are not ISO 8601. */
const date = check("a date", (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)));
const textOrNull = check("text or null", (value) => value === null || text.accepts(value));
const objects = check("a list of objects", Array.isArray);
const flag = check("true or false", (value) => typeof value === "boolean");
const clock = check("a function", (value) => typeof value === "function");
const operation = oneOf(Object.keys(operations));
const anything = check("anything", () => true);

const seedFields = { workspaceId: filledText, "clusters?": objects, "snippets?": objects };
const givenFields = { "id?": filledText, "createdAt?": date, "lastUpdatedAt?": date };
const clusterFields = { ...givenFields, name: text, "description?": textOrNull, "associatedCount?": whole };
const snippetFields = { ...givenFields, name: text, prompt: text };
const filterFields = {
  "operation?": operation,
  "status?": whole,
  "unmatched?": flag,
  "after?": whole,
};
const waitFields = { operation, n: whole, stage: oneOf(["received", "committed", "answered"]) };
const credentialFields = { userId: filledText, workspaceId: filledText, "token?": filledText };
/** The checks of the options. `listen` checks port and host, and `parseDialect` checks the settings. */
const optionFields = {
  "port?": anything,
  "host?": anything,
  "stateFile?": filledText,
  "dialect?": object,
  "seed?": whole,
  "now?": clock,
  "credentials?": objects,
  "latencyMs?": whole,
  "lagMs?": whole,
  "like?": object,
};
const changeFields: Readonly<Record<Kind, Checks>> = {
  cluster: { "name?": text, "description?": textOrNull, "createdAt?": date },
  snippet: { "name?": text, "prompt?": text, "createdAt?": date },
};

/** Returns a valid seed. @throws InvalidInput, like every function of this file that checks an input */
export function readSeed(body: unknown): Seed {
  const seed = read<Seed>("seed", body, seedFields);
  seed.clusters?.forEach((cluster) => read("cluster", cluster, clusterFields));
  seed.snippets?.forEach((snippet) => read("snippet", snippet, snippetFields));
  return seed;
}

export function readChanges(kind: Kind, changes: unknown): Changes {
  return read(`${kind} change`, changes, changeFields[kind]);
}

export function readFilter(filter: unknown): JournalFilter {
  return read("filter", filter, filterFields);
}

/** Returns the filter in the query of a URL. Converts its numbers and booleans, but does not check them. */
export function filterOf(query: Iterable<readonly [name: string, value: string]>): JournalFilter {
  return Object.fromEntries([...query].map(([name, text]) => [name, valueOf(text)])) as JournalFilter;
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

export function readOptions(options: SimulatorOptions): SimulatorOptions {
  const checked = read<SimulatorOptions>("simulator", options, optionFields);
  checked.credentials?.forEach((credential) => read("credential", credential, credentialFields));
  return checked;
}

export function checkWait(wait: object): void {
  read("wait", wait, waitFields);
}

export function read<T extends object>(what: string, input: unknown, fields: Checks): T {
  if (!isObject(input)) throw new InvalidInput(`The ${what} must be a JSON object.`);
  checkFields(what, input, fields);
  return input as T;
}
