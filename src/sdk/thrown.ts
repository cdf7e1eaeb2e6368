import { inspect } from "node:util";

/** Describes a thrown value, which may be anything. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === "string" ? thrown : inspect(thrown);
}
