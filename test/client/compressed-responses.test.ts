import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

import { MAX_RESPONSE_BYTES } from "../../src/client/connection/exchange";
import { CLUSTER, failure, useTestServer } from "./server";

const bench = useTestServer();

/** Responds to each request with these bytes and this Content-Encoding. */
function sending(compressed: Buffer, coding: string, status = 200): void {
  bench.responder = (_seen, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-encoding": coding });
    response.end(compressed);
  };
}

const PLAIN = Buffer.from(JSON.stringify(CLUSTER));

describe("an unrequested compressed response", () => {
  it.each<[string, string, Buffer]>([
    ["gzip", " GZIP", gzipSync(PLAIN)],
    ["deflate", "deflate", deflateSync(PLAIN)],
    ["br", "br", brotliCompressSync(PLAIN)],
    ["no coding", "", PLAIN],
    ["a coding that the body does not have", "gzip", PLAIN],
  ])("the client reads %s", async (_what, coding, compressed) => {
    sending(compressed, coding);
    expect(await bench.client.getCluster("c-1")).toMatchObject({ id: "c-1", name: CLUSTER.clusterName });
    expect(bench.server.requests.at(-1)!.headers["accept-encoding"]).toBe("identity");
  });

  it("an error quotes the unpacked text of a refusal", async () => {
    sending(gzipSync('{"message":"boom"}'), "gzip", 500);
    expect((await failure(bench.client.getCluster("c-1"))).message).toContain('"boom"');
  });

  // As one member, it would take a second of CPU time.
  const member = gzipSync(Buffer.alloc(1024 * 1024));
  const huge = Buffer.concat(Array.from({ length: 256 }, () => member));

  it.each<[string, string, Buffer]>([
    ["br", "br", brotliCompressSync(Buffer.alloc(MAX_RESPONSE_BYTES + 1, " "))],
    ["gzip of 256 MiB", "gzip", huge],
  ])("longer than the limit after decompression, in %s, is an error", async (_what, coding, compressed) => {
    sending(compressed, coding);
    const error = await failure(bench.client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_RESPONSE_TOO_LARGE", attempts: 1, retryable: false });
    expect(error.message).toContain("the decompressed response is longer than 8 MiB");
  });

  it.each<[string, string, Buffer]>([
    ["in an unknown coding", "zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
    ["that is cut off", "gzip", gzipSync(PLAIN).subarray(0, 40)],
    ["with two codings", "gzip, gzip", gzipSync(gzipSync(PLAIN))],
  ])("%s is an error that says so", async (_what, coding, compressed) => {
    sending(compressed, coding);
    const error = await failure(bench.client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_RESPONSE", status: 200, attempts: 1 });
    expect(error.message).toContain("the response has a compression that this client cannot read");
    // In response to a list, it means that another server responded.
    expect((await failure(bench.client.call("ListClusters", {}))).code).toBe("OUTREACH_NO_API");
  });
});
