import { fc } from "../fast-check";
import { choice, kind, skew, sometimes, type, weighted } from "./arbitraries";
import { coreDialect } from "./dialects";
import { coreFault } from "./faults";
import {
  BLOCKS,
  calm,
  type Action,
  type DeclaredBlock,
  type Ending,
  type OutsideChange,
  type Program,
  type Step,
} from "./program";

/**
 * Few names, so that they meet. Lists may cut the long ones to one, and some servers store the last ones as
 * others.
 */
const fewNames = fc.constantFrom(
  "a",
  "a",
  "b",
  "B",
  "caf\u00e9",
  "Welcome sequence, step 1",
  "Welcome sequence, step 2",
  `R&D "x"`,
  "b\u200b",
);
const fewTexts = fc.option(fc.constantFrom("", "one", "two {x}", "three\n", "four\r\n{y}"), { freq: 6 });
const block = fc.nat({ max: BLOCKS.length - 1 });
const request = fc.integer({ min: 1, max: 12 });
const changedText = fc.nat().map((number) => `changed outside ${number}`);

const editing = fc.record({
  do: type("edit"),
  who: choice,
  name: fc.option(fewNames),
  text: changedText,
});

const coreOutside: fc.Arbitrary<OutsideChange> = fc.oneof(
  fc.record({
    do: type("add unmanaged"),
    kind,
    name: fc.oneof(fewNames, fc.record({ like: choice })),
    text: type("theirs"),
    same: fc.boolean(),
  }),
  editing,
  fc.record({ do: type("delete"), who: choice }),
  fc.record({ do: type("mailboxes"), who: choice, count: fc.nat({ max: 2 }) }),
  fc.oneof(
    fc.record({ do: type("edit unmanaged"), which: choice, text: changedText }),
    fc.record({ do: type("delete unmanaged"), which: choice }),
  ),
);
const reusing: fc.Arbitrary<OutsideChange> = fc.record({ do: type("reuse"), who: choice });
const importing = fc.record({ do: type("import"), block, which: choice });

const coreEnding: fc.Arbitrary<Ending> = fc.oneof(
  weighted(4, type(calm.ending)),
  weighted(1, fc.record({ do: type("stop"), request })),
  weighted(3, fc.record({ do: type("cut"), request, committed: fc.boolean() })),
  weighted(2, fc.record({ do: type("forget"), blocks: fc.uniqueArray(block) })),
);

const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 2 });
const declared: fc.Arbitrary<DeclaredBlock | null> = fc.option(
  fc.record({ name: fewNames, text: fewTexts }),
  {
    freq: 3,
  },
);

const declaring = fc
  .tuple(...BLOCKS.map(() => declared))
  .map((blocks): Action[] => [{ do: "declare", blocks }]);

const coreStep: fc.Arbitrary<Step> = fc
  .record({
    actions: declaring,
    existingName: fc.constantFrom("warn", "warn", "adopt", "fail"),
    before: few(
      fc.oneof(weighted(6, coreOutside), weighted(4, editing), weighted(2, importing), weighted(1, reusing)),
    ),
    outsideEdits: fc.constantFrom("warn", "warn", "fail", "overwrite"),
    review: sometimes(
      "review",
      4,
      fc.record({
        leftOut: few(choice),
        after: fc.oneof(type([]), few(coreOutside)),
        isLate: fc.boolean(),
      }),
    ),
    planFaults: sometimes("planFaults", 3, few(coreFault)),
    between: sometimes("between", 3, few(fc.oneof(weighted(6, coreOutside), weighted(1, reusing)))),
    applyFaults: few(coreFault),
    during: sometimes("during", 3, few(fc.record({ request, change: coreOutside }))),
    beside: fc.option(fc.record({ block, isDeclared: fc.boolean() })),
    replaced: sometimes("replaced", 2, few(choice)),
    elsewhere: fc.constantFrom(false, false, false, true),
    looksUp: fc.boolean(),
    ending: coreEnding,
  })
  .map((drawn) => ({ ...calm, ...drawn }));

/** Half of the programs begin with objects that were created without faults: only then is each edit known. */
const steps = fc
  .tuple(fc.option(declaring, { freq: 1 }), fc.array(coreStep, { minLength: 1, maxLength: 4 }))
  .map(([actions, rest]) => (actions === null ? rest : [{ ...calm, actions }, ...rest]));

/** A program for the driver that plays Terraform. */
export const coreProgram: fc.Arbitrary<Program> = fc.record({
  dialect: coreDialect,
  maxRetries: fc.constantFrom(0, 0, 1),
  skew,
  forceDestroy: fc.boolean(),
  steps,
});
