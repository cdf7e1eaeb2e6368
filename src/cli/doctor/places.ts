import { isAbsolute, resolve } from "node:path";
import { groupBy } from "../shared/lists";
import type { DoctorContext, Place } from "./context";
import type { Finding } from "./finding";

/** A finding that several places may share. The functions get the names of these places. */
export interface SharedFinding {
  readonly status: Finding["status"];
  readonly text: (names: string) => string;
  readonly cure?: (names: string) => string;
}

/** Returns a finding of a place whose text does not name the place. */
export function unnamed({ status, text, cure }: Finding): SharedFinding {
  return { status, text: () => text, ...(cure !== undefined && { cure: () => cure }) };
}

/** Examines each place. Returns each finding once, with the names of all places that have it. */
export function findingsIn(
  places: readonly Place[],
  examine: (place: Place) => readonly SharedFinding[],
): Finding[] {
  const found = places.flatMap((place) => examine(place).map((finding) => ({ finding, name: place.name })));
  const keyOf = ({ status, text, cure }: SharedFinding) => [status, text(""), cure?.("")].join("\n");
  return [...groupBy(found, ({ finding }) => keyOf(finding)).values()].map((group) => {
    const { status, text, cure } = group[0]!.finding;
    const names = namesOf(group.map(({ name }) => name));
    return { status, text: text(names), ...(cure !== undefined && { cure: cure(names) }) };
  });
}

const MAX_NAMES = 5;

function namesOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(", ")} and ${more} more` : names.join(", ");
}

/** What is wrong with a path in a setting. */
export interface Problem {
  readonly status: "warning" | "error";
  /** The end of the sentence "…, which does not exist". */
  readonly which: string;
  readonly cure: string;
}

interface Setting {
  /** The environment variable. */
  readonly name: string;
  readonly value: string;
  /** The program that looks for the path, such as "the engine". */
  readonly reader: string;
}

/** Examines the path in a setting. A relative path is seen from each folder in which the engine runs. */
export function findingsOfPath(
  { name, value, reader }: Setting,
  { places }: DoctorContext,
  problemOf: (path: string) => Problem | undefined,
): Finding[] {
  const text = `${name} names ${value}, which`;
  const absolute = "Write an absolute path.";
  if (isAbsolute(value)) {
    const problem = problemOf(value);
    return problem === undefined
      ? []
      : [{ status: problem.status, text: `${text} ${problem.which}.`, cure: problem.cure }];
  }
  if (places instanceof Error || places.length === 0) {
    const seen = `is a relative path: ${reader} looks for it in the folder of a stack, and there is none yet.`;
    return [{ status: "warning", text: `${text} ${seen}`, cure: absolute }];
  }
  return findingsIn(places, ({ folder }) => {
    const problem = problemOf(resolve(folder, value));
    if (problem === undefined) return [];
    const { status, which } = problem;
    return [
      {
        status,
        text: (names) => `${text} ${which} in ${names}, where ${reader} runs.`,
        cure: () => absolute,
      },
    ];
  });
}
