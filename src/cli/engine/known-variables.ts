import { KNOWN_VARIABLES } from "../../provider/run/review-run";
import { parseJson } from "../../shared/json";
import type { Diagnostic } from "./diagnostics";

/** The known variables of each provider configuration, by its address; null if they are not set or unknown. */
export type KnownVariables = ReadonlyMap<string, readonly string[] | null>;

interface Separated {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if no provider has given any: an older provider then warned about the prompts itself. */
  readonly knownVariables: KnownVariables | undefined;
}

/** Separates the warnings that give the review the known variables from all other diagnostics. */
export function separateKnownVariables(reported: readonly Diagnostic[]): Separated {
  const given = reported.filter(({ summary }) => summary.startsWith(KNOWN_VARIABLES));
  const lists = given.map(({ address, summary }) => {
    const list = parseJson(summary.slice(KNOWN_VARIABLES.length));
    return [address ?? "", (list?.value ?? null) as readonly string[] | null] as const;
  });
  return {
    diagnostics: reported.filter((one) => !given.includes(one)),
    knownVariables: given.length === 0 ? undefined : new Map(lists),
  };
}
