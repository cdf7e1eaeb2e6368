import type { PromptFact } from "../../prompts";
import type { DiagnosticFacts, LinkedCount, OwnWrite, ReviewLine } from "../../provider/run/review-run";
import { parseJson } from "../../util/json";

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly address: string | null;
  readonly source: Source | null;
  /** A prompt warning without the name of its snippet; null for all other diagnostics. */
  readonly prompt: PromptFact | null;
  /**
   * Facts about the diagnostic, which the provider writes for programs. JSON omits the facts, because the key
   * is a symbol.
   */
  readonly [FACTS]?: DiagnosticFacts;
}

export const FACTS = Symbol("facts");

export function errorOf(summary: string, detail: string): Diagnostic {
  return { severity: "error", summary, detail, address: null, source: null, prompt: null };
}

export function warningOf(summary: string, detail: string, address: string | null = null): Diagnostic {
  return { severity: "warning", summary, detail, address, source: null, prompt: null };
}

interface Source {
  /** Path relative to the stack's folder. */
  readonly file: string;
  readonly line: number;
  /** The block, such as `output.o1` or `resource "outreach_snippet" "one"`; null outside of any block. */
  readonly context: string | null;
}

interface EngineMessage {
  readonly type?: string;
  readonly diagnostic?: Partial<Record<"severity" | "summary" | "detail" | "address", string>> & {
    readonly range?: { readonly filename: string; readonly start: { readonly line: number } };
    readonly snippet?: { readonly context?: string | null };
  };
}

/** Returns undefined for a line without a diagnostic. */
export function parseDiagnostic(line: string): Diagnostic | undefined {
  // Some lines are not JSON, and the last line of a killed engine is incomplete.
  const { type, diagnostic } = (line.startsWith("{") ? (parseJson(line)?.value ?? {}) : {}) as EngineMessage;
  if (type !== "diagnostic" || diagnostic === undefined) return undefined;
  const { range, snippet } = diagnostic;
  const context = snippet?.context ?? null;
  const source = range === undefined ? null : { file: range.filename, line: range.start.line, context };
  return {
    severity: diagnostic.severity === "error" ? "error" : "warning",
    summary: diagnostic.summary ?? "",
    detail: diagnostic.detail?.trimEnd() ?? "",
    address: diagnostic.address ?? (source && addressIn(source)),
    source,
    prompt: null,
  };
}

const LABELS: Readonly<Record<string, number | undefined>> = { resource: 2, data: 2, check: 1 };

/**
 * Returns the address of a block, such as `t.n` for `resource.t.n`. Returns null for a block without an
 * address, and for a file in a module's folder, because the message does not contain the module's address.
 */
function addressIn({ file, context }: Source): string | null {
  const [kind = "", ...steps] = context?.split(/[. "]+/) ?? [];
  const count = LABELS[kind];
  const labels = steps.slice(0, count);
  const isPlain = labels.length === count && labels.every((label) => /^[^[]+$/.test(label));
  if (!isPlain || /[\\/]/.test(file)) return null;
  return [...(kind === "resource" ? [] : [kind]), ...labels].join(".");
}

/** A value of each provider configuration, by the configuration's address; null if not set or unknown. */
export type ByProvider<T> = ReadonlyMap<string, T | null>;

export type KnownVariables = ByProvider<readonly string[]>;

export type HandedOver = ReturnType<typeof handedOver>;

export function handedOver(reported: readonly Diagnostic[], written: string) {
  const lines = written.split("\n").flatMap((line) => (parseJson(line)?.value ?? []) as ReviewLine | []);
  const keyOf = ({ summary, detail }: Pick<Diagnostic, "summary" | "detail">) =>
    JSON.stringify([summary, detail.trimEnd()]);
  const factsOf = new Map(
    lines.flatMap((line) => ("diagnostic" in line ? [[keyOf(line.diagnostic), line.facts] as const] : [])),
  );
  const known = reported.map((one): Diagnostic => {
    const facts = factsOf.get(keyOf(one));
    return facts === undefined ? one : { ...one, [FACTS]: facts };
  });
  const configured = known.flatMap(({ address, [FACTS]: facts }) =>
    facts?.configuration === undefined ? [] : [{ address: address ?? "", ...facts.configuration }],
  );
  const byProvider = <T>(given: (one: (typeof configured)[number]) => T | null) =>
    configured.length === 0 ? undefined : new Map(configured.map((one) => [one.address, given(one)]));
  return {
    diagnostics: known.filter(({ [FACTS]: facts }) => facts?.configuration === undefined),
    /**
     * `knownVariables` is undefined if no provider wrote its known variables: an older provider warns about
     * prompts itself.
     */
    knownVariables: byProvider(({ knownVariables }) => knownVariables),
    addresses: byProvider(({ baseUrl }) => baseUrl),
    ownWrites: lines.flatMap((line): OwnWrite[] => ("ownWrite" in line ? [line.ownWrite] : [])),
    linked: lines.flatMap((line): LinkedCount[] => ("linked" in line ? [line.linked] : [])),
  };
}

export function saysLostEdit({ [FACTS]: facts }: Diagnostic): boolean {
  return facts?.losesEdit === true;
}
