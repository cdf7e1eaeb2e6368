import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { Agent, type Dispatcher } from "undici";

import { closeOpened, CLUSTER, createClient, gate, opened, startServer } from "./server";

afterEach(closeOpened);

/** Frees all memory without references. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Returns a dispatcher that reports each chunk. */
function watching(onChunk: (chunk: Buffer) => void): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (controller, chunk) => {
        onChunk(chunk);
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failure) => handler.onResponseError?.(...failure),
    });
  });
}

describe("a response in chunks of one byte", () => {
  const BYTES = [...Buffer.from(JSON.stringify(CLUSTER))];

  it("the client reads it without keeping a chunk in memory", async () => {
    const chunks: WeakRef<Buffer>[] = [];
    const arrived = gate();
    const end = gate();
    const dispatcher = watching((chunk) => {
      chunks.push(new WeakRef(chunk));
      if (chunks.length === BYTES.length) arrived.open();
    });
    opened.push({ close: () => dispatcher.close() });
    const server = await startServer(async (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (const byte of BYTES) {
        response.write(Buffer.of(byte));
        // Node.js 26 sends all writes of one turn as one chunk.
        await turn();
      }
      await end.promise;
      response.end();
    });
    const { client } = createClient(server.url, { dispatcher });
    const answer = client.getCluster("c-1");
    await arrived.promise;
    // A dereferenced WeakRef keeps its target until the end of the turn.
    await turn();
    collectGarbage();
    const held = chunks.filter((chunk) => chunk.deref() !== undefined).length;
    end.open();
    expect(held).toBe(0);
    expect(await answer).toMatchObject({ id: "c-1", name: CLUSTER.clusterName });
  });
});
