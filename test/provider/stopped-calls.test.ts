import type { Dialect, FaultEffect, FaultRule } from "../../src/simulator";
import { nothing } from "../sdk/core";
import { KINDS, type Kind } from "./kinds";
import { useWorkbench, type Given, type Managed, type ProviderProcess } from "./workbench";

const bench = useWorkbench();

/** What a run does: some RPCs in one process, of which the last one does not end while a response is held. */
type Run = (process: ProviderProcess) => Promise<unknown>;

/** One call that the provider makes, by its place in a run. */
interface PlacedCall {
  readonly place: string;
  readonly call: keyof Kind["operations"];
  /** Its number among the run's calls of this operation. @default 1 */
  readonly nth?: number;
  /** Prepares the workspace, and returns the run. `object` is in the state and at the server. */
  prepare(object: Managed, kind: Kind): Promise<Run> | Run;
  readonly dialect?: Partial<Dialect>;
  readonly settings?: Given;
  /** Faults of the run's calls before this one. */
  readonly faults?: readonly (Omit<FaultRule, "operation"> & { readonly call: keyof Kind["operations"] })[];
}

const LOST: FaultEffect = { type: "reset", when: "after" };

/** A run of one RPC, for which nothing is prepared. */
const inOneCall =
  (run: (process: ProviderProcess, object: Managed, kind: Kind) => Promise<unknown>): PlacedCall["prepare"] =>
  (object, kind) =>
  (process) =>
    run(process, object, kind);

const refresh = inOneCall((process, { type, instance }) => process.refresh(type, instance));
const planDelete = inOneCall((process, { type, instance }) => process.plan(type, null, instance));

const update: PlacedCall["prepare"] = async (object, { changed }) => {
  const plan = await object.plan(changed);
  return (process) => object.carryOut(changed, plan, process);
};

const remove: PlacedCall["prepare"] = async (object) => {
  const plan = await object.plan(null);
  return (process) => object.carryOut(null, plan, process);
};

const create: PlacedCall["prepare"] = async ({ type }, { given }) => {
  const declared = { ...given, name: "New" };
  const created = bench.managed(type);
  const plan = await created.plan(declared);
  return (process) => created.carryOut(declared, plan, process);
};

const lookUp = (given: (object: Managed) => Given) =>
  inOneCall((process, object) => process.readDataSource(object.type, given(object)));

const byName = lookUp(({ state }) => ({ name: state["name"]! }));

/** The reads and lists of the provider: at least one for each place in the code that makes some. */
const READS: readonly PlacedCall[] = [
  { place: "a refresh", call: "get", prepare: refresh },
  {
    place: "a refresh that does not find the object",
    call: "list",
    prepare: (object, kind) => {
      bench.simulator.delete(object.id);
      return refresh(object, kind);
    },
  },
  {
    place: "an import",
    call: "get",
    prepare: inOneCall((process, { type, id }) => process.import(type, id)),
  },
  { place: "a look-up by id", call: "get", prepare: lookUp(({ id }) => ({ id })) },
  {
    place: "a look-up by id that is denied",
    call: "list",
    dialect: { notFound: "403" },
    prepare: lookUp(() => ({ id: "missing" })),
  },
  { place: "a look-up by name", call: "list", prepare: byName },
  { place: "a look-up by name", call: "get", prepare: byName },
  {
    place: "a data source of all objects",
    call: "list",
    prepare: inOneCall((process, { type }) => process.readDataSource(`${type}s`, {})),
  },
  {
    place: "the plan of a create",
    call: "list",
    prepare: inOneCall((process, { type }, { given }) => process.plan(type, given, nothing)),
  },
  {
    place: "the plan of an adoption",
    call: "get",
    settings: { existing_name: "adopt" },
    prepare: async ({ type }, { given }) => {
      bench.bystander(type, { ...given, name: "Theirs" });
      return (process) => process.plan(type, { ...given, name: "Theirs" }, nothing);
    },
  },
  { place: "the plan of a delete", call: "get", prepare: planDelete },
  {
    place: "the plan of a delete whose read is denied",
    call: "list",
    prepare: planDelete,
    faults: [{ call: "get", effect: { type: "status", status: 403, body: { message: "Forbidden" } } }],
  },
  { place: "a create, before it is sent,", call: "list", prepare: create },
  { place: "a create, to read its result,", call: "get", prepare: create },
  {
    place: "a create whose response is lost",
    call: "list",
    nth: 2,
    prepare: create,
    faults: [{ call: "create", nth: 1, effect: LOST }],
  },
  {
    place: "a create whose response is lost and whose object is listed",
    call: "get",
    prepare: create,
    faults: [{ call: "create", nth: 1, effect: LOST }],
  },
  { place: "an update, before it is sent,", call: "get", prepare: update },
  { place: "an update, to read its result,", call: "get", nth: 2, prepare: update },
  {
    place: "an update whose response is lost",
    call: "get",
    nth: 2,
    prepare: update,
    faults: [{ call: "update", nth: 1, effect: LOST }],
  },
  { place: "a delete, before it is sent,", call: "get", prepare: remove },
  { place: "a delete, to see that it was carried out,", call: "get", nth: 2, prepare: remove },
  {
    place: "a delete, after which only a list tells,",
    call: "list",
    dialect: { notFound: "200-null" },
    prepare: remove,
  },
];

/** Those that only clusters make. */
const READS_OF_CLUSTERS: readonly PlacedCall[] = [
  { place: "the plan of a delete, to count the mailboxes,", call: "list", prepare: planDelete },
  {
    place: "an update that clears the description, to see whether it did,",
    call: "get",
    nth: 2,
    prepare: clearing,
  },
];

async function clearing(object: Managed): Promise<Run> {
  const declared = { name: "Sales" };
  const plan = await object.plan(declared);
  return (process) => object.carryOut(declared, plan, process);
}

/** Begins the run of a row, and waits until the server holds its call. */
async function begin(row: PlacedCall, kind: Kind, effects: readonly FaultEffect[]) {
  const { call, nth = 1, dialect = {}, settings = {}, faults = [] } = row;
  const { simulator } = bench;
  const { operations } = kind;
  const object = await bench.managed(kind.type).settled(kind.given);
  simulator.setDialect(dialect);
  const run = await row.prepare(object, kind);
  const process = await bench.configured({ visibility_timeout: 60, ...settings });
  simulator.clearJournal();
  for (const { call: other, ...fault } of faults) {
    simulator.addFault({ ...fault, operation: operations[other] });
  }
  const [hold, ...rest] = effects.map((effect) =>
    simulator.addFault({ operation: operations[call], nth, effect }),
  );
  const running = Promise.allSettled([run(process)]);
  await simulator.waitForCall(operations[call], nth);
  return { process, running, hold: hold!, rest, operation: operations[call], nth };
}

beforeEach(() => {
  // The time in which reads may still find the result of a write after a stop.
  jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const grace = new AbortController();
    setImmediate(() => grace.abort());
    return grace.signal;
  });
});

/** A call that a stop does not end fails its test after this time. */
const LIMIT_MS = 20_000;

describe.each(KINDS)("a stop of a run on %s", (type, kind) => {
  const rows = type === "outreach_cluster" ? [...READS, ...READS_OF_CLUSTERS] : READS;

  it.each(rows.map((row) => [row.call, row.place, row] as const))(
    "ends the running %s of %s without its response",
    async (_call, _place, row) => {
      const { process, running, operation, nth } = await begin(row, kind, [{ type: "hold" }]);
      await process.stop();
      await running;
      // The server notices a moment later that the caller has gone.
      expect(["pending", "gone"]).toContain(bench.simulator.journal({ operation })[nth - 1]!.outcome);
    },
    LIMIT_MS,
  );
});

describe("a stop of a run that clears a description", () => {
  const [, kind] = KINDS.find(([type]) => type === "outreach_cluster")!;

  it.each<[string, Partial<PlacedCall>]>([
    ["by the empty text", {}],
    [
      "by null, which the server takes instead of the empty text",
      { nth: 2, dialect: { clearDescription: "null" } },
    ],
    [
      "by null, after the server has rejected the empty text",
      { nth: 2, faults: [{ call: "update", nth: 1, effect: { type: "status", status: 400 } }] },
    ],
  ])(
    "finishes the running write %s, and does not retry it",
    async (_how, rest) => {
      const row: PlacedCall = { place: "", call: "update", prepare: clearing, ...rest };
      const settings = { max_retries: 1 };
      const { process, running, hold, operation, nth } = await begin({ ...row, settings }, kind, [
        { type: "hold" },
        { type: "throttle", retryAfter: 60 },
      ]);
      await process.stop();
      bench.simulator.release(hold);
      await running;
      const calls = bench.simulator.journal({ operation });
      expect(calls).toHaveLength(nth);
      expect(calls[nth - 1]).toMatchObject({ outcome: "answered", status: 429 });
    },
    LIMIT_MS,
  );
});
