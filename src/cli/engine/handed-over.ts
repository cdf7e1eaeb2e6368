import { ADDRESS, KNOWN_VARIABLES, OWN_WRITE, type OwnWrite } from "../../provider/run/review-run";
import { parseJson } from "../../shared/json";
import type { Diagnostic } from "./diagnostics";

/** What provider configurations have given the review, by the address of each; null if it is not set or unknown. */
export type ByProvider<T> = ReadonlyMap<string, T | null>;

export type KnownVariables = ByProvider<readonly string[]>;

interface Separated {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if no provider has given any: an older provider then warned about the prompts itself. */
  readonly knownVariables: KnownVariables | undefined;
  /** The address of the API of each provider configuration; undefined if no provider has given any. */
  readonly addresses: ByProvider<string> | undefined;
  readonly ownWrites: readonly OwnWrite[];
}

/** Separates the warnings that give the review facts about the providers from all other diagnostics. */
export function separateHandedOver(reported: readonly Diagnostic[]): Separated {
  return {
    diagnostics: reported.filter(({ summary }) => !STARTS.some((start) => summary.startsWith(start))),
    knownVariables: given<readonly string[]>(reported, KNOWN_VARIABLES),
    addresses: given<string>(reported, ADDRESS),
    ownWrites: reported.flatMap(({ summary }) => {
      const json = summary.startsWith(OWN_WRITE) ? summary.slice(OWN_WRITE.length) : "";
      return (parseJson(json)?.value ?? []) as OwnWrite | [];
    }),
  };
}

const STARTS = [KNOWN_VARIABLES, ADDRESS, OWN_WRITE];

function given<T>(reported: readonly Diagnostic[], start: string): ByProvider<T> | undefined {
  const found = reported.filter(({ summary }) => summary.startsWith(start));
  if (found.length === 0) return undefined;
  const values = found.map(({ address, summary }) => {
    const parsed = parseJson(summary.slice(start.length));
    return [address ?? "", (parsed?.value ?? null) as T | null] as const;
  });
  return new Map(values);
}
