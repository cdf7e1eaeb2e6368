import { operations } from "../api";
import type { ClusterSeed, Seed, SnippetSeed } from "./control";
import { InvalidInput } from "./invalid-input";
import type { JournalFilter } from "./journal";
import { isObject } from "./json";
import type { Content } from "./world";

type FieldCheck =
  | "text"
  | "text?"
  | "text or null?"
  | "count"
  | "count?"
  | "flag?"
  | "objects?"
  | "object"
  | "object?"
  | "function?"
  | "anything?";

const seedFields = { workspaceId: "text", clusters: "objects?", snippets: "objects?" } as const;
const givenFields = { id: "text?", createdAt: "text?", lastUpdatedAt: "text?" } as const;
const clusterFields = {
  ...givenFields,
  name: "text",
  description: "text or null?",
  associatedCount: "count?",
} as const;
const snippetFields = { ...givenFields, name: "text", prompt: "text" } as const;
const filterFields = { operation: "text?", status: "count?", unmatched: "flag?", after: "count?" } as const;
const optionFields = {
  stateFile: "text?",
  dialect: "object?",
  seed: "count?",
  now: "function?",
  credentials: "anything?",
  latencyMs: "count?",
} as const;
const changeFields = { name: "text?", description: "text or null?", prompt: "text?" } as const;

/** What came from a test or in the body of an admin call, checked; every function here throws InvalidInput. */
export function readSeed(body: unknown): Seed {
  const seed = checked("seed", body, seedFields) as unknown as Seed;
  seed.clusters?.forEach((cluster: ClusterSeed) => checked("cluster", cluster, clusterFields));
  seed.snippets?.forEach((snippet: SnippetSeed) => checked("snippet", snippet, snippetFields));
  return seed;
}

export function readWorkspace(body: unknown): string | undefined {
  return checked("request", body, { workspaceId: "text?" })["workspaceId"] as string | undefined;
}

export function readUpdate(body: unknown): { id: string; changes: unknown } {
  return checked("request", body, { id: "text", changes: "object" }) as { id: string; changes: unknown };
}

export function readChanges(changes: unknown): Partial<Content> {
  return checked("change", changes, changeFields);
}

export function readId(body: unknown): string {
  return checked("request", body, { id: "text" })["id"] as string;
}

export function readOptionalId(body: unknown): string | undefined {
  return checked("request", body, { id: "text?" })["id"] as string | undefined;
}

export function readAssociatedCount(body: unknown): { id: string; count: number } {
  return checked("request", body, { id: "text", count: "count" }) as { id: string; count: number };
}

export function readObject(body: unknown): Record<string, unknown> {
  if (isObject(body)) return body;
  throw new InvalidInput("The request must be a JSON object.");
}

export function readFilter(filter: unknown): JournalFilter {
  const read: JournalFilter = checked("filter", filter, filterFields);
  if (read.operation !== undefined)
    checkName("operation of a filter", read.operation, Object.keys(operations));
  return read;
}

/** The same from the query of an address, where everything is text. */
export function readQuery(query: URLSearchParams): JournalFilter {
  const values = [...query].map(([name, text]) => [name, name === "operation" ? text : valueOf(text)]);
  return readFilter(Object.fromEntries(values));
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** What a simulator is started with; dialect and credentials have checks of their own. */
export function checkOptions(options: object): void {
  checked("simulator", options, optionFields);
}

/** In JavaScript no type stops a misspelt name, and nothing would ever be found for it. */
export function checkName(what: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new InvalidInput(`The ${what} is one of ${names.join(", ")}, not ${JSON.stringify(name)}.`);
}

function checked(
  what: string,
  input: unknown,
  fields: Readonly<Record<string, FieldCheck>>,
): Record<string, unknown> {
  if (!isObject(input)) throw new InvalidInput(`The ${what} must be a JSON object.`);
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    throw new InvalidInput(
      `A ${what} has no field ${JSON.stringify(unknown)}. It has: ${Object.keys(fields).join(", ")}.`,
    );
  }
  for (const [name, check] of Object.entries(fields)) {
    if (!passes(input[name], check)) {
      throw new InvalidInput(`The field ${name} of a ${what} takes ${TAKEN[check]}.`);
    }
  }
  return input;
}

const TAKEN: Readonly<Record<FieldCheck, string>> = {
  text: "text",
  "text?": "text, or is left out",
  "text or null?": "text or null, or is left out",
  count: "a whole number from 0",
  "count?": "a whole number from 0, or is left out",
  "objects?": "a list of objects, or is left out",
  "flag?": "true or false, or is left out",
  object: "an object",
  "object?": "an object, or is left out",
  "function?": "a function, or is left out",
  "anything?": "anything",
};

function passes(value: unknown, check: FieldCheck): boolean {
  if (value === undefined) return check.endsWith("?");
  switch (check) {
    case "text":
    case "text?":
      return typeof value === "string";
    case "text or null?":
      return typeof value === "string" || value === null;
    case "count":
    case "count?":
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case "objects?":
      return Array.isArray(value);
    case "object":
    case "object?":
      return isObject(value);
    case "flag?":
      return typeof value === "boolean";
    case "function?":
      return typeof value === "function";
    case "anything?":
      return true;
  }
}
