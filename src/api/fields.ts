/** A field of the API (outreach-api.md, section 2). `wire` is the field's name in requests and responses. */
export interface Field {
  readonly wire: string;
  readonly type: keyof FieldTypes;
  readonly nullable?: true;
}

interface FieldTypes {
  readonly string: string;
  readonly integer: number;
  /** An ISO 8601 time. `isTimestamp` checks its form. */
  readonly timestamp: string;
}

export type Fields = Readonly<Record<string, Field>>;

export const identityFields = {
  userId: { wire: "userId", type: "string" },
  workspaceId: { wire: "workspaceId", type: "string" },
} as const satisfies Fields;

export const pagingFields = {
  maxItems: { wire: "maxItems", type: "integer" },
  nextToken: { wire: "nextToken", type: "string", nullable: true },
} as const satisfies Fields;

export const clusterFields = {
  id: { wire: "clusterId", type: "string" },
  workspaceId: { wire: "workspaceId", type: "string" },
  name: { wire: "clusterName", type: "string" },
  description: { wire: "clusterDescription", type: "string", nullable: true },
  associatedCount: { wire: "associatedCount", type: "integer" },
  createdAt: { wire: "createdAt", type: "timestamp" },
  lastUpdatedAt: { wire: "lastUpdatedAt", type: "timestamp" },
} as const satisfies Fields;

export const snippetFields = {
  id: { wire: "snippetId", type: "string" },
  workspaceId: { wire: "workspaceId", type: "string" },
  name: { wire: "name", type: "string" },
  prompt: { wire: "prompt", type: "string" },
  createdAt: { wire: "createdAt", type: "timestamp" },
  lastUpdatedAt: { wire: "lastUpdatedAt", type: "timestamp" },
} as const satisfies Fields;

export type ValuesOf<Fs extends Fields> = {
  [K in keyof Fs]: FieldTypes[Fs[K]["type"]] | (Fs[K] extends { nullable: true } ? null : never);
};

export function isOfType({ type }: Field, value: unknown): boolean {
  return type === "integer" ? Number.isSafeInteger(value) : typeof value === "string";
}

/**
 * An ISO 8601 date, with or without time and offset. Digits without hyphens may be an id, so they do not
 * count as a date.
 */
const TIMESTAMP =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))?)?$/i;

export function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text);
}

export function typeInWords({ type }: Field): string {
  return type === "integer" ? "an integer" : "a string";
}

export function pick<Fs extends Fields, K extends keyof Fs & string>(fields: Fs, ...names: K[]): Pick<Fs, K> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fs, K>;
}

type OrNull<Fs extends Fields> = { readonly [K in keyof Fs]: Fs[K] & { readonly nullable: true } };

/** Copies of fields that may be null in a response, because the provider does not need the values. */
export function orNull<Fs extends Fields>(fields: Fs): OrNull<Fs> {
  const lenient = Object.entries(fields).map(([name, field]) => [name, { ...field, nullable: true }]);
  return Object.fromEntries(lenient) as OrNull<Fs>;
}
