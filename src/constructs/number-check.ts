import type { OutreachProvider } from "./generated/provider";
import { resolveAtSynth } from "./text-at-synth";
import { writtenArguments } from "./written-arguments";

/**
 * At synth: the errors about numbers of the provider that are none, as `Number(…)` makes of a text that it cannot read.
 * JSON has only null for them, which is no value to Terraform, so the default would count without a word.
 */
export function errorsOfNumbers(provider: OutreachProvider): string[] {
  return Object.entries(writtenArguments(provider))
    .map(([argument, written]) => ({ argument, value: resolveAtSynth(provider, written) }))
    .filter(({ value }) => typeof value === "number" && !Number.isFinite(value))
    .map(
      ({ argument, value }) =>
        `${argument} is ${String(value)}. Set it to a number, or leave it out for the default.`,
    );
}
