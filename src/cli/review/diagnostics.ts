import { quoted } from "../../prompt";
import type { Diagnostic, ObjectIdentity, Source } from "./model";
import { compareAddresses, compareText } from "./values";

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

/** What a message is about, and where in the configuration that stands. */
export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [
    ...(about === null ? [] : [about]),
    ...(source === null ? [] : [`${source.file} line ${source.line}`]),
  ];
}

/** Of those, what the summary does not say, for formats that have both in one line. */
export function placesBesideSummary(diagnostic: Diagnostic): string[] {
  return placesOf(diagnostic).filter((place) => !diagnostic.summary.includes(place));
}

/** Validation and planning say the same thing twice. What is said of another place is another thing. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Errors first, then by address: engines look at objects side by side, and say what they find as it comes. What they say of one
 * object has an order of its own.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = ({ severity }: Diagnostic) => (severity === "error" ? 0 : 1);
  const where = (one: Diagnostic) => placesOf(one).join();
  return [...diagnostics].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareAddresses(a.address ?? "", b.address ?? "") ||
      (a.address === null
        ? compareText(a.summary, b.summary) ||
          compareText(a.detail, b.detail) ||
          compareAddresses(where(a), where(b))
        : 0),
  );
}

/** Whether a warning is about this object: the engine says so, or else its summary names the address, or the type with the name or id. */
export function isAbout(diagnostic: Diagnostic, object: ObjectIdentity): boolean {
  const { address, summary } = diagnostic;
  if (address !== null) return address === ownAddress(object);
  if (mentions(summary, ownAddress(object))) return true;
  if (!summary.includes(object.type)) return false;
  if (namesId(diagnostic, object.id)) return true;
  return object.name !== null && summary.includes(`${object.type} ${quoted(object.name)}`);
}

export function namesId({ summary }: Diagnostic, id: string | null): boolean {
  return id !== null && summary.includes(`(${id})`);
}

/** After the address of an object that a replacement left behind. */
const DEPOSED = / \(deposed object \w+\)$/;

export function isOfDeposed({ address }: ObjectIdentity): boolean {
  return DEPOSED.test(address);
}

/** The address as engines write it, without what the review adds for a deposed object. */
export function ownAddress({ address }: ObjectIdentity): string {
  return address.replace(DEPOSED, "");
}

/** The address without the keys of `count` and `for_each`: a validation runs before these and does not know them. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "");
}

/** Not within a longer address, such as `outreach_snippet.opener_b` for `outreach_snippet.opener`. */
function mentions(text: string, address: string): boolean {
  // The loop below would never end: an empty text is found at every place, also after the last character.
  if (address === "") return false;
  for (let start = text.indexOf(address); start >= 0; start = text.indexOf(address, start + 1)) {
    const end = start + address.length;
    if (!/[\w.[-]/.test(text.charAt(start - 1)) && !/^(?:[\w[-]|\.\w)/.test(text.slice(end, end + 2)))
      return true;
  }
  return false;
}
