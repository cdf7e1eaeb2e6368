import { identityFields } from "../api";
import type { FaultReport } from "./faults";
import { isObject } from "./json";
import { bearerToken } from "./validate";

export const MASK = "***";

/** Shorter values are masked in their own fields only: as parts of other texts they would match by chance. */
const SHORTEST_SECRET_IN_TEXT = 8;

const secretFields = new Set<string>(Object.values(identityFields).map(({ wire }) => wire));

/** Replaces the identity values of a call, and its token, wherever they stand in what is recorded of it. */
export class Masker {
  readonly #secrets: string[];

  constructor(body: unknown, authorization: string | undefined) {
    const identity = isObject(body) ? [...secretFields].map((field) => body[field]) : [];
    this.#secrets = [...identity, authorization, bearerToken(authorization)]
      .filter((secret): secret is string => typeof secret === "string")
      .filter((secret) => secret.length >= SHORTEST_SECRET_IN_TEXT)
      .sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }

  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      this.text(key),
      secretFields.has(key) ? MASK : this.value(item),
    ]);
    return Object.fromEntries(entries) as unknown;
  }
}

/** A fault as people may see it: a rule may be for the calls of one user or workspace. */
export function maskedFault(fault: FaultReport): FaultReport {
  return new Masker(fault.rule.match, undefined).value(fault) as FaultReport;
}
