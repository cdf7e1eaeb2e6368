import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { sameText } from "../../objects/text";
import { placeholderFor } from "../../prompt";
import { realPath } from "../shared/real-path";
import { stackWithoutState } from "../states/state-file";
import type { State } from "../states/read-states";
import type { Place } from "./places";
import { namesOf, variablesOf } from "./texts";

export interface Found {
  readonly places: readonly Place[];
  /** What could not be searched, as sentences. */
  readonly gaps: readonly string[];
  /** True if the result is a list of all uses, which a gap makes incomplete. */
  readonly isList: boolean;
}

/**
 * Searches the places for a term: a variable in braces, an id, an address, the path of a construct, a prompt file,
 * or a name. Names are the same as for the provider (`sameText`).
 */
export function search(term: string, places: readonly Place[], states: readonly State[]): Found {
  const variable = variableIn(term);
  const isVariable = variable !== undefined;
  const file = realPath(resolve(term));
  const found = places.filter(
    (place) =>
      (isVariable && uses(place, variable)) ||
      [place.object?.id, place.address, place.constructPath].includes(term) ||
      place.files.includes(file) ||
      Object.values(namesOf(place)).some((name) => name !== undefined && sameText(name, term)),
  );
  const isFile = existsSync(file);
  const unread = states.filter(({ isMissing }) => isMissing && !isFile);
  return {
    places: found,
    isList: isVariable || isFile,
    gaps: [
      ...places.filter((place) => isUnknown(place, { isVariable, isFile })).map(unknownText),
      ...unread.map(({ source }) => `The ${stackWithoutState(source)}`),
    ],
  };
}

/** Returns the variable that a term in braces names; undefined for any other term. */
export function variableIn(term: string): string | undefined {
  const variable = /^\{(.*)\}$/s.exec(term)?.[1]?.normalize("NFC");
  return variable !== undefined && placeholderFor(variable) !== undefined ? variable : undefined;
}

function uses(place: Place, variable: string): boolean {
  return variablesOf(place)?.some((one) => one.variable.normalize("NFC") === variable) === true;
}

/** Reports whether a place may match, but the text that decides is not known. */
function isUnknown(place: Place, { isVariable, isFile }: { isVariable: boolean; isFile: boolean }): boolean {
  if (isFile) return hasUnknownFiles(place);
  if (isVariable) return place.kind === "snippet" && variablesOf(place) === undefined;
  return place.kind !== null && Object.values(namesOf(place)).every((name) => name === undefined);
}

/** Only the root module of a stack is read, so the prompt files of other modules are not known. */
export function hasUnknownFiles({ kind, address }: Place): boolean {
  return kind === "snippet" && address.startsWith("module.");
}

function unknownText({ stack, address }: Place): string {
  return address.startsWith("module.")
    ? `${address} of ${stack} is declared in a module, so its prompt file is not known. Look into the module.`
    : `${address} of ${stack} is composed by Terraform and not applied, so its text is not known. Deploy the stack.`;
}
