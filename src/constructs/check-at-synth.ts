import type { IConstruct } from "constructs";

/**
 * Runs a check at each synth, when every value is final. It is a validation and not an aspect: an aspect may run before
 * others that change values, and where links give the app another copy of cdktf, that copy does not find the aspects of ours.
 */
export function checkAtSynth(construct: IConstruct, check: () => void): void {
  construct.node.addValidation({
    validate: () => {
      check();
      return [];
    },
  });
}
