import { calm, type Program, type Step } from "./program";

/** The lists of a step, each part of which can be left out, and what can be left out as a whole. */
const LISTS = ["applyFaults", "planFaults", "before", "actions"] as const;
const WHOLES = ["ending", "replaced", "between", "review", "outsideEdits"] as const;

/**
 * Parts of a program that can be left out, by name: `dialect`, `2` (a step), `2.ending`, `2.applyFaults.0`.
 */
export function partsOf({ steps }: Program): string[] {
  return [
    ...steps.map((_, at) => `${at + 1}`).reverse(),
    ...steps.flatMap((step, at) => [
      ...WHOLES.filter((name) => JSON.stringify(step[name]) !== JSON.stringify(calm[name])).map(
        (name) => `${at + 1}.${name}`,
      ),
      ...LISTS.flatMap((name) => step[name].map((_, index) => `${at + 1}.${name}.${index}`)),
    ]),
    "dialect",
    "skew",
  ];
}

/** Returns the program without the named parts. */
export function without(program: Program, parts: ReadonlySet<string>): Program {
  return {
    ...program,
    dialect: parts.has("dialect") ? {} : program.dialect,
    skew: parts.has("skew") ? 0 : program.skew,
    steps: program.steps.flatMap((step, at) =>
      parts.has(`${at + 1}`) ? [] : [withoutPartsOf(step, (name) => parts.has(`${at + 1}.${name}`))],
    ),
  };
}

function withoutPartsOf(step: Step, isLeftOut: (name: string) => boolean): Step {
  const wholes = WHOLES.filter((name) => isLeftOut(name)).map((name) => [name, calm[name]]);
  const lists = LISTS.map((list) => [
    list,
    (step[list] as readonly unknown[]).filter((_, index) => !isLeftOut(`${list}.${index}`)),
  ]);
  return { ...step, ...Object.fromEntries([...wholes, ...lists]) } as Step;
}
