import type { Side } from "../../engine/plan-sides";
import { attributeChanges } from "./attribute-changes";
import { textAttributes } from "./declared-attributes";
import { ORIGINS } from "./origins";
import type { AttributeChange, ObjectChange, Value, VariableChange } from "./review";

/**
 * Returns the change that stands for a pair. For a delete and a create: the delete, with the attributes in which the
 * new object differs. For an import and a forget: the import.
 */
export function pairedChange(first: ObjectChange, second: ObjectChange): ObjectChange {
  const warnings = [...first.warnings, ...second.warnings];
  const origin = ORIGINS.find((one) => one === first.origin || one === second.origin) ?? null;
  if (first.action !== "delete") return { ...first, warnings, origin };
  const sides = [sideOf(first.attributes, "before"), sideOf(second.attributes, "after")] as const;
  const texts = textAttributes(first.type);
  return {
    ...first,
    attributes: attributeChanges(...sides, { texts }),
    variables: variablesOf(first.variables, second.variables),
    warnings,
    origin,
  };
}

/** Returns one side of attributes. What is not visible stays unknown, so that it is never shown as equal. */
function sideOf(attributes: readonly AttributeChange[], side: "before" | "after"): Side {
  const values = attributes.map(({ path, [side]: value }) => [path, value] as const);
  const mark = (kind: Value["kind"]) =>
    Object.fromEntries(values.map(([path, value]) => [path, value.kind === kind]));
  return {
    value: Object.fromEntries(
      values.map(([path, value]) => [path, value.kind === "value" ? value.value : null]),
    ),
    sensitive: mark("sensitive"),
    unknown: mark("unknown"),
  };
}

function variablesOf(gone: VariableChange | null, added: VariableChange | null): VariableChange | null {
  if (gone === null || added === null) return null;
  return {
    appear: added.appear.filter((one) => !gone.vanish.includes(one)),
    vanish: gone.vanish.filter((one) => !added.appear.includes(one)),
  };
}
