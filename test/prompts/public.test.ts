import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, fill, fromFile, variablesOf } from "../../src/prompts/public";

const REASON = "Our mailer fills it.";

describe("check", () => {
  it("returns the place, code, text, message and suggestion of each mistake", () => {
    expect(
      check("Hi {first_name},\n{{company}} {titel}", { knownVariables: ["first_name", "title"] }),
    ).toEqual([
      {
        ...{ code: "doubled", line: 2, column: 1, text: "{{company}}", suggestion: "{company}" },
        message: expect.stringMatching(
          /^\{\{company\}\} is doubled, so .*\. Write \{company\} if you mean a variable\.$/,
        ),
      },
      {
        ...{ code: "unknown", line: 2, column: 13, text: "{titel}", suggestion: "{title}" },
        message: expect.stringContaining(
          "{titel} is not a known variable. The closest known variable is {title}.",
        ),
      },
    ]);
    expect(check("Hi {anyone}")).toEqual([]);
    expect(check(" \n")).toMatchObject([{ code: "blank-prompt", line: 1, column: 1, text: "" }]);
  });

  it("leaves out what is acknowledged, and reports an acknowledged mistake that the prompt does not have", () => {
    const acknowledged = [
      { code: "doubled", text: "{{x}}", reason: REASON },
      { code: "nearly", text: "{a b}", reason: REASON },
      // Without known variables, nothing shows whether this one is unknown.
      { code: "unknown", text: "{y}", reason: REASON },
    ];
    const [mistake, ...others] = check("{{x}} {{x}}\n{{y}}", { acknowledged });
    // The order is that of the places.
    expect(others).toMatchObject([{ code: "doubled", line: 2, text: "{{y}}" }]);
    expect(mistake).toMatchObject({ code: "unmatched", line: 1, column: 1, text: "{a b} (nearly)" });
    expect(mistake!.message).toContain("Remove the entry, or correct it.");
    expect(check("", { acknowledged: [{ code: "blank-prompt", text: "", reason: REASON }] })).toEqual([]);
  });

  it("rejects an acknowledged mistake that synth rejects", () => {
    const entry = { code: "doubled", text: "{{x}}", reason: REASON };
    expect(() => check("{{x}}", { acknowledged: [entry, { ...entry, reason: " " }] })).toThrow(
      "Entry 2 of acknowledged has no reason. ",
    );
    expect(() => check("{{x}}", { acknowledged: [{ ...entry, code: "double" }] })).toThrow(
      'Write the closest one, "doubled"',
    );
  });

  it("rejects known variables that are no identifiers, and values of programs without types", () => {
    expect(() => check("{x}", { knownVariables: ["x", "{x}"] })).toThrow(
      'knownVariables has "{x}". An identifier has letters',
    );
    expect(() => check(undefined as never)).toThrow("The prompt of check is undefined, and not a string.");
    expect(() => check("", { acknowledged: [{ code: "doubled", reason: REASON } as never] })).toThrow(
      "Entry 1 of acknowledged has no text.",
    );
    expect(() => fill(null as never, {})).toThrow("The prompt of fill is null");
    expect(() => variablesOf(undefined as never)).toThrow("The prompt of variablesOf is undefined");
    expect(() => fill("{x}", { x: 3 as never })).toThrow(
      'The value of "x" is number, and not a string. Pass a string.',
    );
  });

  it("checks prompts whose braces are text, and a long prompt with a mistake at its end", () => {
    expect(check('Answer with {"name": {}, "tags": [{}]}. {Hi|Hello} {% if x %} {first_name}')).toEqual([]);
    const long = `${"{first_name} and {a: 1} ".repeat(20_000)}\n{{x}}`;
    expect(check(long)).toMatchObject([{ code: "doubled", line: 2, column: 1 }]);
  });
});

describe("fromFile", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-prompts-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (bytes: string | Uint8Array) => {
    const path = join(folder, "prompt.md");
    writeFileSync(path, bytes);
    return path;
  };

  it("returns the text without its byte order mark, and otherwise unchanged", () => {
    expect(fromFile(file("\uFEFFHi ${TfToken[TOKEN.0]}\r\n{e\u0301t\u00e9}\n"))).toBe(
      "Hi ${TfToken[TOKEN.0]}\r\n{e\u0301t\u00e9}\n",
    );
    const conflict = "<<<<<<< a\n=======\n>>>>>>> b\n";
    expect(fromFile(file(conflict), { allowConflictMarkers: true })).toBe(conflict);
  });

  it.each([
    ["that is missing", () => join(folder, "none.md"), "none.md is missing. Create it, or correct the path"],
    ["that is a folder", () => folder, "is a folder. Name a file in it."],
    [
      "that is not UTF-8",
      () => file(Buffer.from("Gr\u00fc\u00dfe", "latin1")),
      "is not UTF-8 text. Save it as UTF-8.",
    ],
    [
      "with conflict markers",
      () => file("Hi\n<<<<<<< a\n=======\n>>>>>>> b\n"),
      "at line 2. Keep one of the versions",
    ],
    [
      "that is too long for the API",
      () => file("a".repeat(8 * 1024 ** 2)),
      "has 8.0 MiB as JSON. With more than 7.9",
    ],
  ])("refuses a file %s, and its stack trace starts at the caller", (_, path, message) => {
    const error = (() => {
      try {
        return fromFile(path());
      } catch (thrown) {
        return thrown as Error;
      }
    })() as Error;
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/^fromFile\("[^"]+"\): \/.*\.$/);
    expect(error.stack!.slice(error.stack!.indexOf("\n    at "))).toMatch(/^\n    at [^\n]*public\.test\.ts/);
  });
});

it("variablesOf returns each variable once, sorted", () => {
  expect(variablesOf("{b} {a} {b} {{c}} {4}")).toEqual(["a", "b"]);
  expect(variablesOf("{pre\u0301nom} {pr\u00e9nom}")).toEqual(["pr\u00e9nom"]);
});
