import type { FaultEffect } from "../../src/simulator";
import type { Kind } from "./kinds";
import type { Given, Workbench } from "./workbench";

/** What tests of ambiguous creates do with one kind of object. */
export function losing(bench: Workbench, { type, given, operations }: Kind) {
  return {
    /** Has the nth create from now on meet a fault. */
    lose: (effect: FaultEffect, nth = 1) => bench.fault(operations.create, effect, { nth }),
    /** Creates an unmanaged object, by default one with the declared content. */
    bystander: (content: Given = given) => bench.bystander(type, content),
  };
}
