import {
  type Acknowledgement,
  acknowledges,
  separateAcknowledged,
  type SnippetWarnings,
} from "./acknowledged";
import { checkPrompt, checkVariables } from "./checks";
import { emptyTextWarnings, subject } from "./warnings";

interface Checks {
  /** The variables that exist; undefined if that is not known. */
  readonly known: readonly string[] | undefined;
  /** Default: none. */
  readonly entries?: readonly Acknowledgement[];
  /** Whether the prompt may hold more than its known text, which entries may be about. Default: false. */
  readonly isPartial?: boolean;
  /** As for `promptWarnings`. Default: false. */
  readonly isSensitive?: boolean;
}

const SNIPPET = "outreach_snippet";

/** Returns the warnings about a prompt and about the name of its snippet. An unknown name is null. */
export function warningsOfPrompt(name: string | null, prompt: string, checks: Checks): SnippetWarnings {
  const { known, entries = [], isPartial = false, isSensitive = false } = checks;
  const isAcknowledged = acknowledges(entries);
  const findings = [
    ...checkPrompt(prompt, (found) => !isAcknowledged(found)),
    ...(known === undefined ? [] : checkVariables(prompt, known)),
  ];
  const snippet = { type: SNIPPET, name };
  const blanks = [
    ...emptyTextWarnings(snippet, "name", name),
    ...emptyTextWarnings(snippet, "prompt", prompt),
  ];
  // Most prompts have no findings, and quoting the name takes longer than checking them.
  if (findings.length + blanks.length + entries.length === 0) return { warnings: [], acknowledged: [] };
  return separateAcknowledged(
    { blanks, findings },
    {
      snippet: subject(SNIPPET, name),
      entries,
      isSensitive,
      isChecked(code) {
        if (code === "blank-name") return name !== null;
        return !isPartial && (code !== "unknown" || known !== undefined);
      },
    },
  );
}
