import { type Kind, operations } from "../api";
import { check, checkFields, checkName, wholeFrom, type Checks } from "./fields";
import { InvalidInput } from "./invalid-input";
import type { JournalFilter } from "./journal";
import { isObject } from "../shared/json";
import type { Content, Given } from "./world";

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
 * Changes without Terraform. With another creation time, the provider treats it as another object with the
 * same id.
 */
export type Changes = Partial<Content> & Pick<Given, "createdAt">;

const text = check("text", (value) => typeof value === "string");
const filledText = check("text that is not empty", (value) => text.accepts(value) && value !== "");
/** In any form that JavaScript parses: servers may send dates that are not ISO 8601. */
const date = check("a date", (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)));
const textOrNull = check("text or null", (value) => value === null || text.accepts(value));
const count = wholeFrom(0);
const object = check("an object", isObject);
const objects = check("a list of objects", Array.isArray);
const flag = check("true or false", (value) => typeof value === "boolean");
const clock = check("a function", (value) => typeof value === "function");
const anything = check("anything", () => true);

const seedFields = { workspaceId: filledText, ...optional({ clusters: objects, snippets: objects }) };
const givenFields = optional({ id: filledText, createdAt: date, lastUpdatedAt: date });
const clusterFields = {
  ...givenFields,
  name: text,
  ...optional({ description: textOrNull, associatedCount: count }),
};
const snippetFields = { ...givenFields, name: text, prompt: text };
const filterFields = optional({ operation: text, status: count, unmatched: flag, after: count });
/** Other functions check port, host, dialect and credentials. */
const optionFields = optional({
  port: anything,
  host: anything,
  stateFile: filledText,
  dialect: object,
  seed: count,
  now: clock,
  credentials: anything,
  latencyMs: count,
});
const changeFields: Readonly<Record<Kind, Checks>> = {
  cluster: optional({ name: text, description: textOrNull, createdAt: date }),
  snippet: optional({ name: text, prompt: text, createdAt: date }),
};

function optional(checks: Checks): Checks {
  const entries = Object.entries(checks).map(([name, { takes, accepts }]) => [
    `${name}?`,
    check(`${takes}, or is omitted`, accepts),
  ]);
  return Object.fromEntries(entries) as Checks;
}

/**
 * Returns the checked seed of a test or of a request body. @throws InvalidInput, as all functions of this
 * file
 */
export function readSeed(body: unknown): Seed {
  const seed = checked("seed", body, seedFields) as unknown as Seed;
  seed.clusters?.forEach((cluster: ClusterSeed) => checked("cluster", cluster, clusterFields));
  seed.snippets?.forEach((snippet: SnippetSeed) => checked("snippet", snippet, snippetFields));
  return seed;
}

/** Returns the workspace id of a request, or undefined. */
export function readWorkspace(body: unknown): string | undefined {
  return checked("request", body, optional({ workspaceId: text }))["workspaceId"] as string | undefined;
}

/** Returns the id and the unchecked changes of a request. */
export function readUpdate(body: unknown): { id: string; changes: unknown } {
  return checked("request", body, { id: text, changes: object }) as { id: string; changes: unknown };
}

/** Returns the checked changes of an object. */
export function readChanges(kind: Kind, changes: unknown): Changes {
  return checked(`${kind} change`, changes, changeFields[kind]);
}

/** Refuses a body with fields, for calls that take none. */
export function readNothing(what: string, body: unknown): void {
  checked(what, body, {});
}

/** Returns the id of a request. */
export function readId(body: unknown): string {
  return checked("request", body, { id: text })["id"] as string;
}

/** Returns the id of a request, or undefined. */
export function readOptionalId(body: unknown): string | undefined {
  return checked("request", body, optional({ id: text }))["id"] as string | undefined;
}

/** Returns the id and the count of a request. */
export function readAssociatedCount(body: unknown): { id: string; count: number } {
  return checked("request", body, { id: text, count }) as { id: string; count: number };
}

/** Returns a request that is a JSON object. */
export function readObject(body: unknown): Record<string, unknown> {
  if (isObject(body)) return body;
  throw new InvalidInput("The request must be a JSON object.");
}

/** Returns a checked filter of the journal. */
export function readFilter(filter: unknown): JournalFilter {
  const read: JournalFilter = checked("filter", filter, filterFields);
  if (read.operation !== undefined)
    checkName("operation of a filter", read.operation, Object.keys(operations));
  return read;
}

/** Names and values of a query. URLSearchParams would need the types of Node or the DOM. */
type Query = Iterable<readonly [name: string, value: string]>;

/** Returns the checked filter of a query, whose values are texts. */
export function readQuery(query: Query): JournalFilter {
  const values = [...query].map(([name, text]) => [name, name === "operation" ? text : valueOf(text)]);
  return readFilter(Object.fromEntries(values));
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Checks the options of a simulator. */
export function checkOptions(options: object): void {
  checked("simulator", options, optionFields);
}

function checked(what: string, input: unknown, fields: Checks): Record<string, unknown> {
  if (!isObject(input)) throw new InvalidInput(`The ${what} must be a JSON object.`);
  checkFields(what, input, fields);
  return input;
}
