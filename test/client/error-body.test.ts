import { fc } from "../fast-check";

import { operations } from "../../src/api";
import { isErrorObject, readErrorBody, topicOf } from "../../src/client/messages/error-body";

describe("readErrorBody", () => {
  it.each<[unknown, string | undefined, string | undefined]>([
    [{ error: { code: "E", message: "m" } }, "E", "m"],
    [{ error: { message: "m" }, message: "outer" }, undefined, "m"],
    [{ error: "m" }, undefined, "m"],
    [{ error: "Bad Request", message: "m", statusCode: 400 }, "Bad Request", "m"],
    [{ code: 17, message: "m" }, "17", "m"],
    [{ __type: "E", Message: "m" }, "E", "m"],
    [{ errors: ["m", "n"] }, undefined, "m"],
    [{ message: "outer", errors: [{ code: "E", message: "m" }] }, "E", "m"],
    [{ message: "m", errors: { name: ["is too long"] } }, undefined, "m"],
    [{ type: "about:blank", title: "Conflict", status: 409, detail: "m" }, "Conflict", "m"],
    [{ detail: [{ loc: ["body", "name"], msg: "m", type: "E" }] }, "E", "m"],
    [{ detail: { error: { code: "E", message: "m" } } }, "E", "m"],
    [{ error: "invalid_token", error_description: "m" }, "invalid_token", "m"],
    [{ error: {}, message: "m" }, undefined, "m"],
    ["m", undefined, "m"],
    [[], undefined, undefined],
    [null, undefined, undefined],
    [{ error: [], message: "", errors: {} }, undefined, undefined],
  ])("returns code and message of %j", (body, code, message) => {
    expect(readErrorBody(JSON.stringify(body))).toEqual({ code, message });
  });

  it("returns a plain text as the message, and nothing for HTML, broken JSON or an empty body", () => {
    expect(readErrorBody(" A name takes [a-z] only.\n")).toEqual({ message: "A name takes [a-z] only." });
    for (const body of ["<html>502</html>", '{"prompt": "Unauthorized', ""])
      expect(readErrorBody(body)).toEqual({});
  });

  it("returns texts for any body", () => {
    const keys = fc.constantFrom("error", "errors", "message", "detail", "title", "code", "__proto__", "x");
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant(`{"errors": ${deep}, "msg": "m"}`),
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
        const { code = "", message = "", ...rest } = readErrorBody(text);
        expect(rest).toEqual({});
        expect([typeof code, typeof message]).toEqual(["string", "string"]);
        expect(typeof topicOf({ code, message }, operations.UpdateSnippet)).toBe("string");
      }),
    );
  });
});

describe("isErrorObject", () => {
  it.each([
    { error: "x" },
    { error: true },
    { errors: [1] },
    { errors: { name: ["is too long"] } },
    { title: "Conflict", detail: "m", status: 200 },
    { success: false },
    { ok: false },
    { status: 500 },
    { code: 10_001, message: "m" },
    { code: 200, errorMessage: "m" },
    { statusCode: 404 },
    { code: 400 },
    { code: "E", message: "m" },
    { status: "FAILED" },
    { errorMessage: "m", errorCode: 17 },
  ])("reports an error for %j", (body) => {
    expect(isErrorObject(body)).toBe(true);
  });

  it.each([
    { errorMessage: "done", errorCode: 0 },
    { errorMessage: "Success" },
    { errorMessage: null, errorCode: null },
    { error: null, errors: [] },
    { error: "", errors: {} },
    { title: "Conflict" },
    { success: true, message: "m" },
    { code: "success", message: "m" },
    { status: "failover done" },
    { code: { toString: 1, valueOf: 1 }, message: "m" },
    [],
    null,
    "error",
  ])("reports no error for %j", (body) => {
    expect(isErrorObject(body)).toBe(false);
  });
});
