import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { DiagnosticError, type Diagnostic, type HookCall } from "../../sdk/framework";
import { isUnknown } from "../../sdk/values";
import { addressOf, type Settings } from "../settings/settings";
import { ProviderError } from "../wording/subject";

/**
 * Set by `cdktf-outreach review`: the path of a file to which the provider appends facts as lines of JSON.
 * The review needs these facts, because it does not parse the text of diagnostics (docs/design/review.md).
 */
export const REVIEW_RUN = "OUTREACH_REVIEW_RUN";

export type ReviewLine =
  | { readonly ownWrite: OwnWrite }
  | { readonly linked: LinkedCount }
  | { readonly diagnostic: Pick<Diagnostic, "summary" | "detail">; readonly facts: DiagnosticFacts };

/** If a read shows a text that this provider wrote with an ambiguous result, the text is no drift. */
export interface OwnWrite {
  readonly type: string;
  readonly id: string;
  readonly attributes: readonly string[];
}

/**
 * The larger number of linked mailboxes in a read and in a list. The plan shows only the number of the read.
 */
export interface LinkedCount {
  readonly id: string;
  readonly count: number;
}

/** The engine gives no address for diagnostics of a planned delete. */
export interface DiagnosticFacts {
  readonly object?: { readonly type: string; readonly id: string };
  readonly losesEdit?: boolean;
  /** Only set for the warning about the configuration. A value is null if it is unknown or not set. */
  readonly configuration?: {
    readonly knownVariables: readonly string[] | null;
    readonly baseUrl: string | null;
  };
}

export const LOSES_EDIT = "loses-edit";
/** Marks a diagnostic about the whole run. */
export const ABOUT_RUN = "about-run";

/** Older versions set the variable to 1. */
export function isReviewRun(): boolean {
  return isAbsolute(process.env[REVIEW_RUN] ?? "");
}

export function giveReview(line: ReviewLine): void {
  if (!isReviewRun()) return;
  try {
    appendFileSync(process.env[REVIEW_RUN]!, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch (cause) {
    const advice = "If no review of cdktf-outreach runs, remove this variable from the environment.";
    throw new ProviderError(
      `${REVIEW_RUN} names a file that cannot be written`,
      `${(cause as Error).message}. ${advice}`,
    );
  }
}

export function giveConfiguration(
  { known_variables: knownVariables, base_url }: Pick<Settings, "known_variables" | "base_url">,
  { diagnostics }: HookCall,
): void {
  if (!isReviewRun()) return;
  const diagnostic = {
    summary: `outreach provider: settings for cdktf-outreach review, ${randomUUID()}`,
    detail: `The provider leaves the checks of prompts to the review, because ${REVIEW_RUN} is set. Remove this variable if no review runs.`,
  };
  const baseUrl = base_url === null || isUnknown(base_url) ? null : addressOf(base_url);
  giveReview({ diagnostic, facts: { configuration: { knownVariables, baseUrl } } });
  diagnostics.warn(diagnostic.summary, diagnostic.detail);
}

/** Tells the review which object the diagnostics of `work` concern. */
export async function givingFacts<T>(
  { type, id }: { readonly type: string; readonly id: unknown },
  call: HookCall,
  work: () => T | Promise<T>,
): Promise<T> {
  const give = (diagnostics: readonly Diagnostic[]) => {
    for (const { summary, detail, code } of diagnostics) {
      const object = typeof id === "string" && code !== ABOUT_RUN ? { type, id } : undefined;
      const losesEdit = code === LOSES_EDIT || undefined;
      if (object === undefined && losesEdit === undefined) continue;
      giveReview({ diagnostic: { summary, detail }, facts: { object, losesEdit } });
    }
  };
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiagnosticError) give(error.diagnostics);
    throw error;
  } finally {
    give(call.diagnostics.all);
  }
}
