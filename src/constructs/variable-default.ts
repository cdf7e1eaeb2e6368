import { type TerraformVariable, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { textAtSynth } from "./text-at-synth";

const REFERENCE_TO_VARIABLE = /\$\{var\.([\w-]+)\}/g;

/** The name of a Terraform variable whose default, a text, stands for a part of what synth writes; undefined where there is none. */
export function variableWithDefault(scope: IConstruct, written: unknown): string | undefined {
  const names = Array.from(String(written).matchAll(REFERENCE_TO_VARIABLE), ([, name]) => name);
  if (names.length === 0) return undefined;
  return TerraformStack.of(scope)
    .node.findAll()
    .filter(isVariable)
    .filter((variable) => (textAtSynth(scope, variable.default) ?? "") !== "")
    .map(({ friendlyUniqueId }) => friendlyUniqueId)
    .find((name) => names.includes(name));
}

/** By its shape, for one of another copy of cdktf is of another class. */
function isVariable(construct: IConstruct): construct is TerraformVariable {
  return "default" in construct && "nullable" in construct;
}
