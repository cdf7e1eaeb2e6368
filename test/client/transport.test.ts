import { Agent } from "undici";
import { MAX_RESPONSE_BYTES, send, type HttpRequest } from "../../src/client/connection/exchange";
import { createDispatcher } from "../../src/client/connection/address";
import { parseBaseUrl } from "../../src/client";
import {
  closeOpened,
  CLUSTER,
  connected,
  createClient,
  failure,
  json,
  opened,
  startRawServer,
  startServer,
} from "./server";

afterEach(closeOpened);

describe("an HTTP response", () => {
  it("that is not HTTP is an error without a retry", async () => {
    const { client, sockets } = await startRawServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n"), {
      maxRetries: 3,
    });
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_UNRESPONSIVE", attempts: 1 });
    expect(error.message).toContain("the response is not HTTP");
    expect(sockets).toHaveLength(1);
  });

  it("larger than the limit is an error without a retry", async () => {
    const { client, server } = await connected(
      (_seen, response) => {
        response.on("error", () => undefined);
        response.end(Buffer.alloc(MAX_RESPONSE_BYTES + 1, " "));
      },
      { maxRetries: 3 },
    );
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_RESPONSE_TOO_LARGE", attempts: 1 });
    expect(error.message).toContain("longer than 8 MiB");
    expect(server.requests).toHaveLength(1);
  });

  it("the client reads it after informational responses", async () => {
    const { client } = await connected((_seen, response) => {
      response.writeProcessing();
      json(response, CLUSTER);
    });
    expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
  });
});

describe("a dispatcher that is passed in", () => {
  it("sends the requests and stays open when the client closes", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    const dispatcher = new Agent();
    const first = createClient(server.url, { dispatcher }).client;
    await first.getCluster("c-1");
    await first.close();
    const second = createClient(server.url, { dispatcher }).client;
    expect(await second.getCluster("c-1")).toMatchObject({ id: "c-1" });
    await dispatcher.close();
    expect(await failure(second.getCluster("c-1"))).toMatchObject({
      code: "OUTREACH_UNREACHABLE",
      retryable: false,
    });
  });
});

describe("the transport", () => {
  const request = {
    path: "/clusters/X",
    headers: {},
    body: "{}",
    timeoutMs: 5_000,
    pauseMs: 5_000,
    finishOnceSent: false,
  };

  async function sendTo(url: string, one: HttpRequest) {
    const baseUrl = parseBaseUrl(url);
    const dispatcher = await createDispatcher(baseUrl);
    opened.push({ close: () => dispatcher.destroy() });
    return send(dispatcher, baseUrl, one);
  }

  it("returns status, headers and bytes of any response", async () => {
    const server = await startServer((_seen, response) =>
      json(response, "\u00e9", 418, { "x-twice": ["a", "b"] }),
    );
    const answer = await sendTo(server.url, request);
    expect(answer).toMatchObject({ status: 418, body: Buffer.from("\u00e9") });
    expect([answer.header("x-twice"), answer.header("x-never")]).toEqual(["a, b", undefined]);
  });
});
