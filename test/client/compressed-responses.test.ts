import { gzipSync } from "node:zlib";
import { CLUSTER, failure, useTestServer } from "./server";

const bench = useTestServer();

/** Responds to each request with these bytes as gzip. */
function sending(body: Buffer | string, status = 200): void {
  bench.responder = (_seen, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(body);
  };
}

it("a compressed response, which was not requested, is an error that says so, and quotes none of its bytes", async () => {
  sending(gzipSync(JSON.stringify(CLUSTER)));
  const error = await failure(bench.client.getCluster("c-1"));
  expect(error).toMatchObject({
    code: "OUTREACH_RESPONSE",
    status: 200,
    attempts: 1,
    bodyExcerpt: undefined,
  });
  expect(error.message).toContain("the response is compressed, which this client does not ask for");
  expect(bench.server.requests[0]!.headers["accept-encoding"]).toBe("identity");
  // In response to a list, it means that another server responded.
  expect((await failure(bench.client.call("ListClusters", {}))).code).toBe("OUTREACH_NO_API");
  sending(gzipSync('{"message":"boom"}'), 500);
  expect((await failure(bench.client.getCluster("c-1"))).message).toBe(
    "GetCluster: the server responded with 500.",
  );
});

it("a text is read although its header says that it is compressed", async () => {
  sending(JSON.stringify(CLUSTER));
  expect(await bench.client.getCluster("c-1")).toMatchObject({ id: "c-1" });
});
