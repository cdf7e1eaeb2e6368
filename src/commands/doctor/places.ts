import { isAbsolute, resolve } from "node:path";
import { groupBy } from "../../util/lists";
import type { DoctorContext, Place } from "./context";
import { type Finding, warning } from "./finding";

/** A finding that several places may share. A function gets the names of these places. */
export type SharedFinding = Omit<Finding, "text"> & { readonly text: string | ((names: string) => string) };

/** Examines each place. Returns each finding once, with the names of all places that have it. */
export function findingsIn(
  places: readonly Place[],
  examine: (place: Place) => readonly SharedFinding[],
): Finding[] {
  const found = places.flatMap((place) => examine(place).map((finding) => ({ finding, name: place.name })));
  const withNames = ({ status, text, ...rest }: SharedFinding, names: string): Finding => {
    return { status, text: typeof text === "string" ? text : text(names), ...rest };
  };
  const keyOf = ({ status, text, cure }: Finding) => [status, text, cure].join("\n");
  return [...groupBy(found, ({ finding }) => keyOf(withNames(finding, ""))).values()].map((group) =>
    withNames(group[0]!.finding, namesOf(group.map(({ name }) => name))),
  );
}

const MAX_NAMES = 5;

function namesOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(", ")} and ${more} more` : names.join(", ");
}

interface Setting {
  /** The environment variable. */
  readonly name: string;
  readonly value: string;
  /** The program that looks for the path, such as "the engine". */
  readonly reader: string;
}

/**
 * Examines the path in a setting. A relative path is seen from each folder in which the engine runs. The text
 * of `problemOf` is the end of a sentence, such as "does not exist" in "…, which does not exist".
 */
export function findingsOfPath(
  { name, value, reader }: Setting,
  { places }: DoctorContext,
  problemOf: (path: string) => Finding | undefined,
): Finding[] {
  const start = `${name} names ${value}, which`;
  const cure = "Write an absolute path.";
  if (isAbsolute(value)) {
    const problem = problemOf(value);
    return problem === undefined ? [] : [{ ...problem, text: `${start} ${problem.text}.` }];
  }
  if (places instanceof Error || places.length === 0) {
    const seen = `is a relative path: ${reader} looks for it in the folder of a stack, and there is none yet.`;
    return [warning(`${start} ${seen}`, cure)];
  }
  return findingsIn(places, ({ folder }) => {
    const problem = problemOf(resolve(folder, value));
    if (problem === undefined) return [];
    const text = (names: string) => `${start} ${problem.text} in ${names}, where ${reader} runs.`;
    return [{ status: problem.status, text, cure }];
  });
}
