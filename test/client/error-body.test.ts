import fc from "fast-check";

import { operations } from "../../src/api";
import { isErrorObject, readErrorBody } from "../../src/client/error-body";
import { subjectOf } from "../../src/client/wording";

describe("readErrorBody", () => {
  it.each<[unknown, object]>([
    [{ error: { code: "E", message: "m" } }, { code: "E", message: "m" }],
    [{ error: { type: "E" } }, { code: "E" }],
    [{ error: { message: "m" }, message: "outer" }, { message: "m" }],
    [{ error: "m" }, { message: "m" }],
    [
      { error: "Bad Request", message: "m", statusCode: 400 },
      { code: "Bad Request", message: "m" },
    ],
    [
      { code: "E", message: "m" },
      { code: "E", message: "m" },
    ],
    [
      { code: 17, message: "m" },
      { code: "17", message: "m" },
    ],
    [{ message: "m" }, { message: "m" }],
    [{ Message: "m" }, { message: "m" }],
    [
      { __type: "E", message: "m" },
      { code: "E", message: "m" },
    ],
    [{ errors: ["m", "n"] }, { message: "m" }],
    [{ errors: [{ code: "E", message: "m" }] }, { code: "E", message: "m" }],
    [{ message: "m", errors: ["n"] }, { message: "m" }],
    ["m", { message: "m" }],
    [{}, {}],
    [[], {}],
    [null, {}],
    [5, {}],
    [{ error: {}, message: "" }, {}],
    [{ error: [], errors: {} }, {}],
  ])("reads %j", (body, expected) => {
    expect(readErrorBody(JSON.stringify(body))).toEqual(expected);
  });

  it("takes plain text, and nothing from HTML or an empty body", () => {
    expect(readErrorBody(" upstream timed out\n")).toEqual({ message: "upstream timed out" });
    expect(readErrorBody("<html><body>502</body></html>")).toEqual({});
    expect(readErrorBody("")).toEqual({});
  });

  it("answers texts for any body whatever", () => {
    const keys = fc.constantFrom("error", "errors", "message", "code", "__proto__", "x");
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .letrec((tie) => ({
          value: fc.oneof(
            { depthSize: "small" },
            fc.string(),
            fc.integer(),
            fc.constant(null),
            tie("object"),
            tie("list"),
          ),
          object: fc.dictionary(keys, tie("value")),
          list: fc.array(tie("value"), { maxLength: 3 }),
        }))
        .value.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(body, (text) => {
        const { code, message, ...rest } = readErrorBody(text);
        expect(rest).toEqual({});
        expect([code ?? "", message ?? ""].map((value) => typeof value)).toEqual(["string", "string"]);
        expect(typeof subjectOf({ code: code ?? "", message: message ?? "" }, operations.UpdateSnippet)).toBe(
          "string",
        );
      }),
    );
  });
});

describe("isErrorObject", () => {
  it.each([
    [{ error: "x" }, true],
    [{ error: {} }, true],
    [{ errors: [1] }, true],
    [{ success: false }, true],
    [{ ok: false }, true],
    [{ status: 500 }, true],
    [{ statusCode: 404 }, true],
    [{ code: 400 }, true],
    [{ code: "E", message: "m" }, true],
    [{ error: null }, false],
    [{ error: "" }, false],
    [{ errors: [] }, false],
    [{ success: true, message: "m" }, false],
    [{ code: "success", message: "m" }, false],
    [{ code: 200, message: "m" }, false],
    [{ message: "m" }, false],
    [{ status: "deleted" }, false],
    [{}, false],
    [[], false],
    [null, false],
    ["error", false],
  ])("of %j is %p", (body, expected) => {
    expect(isErrorObject(body)).toBe(expected);
  });
});
