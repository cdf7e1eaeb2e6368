import { printReport, section } from "../../src/render/report";

it("prints paragraphs with an empty line between them, and leaves out empty ones", () => {
  const report = printReport(
    ["2 objects.", "1 left out."],
    section("None", []),
    section("Odd", ["a", "b"]),
    [],
  );
  expect(report).toBe("2 objects.\n1 left out.\n\nOdd (2):\n  a\n  b\n");
});

it("spells invisible characters, so that no text begins a line or moves the cursor", () => {
  expect(printReport(["a\nb"], section("Odd", ["\u001B[2J\u202E"]))).toBe(
    "a⏎b\n\nOdd (1):\n  ␛[2J⟨U+202E⟩\n",
  );
});
