/**
 * Returns the JSON of a report, with a line break at the end. No text in it can be read as a command of a CI system
 * (see `workflow-commands.ts`), because `##[` is escaped.
 */
export function printJson(report: unknown): string {
  return `${JSON.stringify(report, null, 2).replace(/##(?=\w*\[)/g, String.raw`\u0023#`)}\n`;
}
