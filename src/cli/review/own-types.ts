/** What the review knows of the resource types of this package, beyond what a plan says of any type. */
interface OwnType {
  /** What users declare; the rest is filled in by the provider. */
  readonly declared: ReadonlySet<string>;
  /** Texts that are compared line by line however short they are. */
  readonly texts: readonly string[];
}

const OWN_TYPES: ReadonlyMap<string, OwnType> = new Map([
  ["outreach_cluster", { declared: new Set(["name", "description", "force_destroy"]), texts: [] }],
  ["outreach_snippet", { declared: new Set(["name", "prompt"]), texts: ["prompt"] }],
]);

export function isOwnType(type: string): boolean {
  return OWN_TYPES.has(type);
}

export function declaredAttributes(type: string): ReadonlySet<string> | undefined {
  return OWN_TYPES.get(type)?.declared;
}

export function textAttributes(type: string): readonly string[] {
  return OWN_TYPES.get(type)?.texts ?? [];
}
