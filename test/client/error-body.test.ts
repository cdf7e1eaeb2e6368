import { fc } from "../fast-check";

import { operations } from "../../src/api";
import { isErrorObject, readErrorBody, topicOf } from "../../src/client/messages/error-body";

describe("readErrorBody", () => {
  it.each<[unknown, string | undefined, string | undefined]>([
    [{ error: { code: "E", message: "m" } }, "E", "m"],
    [{ error: { type: "E" } }, "E", undefined],
    [{ error: { message: "m" }, message: "outer" }, undefined, "m"],
    [{ error: "m" }, undefined, "m"],
    [{ error: "Bad Request", message: "m", statusCode: 400 }, "Bad Request", "m"],
    [{ code: "E", message: "m" }, "E", "m"],
    [{ code: 17, message: "m" }, "17", "m"],
    [{ __type: "E", Message: "m" }, "E", "m"],
    [{ errorCode: 17, errorMessage: "m" }, "17", "m"],
    [{ errors: ["m", "n"] }, undefined, "m"],
    [{ errors: [{ code: "E", message: "m" }] }, "E", "m"],
    [{ message: "m", errors: ["n"] }, undefined, "m (n)"],
    [{ errors: { clusterName: ["is too long", "is odd"] } }, undefined, "clusterName: is too long"],
    [{ errors: { clusterName: "is too long" } }, undefined, "clusterName: is too long"],
    [{ errors: { message: "m" } }, undefined, "m"],
    [{ errors: [{ field: "clusterName", message: "m" }] }, undefined, "clusterName: m"],
    [{ errors: [{ path: ["a", 0, [], "b"], code: "E" }] }, "E", undefined],
    [{ type: "about:blank", title: "Conflict", status: 409, detail: "m" }, "Conflict", "m"],
    [{ type: "about:blank", title: "Conflict", status: 409 }, "about:blank", "Conflict"],
    [{ title: "Invalid", status: 400, errors: { Name: ["m"] } }, undefined, "Invalid (Name: m)"],
    [{ detail: [{ loc: ["body", "name"], msg: "m", type: "E" }] }, "E", "body.name: m"],
    [{ detail: { code: "E", message: "m" } }, "E", "m"],
    [{ error: "invalid_token", error_description: "m" }, "invalid_token", "m"],
    [{ error: { errors: { name: ["m"] } } }, undefined, "name: m"],
    [{ error: {}, message: "m" }, undefined, "m"],
    ["m", undefined, "m"],
    [[], undefined, undefined],
    [null, undefined, undefined],
    [{ error: [], message: "", errors: {} }, undefined, undefined],
  ])("returns code and message of %j", (body, code, message) => {
    expect(readErrorBody(JSON.stringify(body))).toEqual({ code, message });
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
    { error: "x" },
    { error: {} },
    { error: true },
    { errors: [1] },
    { errors: { name: ["is too long"] } },
    { title: "Conflict", detail: "m", status: 200 },
    { success: false },
    { ok: false },
    { status: 500 },
    { statusCode: 404 },
    { code: 400 },
    { code: "E", message: "m" },
    { status: "FAILED" },
    { status: "failure" },
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
    { detail: "m" },
    { success: true, message: "m" },
    { code: "success", message: "m" },
    { code: "00", message: "m" },
    { status: "failover done" },
    [],
    null,
    "error",
  ])("reports no error for %j", (body) => {
    expect(isErrorObject(body)).toBe(false);
  });
});
