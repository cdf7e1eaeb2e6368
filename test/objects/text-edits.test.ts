import {
  afterRead,
  afterSent,
  editIn,
  historyFrom,
  keepsEdit,
  type TextHistory,
} from "../../src/objects/text-edits";
import { fc } from "../fast-check";

const lines = (...all: readonly string[]) => all.join("\n");
const BASE = lines("one", "two", "three");

/** Returns the history of reads that found these texts one after the other. The first one is what was written. */
function historyOf(written: string, ...found: readonly string[]): TextHistory {
  const texts = [written, ...found];
  return found.reduce<TextHistory>(
    (history, text, at) => afterRead(history, { before: texts[at]!, found: text, isOlder: false }),
    {},
  );
}

/** Reports whether a plan keeps the edits; undefined if there are none. */
function kept(texts: readonly [string, ...string[]], planned: string): boolean | undefined {
  const edit = editIn(historyOf(...texts), texts.at(-1)!);
  return edit && keepsEdit(edit, planned);
}

describe("the history of a text", () => {
  it.each([
    ["the text itself", BASE, false],
    ["other line ends and outer blanks", `  ${BASE.replaceAll("\n", "\r\n")}\n`, false],
    ["a changed word", lines("one", "two!", "three"), true],
    ["moved lines", lines("two", "one", "three"), true],
    ["a deleted text", "", true],
  ])("shows whether there was an edit: %s", (_, found, edited) => {
    expect(editIn(historyOf(BASE, found), found) !== undefined).toBe(edited);
  });

  it.each<[string, readonly [string, ...string[]], string, boolean]>([
    ["the edited text itself", [BASE, lines("one", "zwei", "three")], lines("one", "zwei", "three"), true],
    [
      "the edit and another change",
      [BASE, lines("one", "zwei", "three")],
      lines("one", "zwei", "drei"),
      true,
    ],
    ["the old text", [BASE, lines("one", "zwei", "three")], BASE, false],
    ["another text", [BASE, lines("one", "zwei", "three")], lines("one", "deux", "three"), false],
    [
      "the added line, but also the removed one",
      [BASE, lines("one", "zwei", "three")],
      lines(BASE, "zwei"),
      false,
    ],
    [
      "an added line beside other changes",
      [BASE, lines(BASE, "four")],
      lines("one", "2", "three", "four"),
      true,
    ],
    ["a line that two edits have moved", ["a\nb\nc", "a\nc", "a\nc\nb"], "a\nb\nc", false],
    ["one of two added lines", [BASE, lines(BASE, "four", "five")], lines(BASE, "four"), false],
    ["a line once that was added twice", [BASE, lines(BASE, "x", "x")], lines(BASE, "x", "y"), false],
    ["no line that the edit removed", [BASE, lines("one", "three")], lines("one", "3"), true],
    ["the line that the edit removed", [BASE, lines("one", "three")], lines("two", "3"), false],
    [
      "lines in the order before the edit",
      [BASE, lines("two", "one", "three")],
      lines("one", "two", "3"),
      false,
    ],
    ["a name that replaces the edited name", ["A", "B"], "C", false],
    ["the edited name", ["A", "B"], "B", true],
    ["nothing", [BASE, lines(BASE, "four")], "", false],
    [
      "a line that a later edit removed",
      [BASE, lines(BASE, "x", "y"), lines(BASE, "x")],
      lines(BASE, "x", "y"),
      false,
    ],
    [
      "another text than the edited one, after a later edit took back a part",
      [BASE, lines(BASE, "x", "y"), lines(BASE, "x")],
      lines("1", "two", "three", "x"),
      false,
    ],
    [
      "a text that was edited twice, and that both edits lack",
      [BASE, lines(BASE, "x"), lines(BASE, "y")],
      BASE,
      false,
    ],
    ["an edit that a later one took back", [BASE, lines(BASE, "x"), BASE], lines(BASE, "x"), false],
    ["the text after all edits were taken back", [BASE, lines(BASE, "x"), BASE], BASE, true],
    [
      "an added paragraph, with another blank line fewer",
      [lines("a", "", "b", "", "c"), lines("a", "", "b", "", "c", "", "d")],
      lines("a", "", "c", "", "d"),
      true,
    ],
    [
      "a blank line that the edit removed beside another change",
      [lines("a", "", "b"), lines("a", "b", "c")],
      lines("a", "", "b", "c"),
      true,
    ],
    ["no blank line, as in the edit", [lines("a", "b"), lines("a", "", "b")], lines("a", "B"), false],
    [
      "a line that was moved, beside a later edit",
      [BASE, lines("two", "one", "three"), lines("two", "one")],
      "two",
      false,
    ],
  ])("shows whether a planned text keeps the edits: %s", (_, texts, planned, expected) => {
    expect(kept(texts, planned)).toBe(expected);
  });

  it("has lines of a text of any length, but at most 500 of them", () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `line ${at}`);
    const [whole, shorter] = [lines(...long), lines(...long.slice(0, 4_600))];
    expect(kept([whole, shorter], lines(shorter, "x"))).toBe(true);
    expect(kept([whole, shorter], whole)).toBe(false);
    const tooShort = lines(...long.slice(0, 4_400));
    expect(historyOf(whole, tooShort)).toEqual({ moved: true });
    expect(kept([whole, tooShort], lines(tooShort, "x"))).toBe(false);
    expect(kept([whole, tooShort], tooShort)).toBe(true);
  });

  it.each<[string, TextHistory, string, string, boolean]>([
    ["the sent text", afterSent({}, "a", "b"), "a", "b", false],
    ["the text before it", afterSent({}, "a", "b"), "b", "a", false],
    ["another text", afterSent({}, "a", "b"), "a", "c", true],
    [
      "a return to the sent text from an edit of it",
      afterRead(afterSent({}, "a", "b"), { before: "b", found: "c", isOlder: false }),
      "c",
      "b",
      true,
    ],
    ["an edit that was to be overwritten", afterSent(historyOf("a", "x"), "x", "b"), "x", "x", true],
    ["the text that was sent over an edit", afterSent(historyOf("a", "x"), "x", "b"), "x", "b", false],
    ["each of two texts that were sent", afterSent(afterSent({}, "a", "b"), "a", "c"), "a", "b", false],
    ["nothing that was sent: the text is the same", afterSent({}, "a", "a\n"), "a", "b", true],
  ])(
    "with a write whose result is not known, shows whether there is an edit: %s",
    (_, history, before, found, edited) => {
      expect(editIn(afterRead(history, { before, found, isOlder: false }), found) !== undefined).toBe(edited);
    },
  );

  it("never calls an edit kept by a text that was sent before the edit, although it only removes a line of that text", () => {
    const [before, sent] = [BASE, lines("one", "zwei", "three")];
    const found = lines("one", "three");
    const history = afterRead(afterSent({}, before, sent), { before, found, isOlder: false });
    const edit = editIn(history, found)!;
    expect([sent, before, found].map((planned) => keepsEdit(edit, planned))).toEqual([false, false, true]);
    // A retry of the write over an edit that it keeps is no loss.
    const over = afterSent(historyOf(BASE, found), found, lines("one", "three", "four"));
    expect(keepsEdit(editIn(over, found)!, lines("one", "three", "four"))).toBe(true);
  });

  it("takes a read with an older time for an edit, until a read shows the text of the state again", () => {
    const outdated = afterRead({}, { before: "b", found: "a", isOlder: true });
    const next = (found: string) => afterRead(outdated, { before: "a", found, isOlder: false });
    const isEdited = (history: TextHistory, found: string) => editIn(history, found) !== undefined;
    expect(isEdited(outdated, "a")).toBe(true);
    expect([isEdited(next("b"), "b"), isEdited(next("c"), "c")]).toEqual([false, true]);
    const edited = afterRead(historyOf("a", "x"), { before: "x", found: "a", isOlder: true });
    expect(isEdited(afterRead(edited, { before: "a", found: "x", isOlder: false }), "x")).toBe(true);
  });

  it("is read from the fingerprints of older versions, up to the text of the state", () => {
    // Of "one", and of a text with more than 2,000 lines.
    const [one, long] = ["dpLDrTVAu4A8Ags6dpLD", "dpLDrTVAu4A8Agsx"];
    expect(historyFrom([one], "one")).toEqual({});
    expect(historyFrom([one], "one\ntwo")).toEqual(historyOf("one", "one\ntwo"));
    expect(historyFrom([one, one], "two")).toEqual(historyOf("one", "two"));
    expect(historyFrom([long], "one")).toEqual({ moved: true });
  });

  it("never calls edits kept if the planned text is one before the last edit", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 6 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 4 }), (written, found) => {
        const edit = editIn(historyOf(written, ...found), found.at(-1)!);
        fc.pre(edit !== undefined);
        expect(keepsEdit(edit!, found.at(-1)!)).toBe(true);
        const same = (one: string) => one.trim() === found.at(-1)!.trim();
        for (const planned of [written, ...found].filter((one) => !same(one)))
          expect(keepsEdit(edit!, planned)).toBe(false);
      }),
    );
  });
});
