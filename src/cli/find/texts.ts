import { readFileSync } from "node:fs";
import { parsePrompt, positionsIn, promptVariables } from "../../prompt";
import { decodePrompt } from "../declared/prompt-text";
import { literalOf } from "../hcl/template";
import { textOf } from "../states/state-file";
import type { Place } from "./places";

/** The text of an attribute in the code and in the state; undefined where it is not known. */
export interface Texts {
  readonly declared: string | undefined;
  readonly applied: string | undefined;
}

export function namesOf({ declared, object }: Place): Texts {
  return { declared: literalOf(declared?.name), applied: object?.name };
}

/** A variable of a prompt, and whether only the code or only the state has it. */
export interface Use {
  readonly variable: string;
  readonly only: "declared" | "applied" | null;
}

/** Returns the variables of a prompt, sorted; undefined if neither the code nor a state shows its text. */
export function variablesOf(place: Place): Use[] | undefined {
  const { declared, applied } = promptsOf(place);
  if (declared === undefined && applied === undefined) return undefined;
  const inCode = new Set(promptVariables(declared ?? applied ?? ""));
  const inState = new Set(promptVariables(applied ?? declared ?? ""));
  return [...new Set([...inCode, ...inState])].sort().map((variable) => ({
    variable,
    only: !inState.has(variable) ? "declared" : inCode.has(variable) ? null : "applied",
  }));
}

function promptsOf(place: Place): Texts {
  const { declared, object, files, isWholeFile } = place;
  const literal = literalOf(declared?.prompt);
  return {
    declared: literal ?? (isWholeFile ? contentOf(files[0]!) : undefined),
    applied: object === undefined ? undefined : textOf(object, "prompt"),
  };
}

/** A file that cannot be read has no known text. */
function contentOf(file: string): string | undefined {
  try {
    return decodePrompt(readFileSync(file))?.text;
  } catch {
    return undefined;
  }
}

/** Returns the first line of a prompt file that uses a variable; null if the file has none. */
export function lineOfVariable(file: string, variable: string): number | null {
  const text = contentOf(file) ?? "";
  const use = parsePrompt(text).find((one) => one.variable.normalize("NFC") === variable);
  return use === undefined ? null : positionsIn(text)(use.start).line;
}
