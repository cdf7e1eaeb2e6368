import { count } from "../shared/text";
import type { Finding } from "./finding";

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

/** Returns one line for each finding, and a line with their numbers. */
export function textOf(findings: readonly (Finding & { readonly check: string })[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, status, text, cure }) => {
    const line = `${SIGNS[status]}  ${check.padEnd(width)}  ${text}${cure === undefined ? "" : ` ${cure}`}`;
    // A path may have line breaks.
    return line.replaceAll(/\s*[\r\n]\s*/g, " ");
  });
  const numberOf = (status: Finding["status"]) =>
    findings.filter((finding) => finding.status === status).length;
  const totals = [
    count(numberOf("error"), "error"),
    count(numberOf("warning"), "warning"),
    `${numberOf("ok")} ok`,
  ];
  return `${lines.join("\n")}\n${totals.join(", ")}\n`;
}
