import { oddBlanks, spellBlanks } from "../../../render/visible-text";
import type { TextDiff } from "../../../render/diff/rows";
import { isKeptAsText } from "../../../util/json";
import type { Action, AttributeChange, ObjectChange, Value } from "../model/review";
import { SENSITIVE } from "../model/attribute-changes";

/** The change of an attribute: its values in one line, or a diff. */
export interface AttributeText {
  readonly label: string;
  /** The values, the old one first; empty beside a diff. */
  readonly values: readonly ValueText[];
  readonly diff: TextDiff | null;
  /** What is said above the diff; empty without one, and if there is nothing to say. */
  readonly caption: string;
  readonly forces: boolean;
}

interface ValueText {
  readonly text: string;
  /** Whether the text is words of the review, such as `none`. */
  readonly isWords: boolean;
  readonly isOld: boolean;
}

/** Words after the value of an attribute whose change forces a replacement. */
export const FORCES = "forces the replacement";

/**
 * Returns what is shown of a change with these attributes: first the edit that it loses, under labels such as
 * `prompt, as edited`. A change that only undoes an edit shows the same difference itself. `isShared`: whether several
 * objects have the change, whose texts then differ in size.
 */
export function attributesOf(
  { lostEdit, undoesDrift }: ObjectChange,
  attributes: readonly AttributeChange[],
  action: Action,
  isShared = false,
): AttributeText[] {
  const edit = undoesDrift ? [] : (lostEdit ?? []);
  return [
    ...edit.map((one) => attributeText({ ...one, path: `${one.path}, as edited` }, "update")),
    ...attributes.map((one) => attributeText(one, action, isShared)),
  ];
}

export function attributeText(attribute: AttributeChange, action: Action, isShared = false): AttributeText {
  const { path, diff, forcesReplace } = attribute;
  const sides = diff === null ? shownSides(attribute, action) : [];
  return {
    label: path === "" ? "value" : path,
    values: sides.map((side) => ({
      text: valueText(side, sides),
      isWords: side.kind !== "value",
      isOld: side === attribute.before,
    })),
    diff,
    caption: diff === null ? "" : captionOf(attribute, diff, isShared),
    forces: forcesReplace,
  };
}

function shownSides({ before, after }: AttributeChange, action: Action): Value[] {
  if (before.kind === "absent" && action === "create") return [after];
  if (action === "delete") return [before];
  return before.kind === "sensitive" && after.kind === "sensitive" ? [after] : [before, after];
}

/** A string that could be mistaken for words of the review, for the end of a value, or for an empty value. */
const MISTAKABLE = new RegExp(
  `^$|^[\\s"]|\\s$| → |^(?:none|\\(?known after apply\\)?|\\(sensitive value\\))$|\\(${FORCES}\\)$`,
);

const WORDS = { absent: "none", unknown: "known after apply", sensitive: SENSITIVE } as const;

/** Returns a value in one line. Quotes a string only if it looks like words of the review or another type. */
function valueText(value: Value, sides: readonly Value[]): string {
  if (value.kind !== "value") return WORDS[value.kind];
  const shown = sides.flatMap((side) => (side.kind === "value" ? [side.value] : []));
  const own = value.value;
  const isPlain =
    typeof own === "string" &&
    !MISTAKABLE.test(own) &&
    (isKeptAsText(own) || shown.every((side) => typeof side === "string"));
  const text = isPlain ? own : JSON.stringify(own);
  // Unusual blanks that all sides share, as in French or Japanese texts, are harmless.
  return shown.every((side) => oddBlanks(side) === oddBlanks(own)) ? text : spellBlanks(text);
}

/** Returns words such as `516 → 499 characters, 12 → 12 lines`, and a note if the new text is unknown. */
function captionOf({ after }: AttributeChange, diff: TextDiff, isShared: boolean): string {
  const sizes = [
    ...(diff.of === "json" ? ["laid out as JSON"] : []),
    ...(isShared ? [] : [sizesOf(diff)]),
  ].join(", ");
  return `${sizes}${after.kind === "unknown" ? ` → ${WORDS.unknown}` : ""}`.trim();
}

function sizesOf({ before, after }: TextDiff): string {
  const both = (part: "characters" | "lines") => {
    const sides = [...new Set([before, after].flatMap((size) => (size === null ? [] : [size[part]])))];
    return `${sides.join(" → ")} ${sides.at(-1) === 1 ? part.slice(0, -1) : part}`;
  };
  return `${both("characters")}, ${both("lines")}`;
}
