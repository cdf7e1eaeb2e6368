import { nameKey } from "../../src/objects/text";

describe("the key of a name", () => {
  it.each([
    ["m&sup2; &Oslash;rsted &AElig;on", "m² Ørsted Æon"],
    ["&Scaron;koda &cacute; stra&szlig;e", "Škoda ć straße"],
    ["R&amp;amp;D &#38;#x26; &quot;co&quot;", 'R&D & "co"'],
    ["caf&eacute;", "café"],
    ["&lt;b&gt;Sales", "<b>Sales"],
  ])("is the same for %s as for the name without entities", (escaped, name) => {
    expect(nameKey(escaped)).toBe(nameKey(name));
  });

  it("tells names apart that differ in a letter", () => {
    expect(nameKey("Sales &Oslash;st")).not.toBe(nameKey("Sales Vest"));
  });
});
