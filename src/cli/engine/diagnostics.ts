export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The object, the data source or the check it is about, where the engine or the plan names one. */
  readonly address: string | null;
  /** Where it points to in the configuration; null where that is not told. */
  readonly source: Source | null;
}

interface Source {
  /** From the folder of the stack. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The block as the engine writes it, such as `output.o1` or `resource "outreach_snippet" "one"`; null outside of blocks. */
  readonly context: string | null;
}

interface EngineMessage {
  readonly type?: string;
  readonly diagnostic?: {
    readonly severity?: string;
    readonly summary?: string;
    readonly detail?: string;
    readonly address?: string;
    readonly range?: { readonly filename: string; readonly start: { readonly line: number } };
    readonly snippet?: { readonly context?: string | null };
  };
}

/** The diagnostic in one line of what `terraform plan -json` prints; undefined for any other line. */
export function parseDiagnostic(line: string): Diagnostic | undefined {
  const { type, diagnostic } = parseMessage(line);
  if (type !== "diagnostic" || diagnostic === undefined) return undefined;
  const { range, snippet } = diagnostic;
  const source =
    range === undefined
      ? null
      : { file: range.filename, line: range.start.line, context: snippet?.context ?? null };
  return {
    severity: diagnostic.severity === "error" ? "error" : "warning",
    summary: diagnostic.summary ?? "",
    detail: diagnostic.detail?.trimEnd() ?? "",
    address: diagnostic.address ?? (source && addressIn(source)),
    source,
  };
}

/** Engines print other things, too, and half a line where they are killed. */
function parseMessage(line: string): EngineMessage {
  if (!line.startsWith("{")) return {};
  try {
    return JSON.parse(line) as EngineMessage;
  } catch {
    return {};
  }
}

/** The blocks that have an address, each with how many labels stand after its keyword. */
const LABELS: ReadonlyMap<string, number> = new Map([
  ["resource", 2],
  ["data", 2],
  ["check", 1],
]);

/**
 * The address of the block that the context names, in the form of JSON (`resource.t.n`) or of HCL (`resource "t" "n"`). Null where it
 * has none, and for a file in another folder: that belongs to a module, and nothing tells the module's own address.
 */
function addressIn({ file, context }: Source): string | null {
  const [kind = "", ...steps] = context?.split(/[. "]+/) ?? [];
  const count = LABELS.get(kind);
  const labels = steps.slice(0, count);
  const isPlain = labels.length === count && labels.every((label) => /^[^[]+$/.test(label));
  if (!isPlain || /[\\/]/.test(file)) return null;
  return [...(kind === "resource" ? [] : [kind]), ...labels].join(".");
}
