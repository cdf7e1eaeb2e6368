import { fc } from "../fast-check";
import type { FaultEffect } from "../../src/simulator";
import { choice, kind, skew, sometimes, type, weighted } from "./arbitraries";
import { coreDialect } from "./dialects";
import { coreFault } from "./faults";
import {
  BLOCKS,
  calm,
  changesAndDeletes,
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
/** Few lines, so that the code and others add and remove the same ones. */
const line = fc.constantFrom("one", "{y}", "more", "and more");
const block = fc.nat({ max: BLOCKS.length - 1 });
const request = fc.integer({ min: 1, max: 12 });
const changedText = fc.nat().map((number) => `changed outside ${number}`);

const editing = fc.record({
  do: type("edit"),
  who: choice,
  name: fc.option(fewNames),
  text: changedText,
});

const editingLines = fc.oneof(
  fc.record({ do: type("add line"), who: choice, line }),
  fc.record({ do: type("remove line"), who: choice, at: choice }),
);
const pulling = fc.record({ do: type("pull"), who: choice, plus: fc.option(line, { freq: 1 }) });

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
const reusing = fc.record({ do: type("reuse"), who: choice });
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
      fc.oneof(
        weighted(6, coreOutside),
        weighted(4, editing),
        weighted(2, editingLines),
        weighted(2, importing),
        weighted(1, reusing),
      ),
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

const declaringLines = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines): Action[] => {
  return [{ do: "declare", blocks: [null, null, { name: "a", text: lines.join("\n") }, null] }];
});

/** An update that is carried out, and that no read of its apply shows, or whose response is lost. */
const unseenUpdate = fc.constantFrom<Step["applyFaults"]>(
  [{ operation: "UpdateSnippet", effect: { type: "hide" } }],
  [
    { operation: "UpdateSnippet", effect: { type: "status", status: 504, when: "after" } },
    { operation: "GetSnippet", nth: 2, times: 20, effect: { type: "status", status: 500 } },
  ],
);

/** Others edit a snippet line by line, or the code changes it. The code pulls some of the edits. */
const editingStep: fc.Arbitrary<Step> = fc
  .oneof(
    fc.record({
      actions: fc.oneof(weighted(3, type([])), weighted(1, declaringLines)),
      before: fc.array(fc.oneof(weighted(2, editingLines), weighted(1, pulling)), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({ actions: declaringLines, applyFaults: sometimes("applyFaults", 6, unseenUpdate) }),
  )
  .chain((drawn) =>
    fc.constantFrom("warn", "warn", "fail").map((outsideEdits) => ({ ...calm, ...drawn, outsideEdits })),
  );

const editingSteps = fc
  .tuple(declaringLines, fc.array(editingStep, { minLength: 2, maxLength: 5 }))
  .map(([actions, rest]) => [{ ...calm, actions }, ...rest]);

const refusal = fc.constantFrom<FaultEffect>(
  { type: "throttle", retryAfter: 2 },
  { type: "throttle" },
  { type: "throttle", status: 503, retryAfter: 2 },
  { type: "status", status: 429, headers: { "retry-after": "2" }, when: "after" },
  { type: "status", status: 503, when: "after" },
  { type: "reset" },
  { type: "reset", when: "after" },
);
const refusing = fc.record({
  operation: fc.constantFrom(changesAndDeletes, ...changesAndDeletes.map((one) => [one])),
  nth: fc.integer({ min: 1, max: 2 }),
  times: fc.integer({ min: 1, max: 3 }),
  effect: refusal,
});

/** Updates and deletes wait before they are retried, and other users change their objects meanwhile. */
const waitingStep: fc.Arbitrary<Step> = fc
  .record({
    actions: declaring,
    applyFaults: fc.array(refusing, { minLength: 1, maxLength: 2 }),
    inWait: fc.array(
      fc.record({
        wait: fc.integer({ min: 1, max: 3 }),
        change: fc.oneof(
          weighted(3, editing),
          weighted(
            2,
            fc.record({ do: type("mailboxes"), who: choice, count: fc.integer({ min: 1, max: 3 }) }),
          ),
          weighted(1, reusing),
          weighted(1, fc.record({ do: type("delete"), who: choice })),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    outsideEdits: fc.constantFrom("warn", "fail", "overwrite"),
    review: sometimes("review", 3, type({ leftOut: [], after: [], isLate: false })),
  })
  .map((drawn) => ({ ...calm, ...drawn }));

const waitingSteps = fc
  .tuple(declaring, fc.array(waitingStep, { minLength: 1, maxLength: 3 }))
  .map(([actions, rest]) => [{ ...calm, actions }, ...rest]);

/** Half of the programs begin with objects that were created without faults: only then is each edit known. */
const steps = fc
  .tuple(fc.option(declaring, { freq: 1 }), fc.array(coreStep, { minLength: 1, maxLength: 4 }))
  .map(([actions, rest]) => (actions === null ? rest : [{ ...calm, actions }, ...rest]));

/** A program for the driver that plays Terraform. */
export const coreProgram: fc.Arbitrary<Program> = fc
  .oneof(
    weighted(
      4,
      fc.record({
        maxRetries: fc.constantFrom(0, 0, 1),
        steps: fc.oneof(weighted(3, steps), weighted(1, editingSteps)),
      }),
    ),
    weighted(1, fc.record({ maxRetries: fc.integer({ min: 1, max: 3 }), steps: waitingSteps })),
  )
  .chain((drawn) =>
    fc
      .record({ dialect: coreDialect, skew, forceDestroy: fc.boolean() })
      .map((rest) => ({ ...rest, ...drawn })),
  );
