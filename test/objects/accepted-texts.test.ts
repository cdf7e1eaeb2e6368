import { fingerprintOf, isEdited, keepsEdit } from "../../src/objects/accepted-texts";
import { fc } from "../fast-check";

const lines = (...all: readonly string[]) => all.join("\n");
const BASE = lines("one", "two", "three");

describe("the fingerprint of an accepted text", () => {
  it.each([
    ["the text itself", BASE, BASE, false],
    ["other line ends and outer blanks", BASE, `  ${BASE.replaceAll("\n", "\r\n")}\n`, false],
    ["a changed word", BASE, lines("one", "two!", "three"), true],
    ["moved lines", BASE, lines("two", "one", "three"), true],
    ["no text and the empty text", "", "", false],
    ["a deleted text", BASE, "", true],
  ])("shows whether there was an edit: %s", (_, accepted, found, edited) => {
    expect(isEdited(fingerprintOf(accepted), found)).toBe(edited);
  });

  it.each<[string, string, string, string, boolean]>([
    ["the edited text itself", BASE, lines("one", "zwei", "three"), lines("one", "zwei", "three"), true],
    ["the edit and another change", BASE, lines("one", "zwei", "three"), lines("one", "zwei", "drei"), true],
    ["the old text", BASE, lines("one", "zwei", "three"), BASE, false],
    ["another text", BASE, lines("one", "zwei", "three"), lines("one", "deux", "three"), false],
    [
      "the added line, but also the removed one",
      BASE,
      lines("one", "zwei", "three"),
      lines(BASE, "zwei"),
      false,
    ],
    [
      "an added line beside other changes",
      BASE,
      lines(BASE, "four"),
      lines("one", "2", "three", "four"),
      true,
    ],
    ["one of two added lines", BASE, lines(BASE, "four", "five"), lines(BASE, "four"), false],
    ["a line once that was added twice", BASE, lines(BASE, "x", "x"), lines(BASE, "x", "y"), false],
    ["no line that the edit removed", BASE, lines("one", "three"), lines("one", "3"), true],
    ["the line that the edit removed", BASE, lines("one", "three"), lines("two", "3"), false],
    [
      "lines in the order before the edit",
      BASE,
      lines("two", "one", "three"),
      lines("one", "two", "3"),
      false,
    ],
    ["a name that replaces the edited name", "A", "B", "C", false],
    ["the edited name", "A", "B", "B", true],
    ["nothing", BASE, lines(BASE, "four"), "", false],
  ])("shows whether a planned text keeps an edit: %s", (_, accepted, found, planned, kept) => {
    expect(keepsEdit(fingerprintOf(accepted), found, planned)).toBe(kept);
  });

  it("of more than 2,000 lines has no digests of lines, and a kept edit needs all lines of the edited text", () => {
    const long = lines(...Array.from({ length: 2_001 }, (_, at) => `line ${at}`));
    const accepted = fingerprintOf(long);
    expect(accepted).toHaveLength(16);
    expect(keepsEdit(accepted, lines(long, "x"), lines(long, "x", "y"))).toBe(true);
    expect(keepsEdit(accepted, lines(long, "x"), long)).toBe(false);
  });

  it("takes 16 characters, and 4 for each line", () => {
    expect([fingerprintOf("one"), fingerprintOf(BASE)].map((text) => text.length)).toEqual([20, 28]);
  });

  it("never calls an edit kept if the planned text is the accepted one", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 6 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(text, text, (accepted, found) => {
        const fingerprint = fingerprintOf(accepted);
        fc.pre(isEdited(fingerprint, found));
        expect(keepsEdit(fingerprint, found, accepted)).toBe(false);
        expect(keepsEdit(fingerprint, found, found)).toBe(true);
      }),
    );
  });
});
