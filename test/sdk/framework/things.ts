import { DiagnosticError, unchanged, type Provider, type Resource } from "../../../src/sdk/framework";
import {
  bool,
  computed,
  computedOrNull,
  list,
  number,
  optional,
  required,
  string,
  type StateOf,
} from "../../../src/sdk/schema";
import type { Value } from "../../../src/sdk/values";
import { Core, nothing, type Instance } from "../core";

const attributes = {
  id: computed(string, { description: "id", useStateForUnknown: true }),
  title: required(string, {
    description: "title",
    semanticEquals: (a, b) => (a ?? "").trim() === (b ?? "").trim(),
    validate: (value) => (value === "bad" ? { summary: "title is bad", detail: "Change it." } : undefined),
  }),
  note: optional(string, { description: "note", semanticEquals: (a, b) => (a ?? "") === (b ?? "") }),
  region: computed(string, { description: "region", useStateForUnknown: true }),
  size: optional(number, { description: "size" }),
  public: optional(bool, { description: "public" }),
  tags: optional(list(string), { description: "tags" }),
  lines: optional(list(string), { description: "lines" }),
  revision: computed(number, { description: "revision" }),
  hint: computedOrNull(string, { description: "hint", useStateForUnknown: true }),
};

type ThingState = StateOf<typeof attributes>;

/** A store of things: what the tests change behind Terraform's back. */
export class Things {
  readonly stored = new Map<string, ThingState>();
  /** Called before each write is answered; throw to fail it. */
  beforeAnswer: (write: string) => void = () => {};
  /** Whether reads find anything out. */
  readable = true;
  /** What the store does to a text it keeps. */
  normalise: (text: string) => string = (text) => text;
  #ids = 0;

  newId(): string {
    this.#ids += 1;
    return `thing-${this.#ids}`;
  }
}

export const thing: Resource<Things, typeof attributes> = {
  schema: { description: "A thing.", version: 2, attributes },

  modifyPlan({ planned, prior, changes }, _things, call) {
    call.private.set("planned", true);
    if (changes && prior === null) call.diagnostics.warn(`A new thing`, "It is planned.");
    return planned.title === "hinted" ? { hint: "planned by the hook" } : {};
  },

  modifyDestroyPlan(prior, _things, call) {
    if (prior.note === "protected")
      call.diagnostics.error(`${prior.title} is protected`, "Clear its note first.");
    else call.diagnostics.warn(`${prior.title} goes`, "For good.");
  },

  async create(plan, things, call) {
    call.signal.throwIfAborted();
    const id = things.newId();
    call.record({ ...empty, id, title: plan.title });
    const state: ThingState = {
      ...plan,
      id,
      title: things.normalise(plan.title),
      region: "here",
      revision: 1,
      hint: typeof plan.hint === "string" ? plan.hint : null,
    };
    things.stored.set(id, state);
    things.beforeAnswer("create");
    call.private.set("created", id);
    return state;
  },

  async read(state, things, call) {
    if (!things.readable) {
      call.diagnostics.warn(`${state.title} was not read`, "Wait.");
      return unchanged;
    }
    return things.stored.get(state.id ?? "") ?? null;
  },

  async update({ plan, prior }, things, call) {
    const id = prior.id!;
    const before = things.stored.get(id)!;
    const state: ThingState = {
      ...plan,
      id,
      title: things.normalise(plan.title),
      region: before.region,
      revision: before.revision + 1,
      hint: "moved meanwhile",
    };
    call.record({ ...prior, title: state.title });
    things.beforeAnswer("update");
    things.stored.set(id, state);
    return state;
  },

  async delete(prior, things) {
    things.beforeAnswer("delete");
    things.stored.delete(prior.id ?? "");
  },

  import(id) {
    if (id === "") {
      throw new DiagnosticError({ severity: "error", summary: "No id", detail: "Give the id of a thing." });
    }
    return { id };
  },

  upgrades: new Map([
    [
      1,
      {
        from: {
          id: computed(string, { description: "id" }),
          label: required(string, { description: "label" }),
        },
        upgrade: (old) => ({ ...empty, id: old["id"] as string, title: old["label"] as string }),
      },
    ],
  ]),
};

const empty = Object.fromEntries(Object.keys(attributes).map((name) => [name, null])) as {
  [K in keyof typeof attributes]: null;
};

/** A provider of an empty store, and the stand-in for Terraform that has configured it. */
export async function configured(): Promise<{ things: Things; core: Core<Things> }> {
  const things = new Things();
  const core = new Core(provider(things));
  await core.configure({});
  return { things, core };
}

export const THING = "test_thing";

/** The arguments of a thing in the configuration. */
export type Given = Readonly<Record<string, Value>>;

/** Plans and applies a thing. */
export async function attemptThing(core: Core<Things>, given: Given | null, before: Instance = nothing) {
  return core.apply(THING, given, before, await core.plan(THING, given, before));
}

/** Plans and applies a thing without an error, and returns what Terraform saves. */
export async function applyThing(core: Core<Things>, given: Given, before?: Instance): Promise<Instance> {
  const outcome = await attemptThing(core, given, before);
  expect(outcome.errors).toEqual([]);
  return outcome.saved;
}

export function provider(things: Things): Provider<Things> {
  return {
    version: "1.0.0",
    schema: {
      description: "Things.",
      attributes: { limit: optional(number, { description: "limit" }) },
    },
    configure(_config, { signal }) {
      signal.throwIfAborted();
      return things;
    },
    resources: { test_thing: thing },
    dataSources: {},
    functions: {
      shout: {
        summary: "Shouts",
        description: "Upper case.",
        parameters: [{ name: "text", of: string, description: "text" }],
        returns: string,
        call: (text) => String(text).toUpperCase(),
      },
    },
  };
}
