import { createHash } from "node:crypto";
import { fc } from "../fast-check";
import { choice, kind, several, skew, sometimes, type, weighted } from "./arbitraries";
import { engineDialect } from "./dialects";
import { engineFaults } from "./faults";
import {
  calm,
  killPoints,
  type Action,
  type Kill,
  type Name,
  type OutsideChange,
  type Program,
  type Step,
} from "./program";

/** Each text is another one, so that every write shows. Some hold what servers normalise. */
const newText = fc
  .tuple(fc.nat(), fc.constantFrom("", "", "\r\nSecond line {first_name}\r\n", "\n", " Gru\u0308\u00dfe"))
  .map(([number, end]) => `Text ${number}${end}`);
/** Lists may cut the last one to the same text. */
const newName = fc
  .tuple(fc.constantFrom("Name", "Gr\u00f6\u00dfe", "Noe\u0308l", "Welcome sequence, step"), fc.nat())
  .map(([begin, number]) => `${begin} ${number}`);
const newContent = { kind, name: newName, text: newText };

const kill: fc.Arbitrary<Kill> = fc.record({
  do: type("kill"),
  signal: fc.constantFrom("SIGINT", "SIGTERM", "SIGKILL", "SIGKILL"),
  target: fc.constantFrom("terraform", "terraform", "group", "group", "provider"),
  twice: fc.constantFrom(false, false, false, false, true),
  at: fc.oneof(...killPoints.map((point) => weighted(point === "planning" ? 1 : 2, type(point)))),
  operation: choice,
  nth: fc.constantFrom(1, 1, 2),
  afterMs: fc.nat({ max: 1_500 }),
});

/** In a program with `unique`, nothing has a name twice: the API may refuse it. */
function nameOf(unique: boolean, sharedPercent: number): fc.Arbitrary<Name> {
  if (unique) return newName;
  return fc.oneof(
    weighted(100 - sharedPercent, newName),
    weighted(sharedPercent, fc.record({ like: choice })),
  );
}

function addOf(unique: boolean): fc.Arbitrary<Action> {
  return fc.record({
    do: type("add"),
    ...newContent,
    name: nameOf(unique, 15),
    createFirst: unique ? type(false) : fc.oneof(weighted(17, type(false)), weighted(3, type(true))),
  });
}

function actionOf(unique: boolean): fc.Arbitrary<Action> {
  return fc.oneof(
    weighted(3, addOf(unique)),
    weighted(2, fc.record({ do: type("rename"), who: choice, name: nameOf(unique, 10) })),
    weighted(3, fc.record({ do: type("change"), who: choice, text: newText })),
    weighted(1, fc.record({ do: type("clear"), who: choice })),
    weighted(2, fc.record({ do: type("remove"), who: choice })),
    weighted(1, type<Action>({ do: "readd" })),
    weighted(unique ? 0 : 1, fc.record({ do: type("readdress"), who: choice })),
    weighted(1, fc.record({ do: type("move"), who: choice })),
    weighted(2, fc.record({ do: fc.constantFrom("import", "adopt"), ...newContent, declared: newText })),
  );
}

function outsideOf(unique: boolean): fc.Arbitrary<OutsideChange> {
  return fc.oneof(
    weighted(2, fc.record({ do: type("edit"), who: choice, name: type(null), text: newText })),
    weighted(1, fc.record({ do: type("edit"), who: choice, name: newName, text: type(null) })),
    weighted(1, fc.record({ do: type("delete"), who: choice })),
    weighted(1, fc.record({ do: type("mailboxes"), who: choice, count: fc.integer({ min: 1, max: 3 }) })),
    weighted(
      3,
      fc.record({ do: type("add unmanaged"), ...newContent, name: nameOf(unique, 70), same: fc.boolean() }),
    ),
  );
}

function stepOf(unique: boolean): fc.Arbitrary<Step> {
  return fc
    .record({
      actions: several(actionOf(unique), [0, 1, 1, 2, 3]),
      existingName: fc.oneof(
        weighted(11, type("adopt")),
        weighted(7, type("warn")),
        weighted(2, type("fail")),
      ),
      before: several(outsideOf(unique), [0, 0, 1, 2]),
      planFaults: sometimes("planFaults", 7, engineFaults),
      between: sometimes("between", 3, several(outsideOf(unique), [0, 1, 1, 2])),
      applyFaults: sometimes("applyFaults", 7, engineFaults),
      replaced: sometimes("replaced", 1, fc.tuple(choice)),
      looksUp: sometimes("looksUp", 3, type(true)),
      parallelism: fc.constantFrom(1, 2, 10, 10, 10, 30),
      ending: sometimes("ending", 6, kill),
    })
    .map((drawn) => ({ ...calm, ...drawn, planFaults: drawn.between === null ? [] : drawn.planFaults }));
}

function programOf(unique: boolean): fc.Arbitrary<Program> {
  const duplicateNames = unique ? ("rejected" as const) : ("allowed" as const);
  return fc.record({
    dialect: engineDialect.map((dialect) => ({ ...dialect, duplicateNames })),
    maxRetries: type(2),
    skew,
    forceDestroy: type(true),
    steps: fc
      .tuple(
        several(addOf(unique), [2, 3]),
        stepOf(unique),
        fc.array(stepOf(unique), { minLength: 2, maxLength: 5 }),
      )
      .map(([actions, first, others]) => [{ ...first, actions }, ...others]),
  });
}

/**
 * A program for the driver that runs the real engine. Without a bias to small values, all programs are about
 * as long.
 */
const engineProgram = fc.noBias(fc.oneof(weighted(17, programOf(false)), weighted(3, programOf(true))));

/** Returns the program number `index` of a seed, for the engine. All of it follows from the two. */
export function engineProgramOf(seed: string, index: number): Program {
  const hash = createHash("sha256").update(`${seed}/${index}`).digest();
  return fc.sample(engineProgram, { seed: hash.readInt32LE(), numRuns: 1 })[0]!;
}
