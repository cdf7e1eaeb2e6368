import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { DiagnosticError, type Diagnostic, type HookCall } from "../../sdk/framework";
import { isUnknown } from "../../sdk/values";
import { addressOf, type Settings } from "../settings/settings";
import { ProviderError } from "../wording/subject";

/**
 * The environment variable with which `cdktf-outreach review` passes the path of an empty file to the
 * provider (docs/design/review.md). The provider appends facts as lines of JSON, so that the review need not
 * parse the text of diagnostics, which may change.
 */
export const REVIEW_RUN = "OUTREACH_REVIEW_RUN";

export type ReviewLine =
  | { readonly ownWrite: OwnWrite }
  | { readonly linked: LinkedCount }
  | { readonly diagnostic: Pick<Diagnostic, "summary" | "detail">; readonly facts: DiagnosticFacts };

/** Texts of an object that an update of this provider wrote with an unknown result, so they are no drift. */
export interface OwnWrite {
  readonly type: string;
  readonly id: string;
  readonly attributes: readonly string[];
}

/** Mailboxes linked to a cluster: the larger number of a read and a list. The plan has only the read's. */
export interface LinkedCount {
  readonly id: string;
  readonly count: number;
}

/** What a diagnostic is about. The engine gives no address for diagnostics of a planned delete. */
export interface DiagnosticFacts {
  readonly object?: { readonly type: string; readonly id: string };
  /** Whether the diagnostic says that a planned change loses an edit. */
  readonly losesEdit?: boolean;
  /**
   * Only in the warning that carries the configuration: the engine adds the address of the provider
   * configuration, which the provider does not know. A plan shows the known variables and base URL only if
   * they are constant. Null if unknown or not set.
   */
  readonly configuration?: {
    readonly knownVariables: readonly string[] | null;
    readonly baseUrl: string | null;
  };
}

export const LOSES_EDIT = "loses-edit";
/** Code of a diagnostic about the whole run, not about the object of the call that reports it. */
export const ABOUT_RUN = "about-run";

/** Reports whether a review runs the engine and checks the prompts. Older versions set 1 as the path. */
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

/** Runs a hook and tells the review which object its diagnostics are about. `id` is unknown in some plans. */
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
