/**
 * The fields of the Outreach API and what they are called on the wire (outreach-api.md, section 2).
 *
 * A field has two names: the property the rest of this project reads and writes (`name`) and the name in the
 * JSON body (`clusterName`). The wire name stands here and nowhere else.
 */
export interface Field {
  /** Name in the JSON body. */
  readonly wire: string;
  readonly type: FieldType;
  /** True where the document calls the value optional or null: absent, null and the value itself are all legal answers. */
  readonly nullable?: true;
}

/** The types of fields, each with the type of its values in TypeScript. */
interface FieldTypes {
  readonly string: string;
  readonly integer: number;
  /** ISO 8601 text. Any text is of this type; `isTimestamp` says which one is a time. */
  readonly timestamp: string;
}

type FieldType = keyof FieldTypes;

/** What an error calls them, and which values of JSON are of them. */
const fieldTypes: {
  readonly [T in FieldType]: { readonly inWords: string; has(value: unknown): value is FieldTypes[T] };
} = {
  string: { inWords: "a string", has: (value) => typeof value === "string" },
  integer: { inWords: "an integer", has: (value): value is number => Number.isSafeInteger(value) },
  timestamp: { inWords: "a string", has: (value) => typeof value === "string" },
};

export type Fields = Readonly<Record<string, Field>>;

/** Sent in every request body (section 5). */
export const identityFields = {
  userId: { wire: "userId", type: "string" },
  workspaceId: { wire: "workspaceId", type: "string" },
} as const satisfies Fields;

/** Section 4.1, rule 6, and section 4.2: accepted by paginated lists. */
export const pagingFields = {
  maxItems: { wire: "maxItems", type: "integer" },
  nextToken: { wire: "nextToken", type: "string", nullable: true },
} as const satisfies Fields;

/** Section 4.3: accepted by the snippet list only; its values are not shown. */
export const sortFields = {
  sortOrder: { wire: "sortOrder", type: "string" },
} as const satisfies Fields;

/** Section 2.1. */
export const clusterFields = {
  id: { wire: "clusterId", type: "string" },
  workspaceId: { wire: "workspaceId", type: "string" },
  name: { wire: "clusterName", type: "string" },
  description: { wire: "clusterDescription", type: "string", nullable: true },
  associatedCount: { wire: "associatedCount", type: "integer" },
  createdAt: { wire: "createdAt", type: "timestamp" },
  lastUpdatedAt: { wire: "lastUpdatedAt", type: "timestamp" },
} as const satisfies Fields;

/** Section 2.2. */
export const snippetFields = {
  id: { wire: "snippetId", type: "string" },
  workspaceId: { wire: "workspaceId", type: "string" },
  name: { wire: "name", type: "string" },
  prompt: { wire: "prompt", type: "string" },
  createdAt: { wire: "createdAt", type: "timestamp" },
  lastUpdatedAt: { wire: "lastUpdatedAt", type: "timestamp" },
} as const satisfies Fields;

/** The values of a set of fields, by property name. */
export type ValuesOf<Fs extends Fields> = {
  [K in keyof Fs]: FieldTypes[Fs[K]["type"]] | (Fs[K] extends { nullable: true } ? null : never);
};

/** Whether a value is of the field's type; null is of none. */
export function isOfType({ type }: Field, value: unknown): boolean {
  return fieldTypes[type].has(value);
}

/**
 * A date of ISO 8601, alone or with a time, which may lack its offset from UTC, its seconds or the `T`. Digits without
 * hyphens are none: an id may look like that.
 */
const TIMESTAMP =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))?)?$/i;

/** Whether a text is a time, and so holds nothing else. */
export function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text);
}

/** The field's type in an error: "a string". */
export function typeInWords({ type }: Field): string {
  return fieldTypes[type].inWords;
}

/** The named fields of a set. */
export function pick<Fs extends Fields, K extends keyof Fs & string>(fields: Fs, ...names: K[]): Pick<Fs, K> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fs, K>;
}

type OrNull<Fs extends Fields> = { readonly [K in keyof Fs]: Fs[K] & { readonly nullable: true } };

/**
 * The same fields for an answer in which nothing depends on them: it is complete without them, and with null. The
 * document promises them, but a server that has, say, no time of the last update yet may leave it out.
 */
export function orNull<Fs extends Fields>(fields: Fs): OrNull<Fs> {
  const lenient = Object.entries(fields).map(([name, field]) => [name, { ...field, nullable: true }]);
  return Object.fromEntries(lenient) as OrNull<Fs>;
}
