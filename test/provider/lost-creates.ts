import type { FaultEffect } from "../../src/simulator";
import type { Kind } from "./kinds";
import type { Given, Workbench } from "./workbench";

/** What tests of lost answers do with one kind of object. */
export function losing(bench: Workbench, { type, given, operations }: Kind) {
  return {
    /** Has the nth create from now on meet a fault. */
    lose: (effect: FaultEffect, nth = 1) =>
      bench.simulator.addFault({ operation: operations.create, nth, effect }),
    /** An object of somebody else, by default one that looks like ours. */
    bystander: (content: Given = given) => bench.bystander(type, content),
  };
}
