import { count } from "../../util/text";
import type { Finding } from "./finding";

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

export function textOf(findings: readonly (Finding & { readonly check: string })[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, status, text, cure }) => {
    const line = `${SIGNS[status]}  ${check.padEnd(width)}  ${text}${cure === undefined ? "" : ` ${cure}`}`;
    // A path may have line breaks and the sequences that control a terminal.
    return line.replaceAll(/\s*\p{Cc}+\s*/gu, " ");
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
