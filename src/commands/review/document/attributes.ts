import { oddBlanks, spellBlanks } from "../../../render/visible-text";
import type { TextDiff } from "../../../render/diff/rows";
import type { JsonValue } from "../../../util/json";
import type { Action, AttributeChange, ObjectChange, Value } from "../model/review";
import { SENSITIVE } from "../model/attribute-changes";

export interface AttributeText {
  readonly label: string;
  /** The old value comes first. Empty if the attribute has a diff. */
  readonly values: readonly ValueText[];
  readonly diff: TextDiff | null;
  readonly caption: string;
  readonly forces: boolean;
}

interface ValueText {
  readonly text: string;
  /** True if the text is a word of the review itself, such as `none`. */
  readonly isWords: boolean;
  readonly isOld: boolean;
}

export const FORCES = "forces the replacement";

/**
 * If a change loses an edit, the edited attributes come first, with labels such as `prompt, as edited`. If a
 * change only undoes an edit, the change's own attributes show the difference.
 */
export function attributesOf(
  { lostEdit, undoesDrift }: ObjectChange,
  attributes: readonly AttributeChange[],
  action: Action,
): AttributeText[] {
  const edit = undoesDrift ? [] : (lostEdit ?? []);
  return [
    ...edit.map((one) => attributeText({ ...one, path: `${one.path}, as edited` }, "update")),
    ...attributes.map((one) => attributeText(one, action)),
  ];
}

export function attributeText(attribute: AttributeChange, action: Action): AttributeText {
  const { path, diff, forcesReplace, before, after } = attribute;
  const sides = diff === null ? shownSides(attribute, action) : [];
  const caption = [
    diff?.of === "json" && "laid out as JSON",
    after.kind === "unknown" && `→ ${WORDS.unknown}`,
  ];
  return {
    label: path === "" ? "value" : path,
    values: sides.map((side) => ({
      text: side.kind === "value" ? valueText(side.value, sides) : WORDS[side.kind],
      isWords: side.kind !== "value",
      isOld: side === before,
    })),
    diff,
    caption: diff === null ? "" : caption.filter((part) => part !== false).join(" "),
    forces: forcesReplace,
  };
}

function shownSides({ before, after }: AttributeChange, action: Action): Value[] {
  if (before.kind === "absent" && action === "create") return [after];
  if (action === "delete") return [before];
  return before.kind === "sensitive" && after.kind === "sensitive" ? [after] : [before, after];
}

const WORDS = { absent: "none", unknown: "known after apply", sensitive: SENSITIVE } as const;

/** Values are printed as JSON, so that no text looks like the review's own words or like another type. */
function valueText(value: JsonValue, sides: readonly Value[]): string {
  const text = JSON.stringify(value);
  // Unusual blanks that all sides contain, as in French or Japanese texts, hide no difference.
  const isShared = sides.every((side) => side.kind !== "value" || oddBlanks(side.value) === oddBlanks(value));
  return isShared ? text : spellBlanks(text);
}
