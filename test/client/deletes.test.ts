import { fc } from "../fast-check";
import { isErrorObject } from "../../src/client/messages/error-body";
import { CLUSTER, failure, useTestServer } from "./server";

const bench = useTestServer();
const { respondWith } = bench;

describe("a delete", () => {
  it.each<[string, string | object | null]>([
    ["nothing", ""],
    ["null", null],
    ["a text", "deleted"],
    ["a list", []],
    ["the deleted object", CLUSTER],
    ["a message", { message: "Cluster deleted" }],
    ["a code that means success", { code: "OK", message: "done" }],
  ])("of a cluster succeeds if the 2xx has %s", async (_title, body) => {
    respondWith(body === null ? "null" : body);
    await expect(bench.client.deleteCluster("c-1")).resolves.toBeUndefined();
  });

  it.each([
    { error: "locked" },
    { statusCode: 409, message: "locked" },
    { code: "LOCKED", message: "locked" },
  ])("fails if the 2xx has %j", async (body) => {
    respondWith(body);
    for (const call of [bench.client.deleteCluster("c-1"), bench.client.deleteSnippet("s-1")]) {
      expect(await failure(call)).toMatchObject({ code: "OUTREACH_REJECTED", ambiguous: true });
    }
  });

  it("of a snippet succeeds with an empty object, with unknown fields and without a body", async () => {
    for (const body of ["{}", '{"snippetId":"s-1"}', ""]) {
      respondWith(body);
      await expect(bench.client.deleteSnippet("s-1")).resolves.toBeUndefined();
    }
    bench.responder = (_seen, response) => void response.writeHead(204).end();
    await expect(bench.client.deleteSnippet("s-1")).resolves.toBeUndefined();
  });

  it("of a snippet fails with HTML or a list", async () => {
    for (const body of ["<html>", "[]"]) {
      respondWith(body);
      expect(await failure(bench.client.deleteSnippet("s-1"))).toMatchObject({ code: "OUTREACH_RESPONSE" });
    }
  });

  it("succeeds with any body that has no sign of an error", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("message", "clusterId", "deleted", "id"), fc.jsonValue()),
        (body) => {
          expect(isErrorObject(body)).toBe(false);
        },
      ),
    );
  });
});
