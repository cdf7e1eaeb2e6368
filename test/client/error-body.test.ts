import { fc } from "../fast-check";

import { operations } from "../../src/api";
import { isErrorObject, readErrorBody } from "../../src/client/messages/error-body";
import { topicOf } from "../../src/client/messages/error-body";

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
    [
      { errorType: "E", errorMessage: "m" },
      { code: "E", message: "m" },
    ],
    [
      { errorCode: 17, errorMessage: "m" },
      { code: "17", message: "m" },
    ],
    [{ errors: ["m", "n"] }, { message: "m" }],
    [{ errors: [{ code: "E", message: "m" }] }, { code: "E", message: "m" }],
    [{ message: "m", errors: ["n"] }, { message: "m (n)" }],
    [{ errors: { clusterName: ["is too long", "is odd"] } }, { message: "clusterName: is too long" }],
    [{ errors: { clusterName: "is too long" } }, { message: "clusterName: is too long" }],
    [{ errors: { message: "m" } }, { message: "m" }],
    [{ errors: [{ field: "clusterName", message: "m" }] }, { message: "clusterName: m" }],
    [{ errors: [{ path: ["a", 0, [], "b"], code: "E" }] }, { code: "E" }],
    [
      { type: "about:blank", title: "Conflict", status: 409, detail: "m" },
      { code: "Conflict", message: "m" },
    ],
    [
      { type: "about:blank", title: "Conflict", status: 409 },
      { code: "about:blank", message: "Conflict" },
    ],
    [{ title: "Invalid", status: 400, errors: { Name: ["m"] } }, { message: "Invalid (Name: m)" }],
    [{ detail: "m" }, { message: "m" }],
    [{ detail: [{ loc: ["body", "name"], msg: "m", type: "E" }] }, { code: "E", message: "body.name: m" }],
    [{ detail: { code: "E", message: "m" } }, { code: "E", message: "m" }],
    [{ msg: "m" }, { message: "m" }],
    [
      { error: "invalid_token", error_description: "m" },
      { code: "invalid_token", message: "m" },
    ],
    [{ error: { title: "E", detail: "m" } }, { code: "E", message: "m" }],
    [{ error: { errors: { name: ["m"] } } }, { message: "name: m" }],
    [{ error: {}, message: "m" }, { message: "m" }],
    ["m", { message: "m" }],
    [{}, {}],
    [[], {}],
    [null, {}],
    [5, {}],
    [{ error: {}, message: "" }, {}],
    [{ error: [], errors: {} }, {}],
  ])("returns code and message of %j", (body, expected) => {
    expect(readErrorBody(JSON.stringify(body))).toEqual(expected);
  });

  it("returns a plain text as the message, and nothing for HTML or an empty body", () => {
    expect(readErrorBody("A name takes [a-z] only.")).toEqual({ message: "A name takes [a-z] only." });
    expect(readErrorBody(" upstream timed out\n")).toEqual({ message: "upstream timed out" });
    expect(readErrorBody("<html><body>502</body></html>")).toEqual({});
    expect(readErrorBody("")).toEqual({});
  });

  it("returns nothing for broken JSON, which may be an object", () => {
    expect(readErrorBody('{"prompt": "Unauthorized')).toEqual({});
  });

  it("returns the message of a body of any depth", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(readErrorBody(`{"detail": [{"loc": ${deep}, "msg": "m"}]}`)).toEqual({ message: "m" });
    expect(readErrorBody(`{"errors": {"name": ${deep}}}`)).toEqual({});
  });

  it("returns texts for any body", () => {
    const keys = fc.constantFrom(
      "error",
      "errors",
      "message",
      "detail",
      "title",
      "loc",
      "code",
      "__proto__",
      "x",
    );
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
        expect(typeof topicOf({ code: code ?? "", message: message ?? "" }, operations.UpdateSnippet)).toBe(
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
    [{ errors: { name: ["is too long"] } }, true],
    [{ title: "Conflict", detail: "m", status: 200 }, true],
    [{ success: false }, true],
    [{ ok: false }, true],
    [{ status: 500 }, true],
    [{ statusCode: 404 }, true],
    [{ code: 400 }, true],
    [{ code: "E", message: "m" }, true],
    [{ code: "404", message: "m" }, true],
    [{ error: true }, true],
    [{ status: "Fail" }, true],
    [{ status: "FAILED" }, true],
    [{ status: "failure" }, true],
    [{ errorMessage: "m" }, true],
    [{ errorMessage: "m", errorType: "E" }, true],
    [{ errorMessage: "m", errorCode: 17 }, true],
    [{ errorMessage: "done", errorCode: 0 }, false],
    [{ errorMessage: "Success" }, false],
    [{ errorMessage: null, errorCode: null }, false],
    [{ error: null }, false],
    [{ error: "" }, false],
    [{ errors: [] }, false],
    [{ errors: {} }, false],
    [{ errors: null }, false],
    [{ title: "Conflict" }, false],
    [{ detail: "m" }, false],
    [{ success: true, message: "m" }, false],
    [{ code: "success", message: "m" }, false],
    [{ code: 200, message: "m" }, false],
    [{ message: "m" }, false],
    [{ code: "00", message: "m" }, false],
    [{ status: "deleted" }, false],
    [{ status: "failover done" }, false],
    [{}, false],
    [[], false],
    [null, false],
    ["error", false],
  ])("reports for %j %p", (body, expected) => {
    expect(isErrorObject(body)).toBe(expected);
  });
});
