import type { FaultEffect } from "../../src/simulator";
import type { Kind } from "./kinds";
import type { Given, ProviderProcess, Workbench } from "./workbench";

interface Held {
  readonly declared?: Given;
  readonly process?: ProviderProcess;
  /** Whether the call is held before or after the server carries it out. @default before */
  readonly when?: "after";
}

/** What tests of ambiguous creates do with one kind of object. */
export function losing(bench: Workbench, { type, given, operations }: Kind) {
  /** Has the nth create from now on meet a fault. */
  const lose = (effect: FaultEffect, nth = 1) => bench.fault(operations.create, effect, { nth });
  return {
    lose,
    /** Creates an unmanaged object, by default one with the declared content. */
    bystander: (content: Given = given) => bench.bystander(type, content),
    /** How many creates the server has got. */
    creates: () => bench.simulator.counts()[operations.create],
    /** Has the first object of a create become visible after so many reads. */
    hide: (reads?: number) =>
      bench.fault(operations.create, { type: "hide", ...(reads !== undefined && { reads }) }, { nth: 1 }),
    /** Creates objects of these contents at the same time, in one run whose creates meet what `fail` adds. */
    async together(contents: readonly Given[], fail: () => unknown) {
      const objects = contents.map(() => bench.managed(type));
      const plans = await Promise.all(objects.map((one, at) => one.plan(contents[at]!)));
      const process = await bench.configured();
      fail();
      const outcomes = await Promise.all(
        objects.map((one, at) => one.carryOut(contents[at]!, plans[at]!, process)),
      );
      expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
      return objects;
    },
    /** A create that is held for `meanwhile` and then meets the fault. */
    async losing<T>(effect: FaultEffect, meanwhile: () => T, held: Held = {}) {
      const { declared = given, process, when } = held;
      const object = bench.managed(type);
      const plan = await object.plan(declared);
      let made!: T;
      const start = () => {
        lose(effect);
        return object.carryOut(declared, plan, process);
      };
      const outcome = await bench.during(
        operations.create,
        start,
        () => (made = meanwhile()),
        when === undefined ? {} : { when },
      );
      return { object, made, ...outcome };
    },
  };
}
