import { median } from "./statistics";

export type Unit = "×" | "%" | "calls" | "MiB" | "KiB" | "s" | "ms" | "files" | "packages";

export interface Result {
  readonly figure: string;
  /** Describes the measurement, and the comparison. */
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** Largest allowed value; undefined for a figure without a goal. */
  readonly goal?: number;
  /** The value is the median of the samples. */
  readonly samples?: readonly number[];
}

export interface Report {
  readonly results: readonly Result[];
}

export function ratio(figure: string, what: string, samples: readonly number[], goal?: number): Result {
  return { figure, what, value: median(samples), unit: "×", samples, ...(goal !== undefined && { goal }) };
}

export function isMet({ value, goal }: Result): boolean | undefined {
  return goal === undefined ? undefined : rounded(value) <= goal;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const met = isMet(result);
    return [
      result.figure,
      result.what,
      `${rounded(result.value)} ${result.unit}`,
      spreadOf(result),
      result.goal === undefined ? "" : `≤ ${result.goal}`,
      met === undefined ? "" : met ? "yes" : "NO",
    ];
  });
  return table(["figure", "what", "measured", "from … to", "goal", "met"], rows);
}

/** Terms of the table: name, pattern to find the term in `what` of a result, and meaning. */
const WORDS: readonly (readonly [string, RegExp, string])[] = [
  [
    "the floor",
    /(?<!lean )\bfloor\b/,
    "the same Terraform command on as many terraform_data resources with the same content, which call no provider process",
  ],
  ["the lean floor", /\blean floor\b/, "the floor with only the prompt as content"],
  [
    "the echo",
    /\becho\b/,
    "a provider with our schema, process and transport that does no work: a difference to it is the cost of our work",
  ],
];

export function wordsOf(results: readonly Result[]): string {
  const used = WORDS.filter(([, pattern]) => results.some(({ what }) => pattern.test(what)));
  return used.map(([word, , meaning]) => `${word}: ${meaning}`).join("\n");
}

function spreadOf({ samples = [] }: Result): string {
  if (samples.length < 2) return "";
  return `${rounded(Math.min(...samples))} … ${rounded(Math.max(...samples))}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const lines = [head, widths.map((width) => "-".repeat(width)), ...rows];
  return lines.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`).join("\n");
}
