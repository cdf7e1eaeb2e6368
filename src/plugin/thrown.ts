import { inspect } from "node:util";

/** What was thrown, in words. Anything can be, even what has no text of its own. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === "string" ? thrown : inspect(thrown);
}
