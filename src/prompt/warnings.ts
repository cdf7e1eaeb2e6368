import type { FindingKind, PromptFinding } from "./checks";

export interface PromptWarning {
  readonly summary: string;
  readonly detail: string;
}

const PROBLEMS: Readonly<Record<FindingKind, string>> = {
  nearly: "is not a placeholder, although it looks like one",
  unclosed: "is a placeholder that is never closed",
  empty: "is a placeholder without a name",
  doubled: "is doubled, so it is not a placeholder",
  unknown: "is none of the known variables",
};

const ADVICE: Readonly<Record<FindingKind, string>> = {
  nearly:
    "It will be passed on as it stands. An identifier has no blanks and no characters that cannot be seen.",
  unclosed: "It will be passed on as it stands.",
  empty: "It will be passed on as it stands. Put the identifier of a variable between the braces.",
  doubled: "It will be passed on as it stands. A placeholder has single braces.",
  unknown: "Correct it, or add it to the provider's known_variables.",
};

/**
 * The warnings about a prompt, one for each text that is wrong, however often it stands there. Terraform folds warnings of
 * equal summary, so the summary names the snippet (`outreach_snippet "Opener"`) and the text.
 */
export function promptWarnings(snippet: string, findings: readonly PromptFinding[]): PromptWarning[] {
  const groups = new Map<string, PromptFinding[]>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.text}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return Array.from(groups.values(), (group) => {
    const { kind, text, suggestion } = group[0]!;
    const places = group.map(({ line, column }) => `line ${line}, column ${column}`).join("; ");
    const question = kind === "unknown" ? "The closest known one is" : "Probably meant:";
    const meant = suggestion === null ? "" : ` ${question} ${suggestion}.`;
    return {
      summary: `${snippet}: ${spelled(text)} ${PROBLEMS[kind]}`,
      detail: `In the prompt at ${places}. ${ADVICE[kind]}${meant}`,
    };
  });
}

/** On one line, with what cannot be seen spelled out. */
function spelled(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
