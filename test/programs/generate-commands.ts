import { fc } from "../fast-check";
import { choice, kind, type, weighted } from "./arbitraries";
import {
  type Change,
  type CommandEnding,
  type CommandProgram,
  type CommandStep,
  type Edit,
  type Lie,
  type Moment,
  type NewObject,
  type OtherExport,
  type OthersChange,
  type PersonsChange,
  type Run,
  STACKS,
} from "./commands";
import { anyDialect } from "./dialects";
import { nothingShown, readingFault } from "./faults";

/** Few names, so that they meet. Some lists cut the last two to one text. */
const name = fc.constantFrom(
  "a",
  "a-b",
  "B",
  "Gr\u00f6\u00dfe",
  "\u4f60\u597d",
  'R&D "x"',
  "con",
  "Welcome sequence, step 1",
  "Welcome sequence, step 2",
);
const who = choice;
const slot = fc.nat({ max: 2 });
const rarely = fc.oneof(weighted(15, type(false)), weighted(1, type(true)));
const sometimes = fc.oneof(weighted(5, type(false)), weighted(1, type(true)));
const stack = fc.constantFrom(0, 0, 0, 1, 1, STACKS.length - 1);

const newObject: { [K in keyof NewObject]: fc.Arbitrary<NewObject[K]> } = { kind, name, isElsewhere: rarely };

const applied: fc.Arbitrary<PersonsChange> = fc.record({
  ...newObject,
  do: type("apply"),
  kind: fc.constantFrom("cluster" as const, "snippet" as const, "snippet" as const),
  stack,
  hasFile: fc.constantFrom(true, true, true, false),
  instances: fc.constantFrom(1, 1, 1, 1, 1, 2),
  mark: fc.constantFrom(
    ...Array.from({ length: 20 }, () => "plain" as const),
    "tainted",
    "deposed",
    "no dates",
    "seen elsewhere",
    "no workspace",
  ),
});

const editAdoption: fc.Arbitrary<Edit> = fc.record({
  do: type("edit adoption"),
  who,
  what: fc.constantFrom("import", "import", "id", "block"),
});

const edit: fc.Arbitrary<Edit> = fc.oneof(
  weighted(6, fc.record({ do: type("edit prompt"), who, slot, isSame: rarely })),
  weighted(1, fc.record({ do: type("append"), who })),
  weighted(
    1,
    fc.record({
      do: type("reencode"),
      who,
      as: fc.constantFrom("crlf", "one crlf", "bom", "no end", "not UTF-8"),
    }),
  ),
  weighted(4, fc.record({ do: type("resolve"), who, by: fc.constantFrom("file", "Outreach", "third") })),
  weighted(1, fc.record({ do: type("take back"), who, slot })),
  weighted(1, fc.record({ do: type("delete prompt"), who })),
  weighted(
    3,
    fc.record({ do: type("edit data"), who, what: fc.constantFrom("name", "owner", "remove", "settled") }),
  ),
  weighted(1, type<Edit>({ do: "edit code" })),
  weighted(1, editAdoption),
  weighted(1, type<Edit>({ do: "edit notes" })),
  weighted(2, fc.record({ do: type("edit all"), slot })),
);

const othersChange: fc.Arbitrary<OthersChange> = fc.oneof(
  weighted(2, fc.record({ ...newObject, do: type("create"), isElsewhere: sometimes })),
  weighted(5, fc.record({ do: type("edit"), who, slot })),
  weighted(1, fc.record({ do: type("undo"), who })),
  weighted(1, fc.record({ do: type("rename"), who, name })),
  weighted(2, fc.record({ do: type("delete"), who })),
  weighted(1, fc.record({ do: type("recreate"), who })),
);

const deployed = type<Change>({ do: "deploy export" });

const change: fc.Arbitrary<Change> = fc.oneof(
  weighted(12, applied),
  weighted(16, othersChange),
  weighted(10, edit),
  weighted(4, fc.record({ do: type("apply again"), who, slot })),
  weighted(6, deployed),
  weighted(
    4,
    fc.oneof(
      fc.record({ do: type("share object"), who, stack }),
      fc.record({ do: type("share file"), who, isPart: fc.boolean() }),
      fc.record({ do: type("move"), who }),
      fc.record({ do: type("undeclare"), who }),
      fc.record({ do: type("copy"), who }),
    ),
  ),
  weighted(1, fc.record({ do: type("lose state"), stack })),
  weighted(1, fc.record({ do: type("deploy adoption"), stack })),
);

const pattern = fc.option(fc.constantFrom("*", "a*", "*step?1", "?-b", "B"), { freq: 5 }).map((one) => one);

const run: fc.Arbitrary<Run> = fc.record({
  command: fc.constantFrom("check", "check", "pull", "pull", "pull", "export", "export", "settle", "adopt"),
  isDry: rarely,
  isJson: fc.constantFrom(true, true, true, false),
  kind: fc.oneof(weighted(5, type(null)), weighted(1, kind)),
  match: fc.oneof(weighted(4, type(null)), weighted(1, pattern)),
  exclude: fc.oneof(weighted(4, type(null)), weighted(1, pattern)),
  hasExtra: fc.constantFrom(true, true, false),
  isElsewhere: fc.oneof(weighted(9, type(false)), weighted(1, type(true))),
});

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ at: type("request"), nth: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ at: type("file"), nth: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ at: type("write"), nth: fc.integer({ min: 1, max: 6 }) }),
);

const ending: fc.Arbitrary<CommandEnding> = fc.oneof(
  weighted(12, type({ do: "finish" })),
  weighted(1, fc.record({ do: type("interrupt"), moment })),
  weighted(3, fc.record({ do: type("kill"), moment })),
);

type During = CommandStep["during"][number];

const otherExport: fc.Arbitrary<OtherExport> = fc.record({ do: type("other export"), who });

const meanwhile: fc.Arbitrary<During> = fc.oneof(
  weighted(8, fc.record({ moment, change: fc.oneof(edit, othersChange) })),
  weighted(1, fc.record({ moment, change: otherExport })),
);

const lie: fc.Arbitrary<Lie> = fc.oneof(
  fc.record({ do: type("omit"), who }),
  fc.record({ do: type("empty"), kind }),
  fc.record({
    do: type("lag"),
    writes: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 1, max: 4 }),
  }),
);

type Trouble = Pick<CommandStep, "faults" | "lies">;

const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { minLength: 1, maxLength: 3 });

/** Lists lack objects, and no read answers whether they exist. */
const omittedAndFailing: fc.Arbitrary<Trouble> = fc
  .tuple(few(fc.record({ do: type("omit"), who })), fc.constantFrom(500, 503))
  .map(([lies, status]) => ({
    faults: [{ operation: ["GetCluster", "GetSnippet"], effect: { type: "status", status } }],
    lies,
  }));

/** What goes wrong with reads. A list that lies, and a read that finds nothing, together prove a false delete. */
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  weighted(6, type({ faults: [], lies: [] })),
  weighted(
    3,
    fc
      .oneof(weighted(4, few(readingFault)), weighted(1, nothingShown))
      .map((faults) => ({ faults, lies: [] })),
  ),
  weighted(
    1,
    few(lie).map((lies) => ({ faults: [], lies })),
  ),
  weighted(1, omittedAndFailing),
);

const between = fc.oneof(weighted(2, type<Edit[]>([])), weighted(1, few(edit)));

function stepOf(before: fc.Arbitrary<Change[]>, runs = run, troubles = trouble): fc.Arbitrary<CommandStep> {
  return fc
    .record({
      before,
      run: runs,
      trouble: troubles,
      during: fc.oneof(weighted(7, type([])), weighted(3, few(meanwhile))),
      ending,
      between,
    })
    .map(({ trouble: { faults, lies }, ...step }) => ({ ...step, faults, lies }));
}

const beginning = fc.array(fc.oneof(weighted(5, applied), weighted(3, othersChange), weighted(1, change)), {
  minLength: 1,
  maxLength: 8,
});
const going = fc.array(change, { maxLength: 5 });

/** A command that has something to write, and a person or another export that is faster. */
const racing: fc.Arbitrary<CommandStep> = fc.record({
  before: fc
    .tuple(
      fc.array(fc.record({ do: type("edit"), who, slot }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ do: type("create"), ...newObject }), { maxLength: 1 }),
    )
    .map((changes): Change[] => changes.flat()),
  run: run.map((drawn) => ({
    ...drawn,
    command: drawn.command === "check" ? "export" : drawn.command,
    ...{ isDry: false, isElsewhere: false, match: null, exclude: null },
  })),
  during: fc
    .record({
      moment: fc.record({ at: type("write"), nth: fc.integer({ min: 1, max: 5 }) }),
      change: fc.oneof(weighted(3, fc.record({ do: type("edit all"), slot })), weighted(1, otherExport)),
    })
    .map((one) => [one]),
  ...{ faults: type([]), lies: type([]), ending: type({ do: "finish" }), between },
});

const whole = { isDry: false, isElsewhere: false, match: null, exclude: null } as const;

/** A state is lost, and a person adds to what the command has written. */
const adopting: fc.Arbitrary<CommandStep> = fc
  .tuple(
    stepOf(
      fc
        .tuple(
          fc.record({ do: type("lose state"), stack: fc.constantFrom(0, 0, 1) }),
          fc.array(fc.oneof(weighted(3, othersChange), weighted(1, editAdoption), weighted(1, change)), {
            maxLength: 3,
          }),
        )
        .map((changes): Change[] => changes.flat()),
      run.map((drawn) => ({ ...drawn, ...whole, command: "adopt" })),
    ),
    fc.array(editAdoption, { maxLength: 2 }),
  )
  .map(([step, edits]) => ({ ...step, between: edits }));

/** The imports are deployed. */
const adopted: fc.Arbitrary<CommandStep> = stepOf(
  fc
    .tuple(fc.record({ do: type("deploy adoption"), stack: fc.constantFrom(0, 0, 1) }), going)
    .map((changes): Change[] => changes.flat()),
  run.map((drawn) => ({ ...drawn, ...whole, command: drawn.command === "check" ? "adopt" : drawn.command })),
);

/** A person and others edit the same prompts, and the person resolves the conflicts of the last pull. */
const resolving: fc.Arbitrary<CommandStep> = stepOf(
  fc.array(
    fc.oneof(
      weighted(4, fc.record({ do: type("resolve"), who, by: fc.constantFrom("file", "Outreach", "third") })),
      weighted(2, fc.record({ do: type("edit prompt"), who, slot, isSame: rarely })),
      weighted(3, fc.record({ do: type("edit"), who, slot })),
      weighted(1, fc.record({ do: type("undo"), who })),
      weighted(1, fc.record({ do: type("take back"), who, slot })),
      weighted(1, fc.record({ do: type("apply again"), who, slot })),
    ),
    { maxLength: 6 },
  ),
  run.map((drawn) => ({ ...drawn, command: "pull", isDry: false, isElsewhere: false })),
);

const rest = fc.array(
  fc.oneof(weighted(3, stepOf(going)), weighted(1, racing), weighted(2, resolving), weighted(1, adopting)),
  {
    maxLength: 4,
  },
);

/** The person ends the imports, and objects of the code change in Outreach. */
const settled = fc
  .tuple(
    stepOf(
      going.map((changes) => [{ do: "deploy export" }, ...changes]),
      run.map((drawn) => ({ ...drawn, ...whole, command: "settle" })),
      type({ faults: [], lies: [] }),
    ),
    stepOf(
      fc.array(
        fc.oneof(
          fc.record({ do: type("rename"), who, name }),
          fc.record({ do: type("delete"), who }),
          fc.record({ do: type("edit data"), who, what: type("name") }),
        ),
        { maxLength: 2 },
      ),
      run.map((drawn) => ({ ...drawn, ...whole, command: "export" })),
    ),
  )
  .map((steps): CommandStep[] => steps);

/** A whole export, which a person deploys before the next run, unless that run lists too few objects. */
const exporting = fc
  .tuple(
    stepOf(
      fc
        .tuple(
          beginning,
          fc.array(fc.record({ do: type("create"), ...newObject }), { minLength: 1, maxLength: 4 }),
        )
        .map((changes): Change[] => changes.flat()),
      run.map((drawn) => ({ ...drawn, command: "export", isDry: false, isElsewhere: false, match: null })),
    ),
    fc.oneof(
      weighted(
        3,
        stepOf(going.map((changes) => [{ do: "deploy export" }, ...changes])).map((step) => [step]),
      ),
      weighted(
        1,
        stepOf(type([]), run, omittedAndFailing).map((step) => [step]),
      ),
      weighted(2, settled),
    ),
    rest,
  )
  .map(([first, second, others]) => [first, ...second, ...others]);

/** Objects of the code whose state is lost, and others with their names. */
const losing = fc
  .tuple(
    stepOf(
      fc.array(fc.oneof(weighted(4, applied), weighted(1, othersChange)), { minLength: 3, maxLength: 8 }),
    ),
    adopting,
    adopted,
    rest,
  )
  .map(([first, second, third, others]) => [first, second, third, ...others]);

/** A program for the driver of the commands. */
export const commandProgram: fc.Arbitrary<CommandProgram> = fc.record({
  form: fc.constantFrom("cdktf", "cdktf", "hcl"),
  dialect: anyDialect,
  steps: fc.oneof(
    exporting,
    losing,
    fc.tuple(stepOf(beginning), rest).map(([first, others]) => [first, ...others]),
  ),
});
