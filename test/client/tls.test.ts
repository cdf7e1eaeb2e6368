import { createServer as createSecureServer } from "node:https";
import { Agent } from "undici";
import { isOutage } from "../../src/client";
import { selfSigned } from "./certificate";
import {
  closeOpened,
  CLUSTER,
  createClient,
  failure,
  json,
  opened,
  startServer,
  startRawServer,
} from "./server";

afterEach(closeOpened);

const create = { name: "n" };

describe("TLS", () => {
  const { key, cert } = selfSigned("localhost");

  it("with an untrusted certificate is refused without a retry", async () => {
    const server = await startServer(
      (_seen, response) => json(response, CLUSTER),
      createSecureServer({ key, cert }),
    );
    const { client } = createClient(`https://127.0.0.1:${server.port}`, { maxRetries: 3 });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TLS", attempts: 1, ambiguous: false, retryable: false });
    expect(server.requests).toEqual([]);
  });

  it("with a trusted certificate works", async () => {
    const server = await startServer(
      (_seen, response) => json(response, CLUSTER),
      createSecureServer({ key, cert }),
    );
    const dispatcher = new Agent({ connect: { ca: cert, servername: "localhost" } });
    const { client } = createClient(`https://127.0.0.1:${server.port}`, { dispatcher });
    opened.push({ close: () => dispatcher.close() });
    expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
  });

  it("without a version in common is an error without OpenSSL's codes", async () => {
    const server = await startServer(
      (_seen, response) => json(response, CLUSTER),
      createSecureServer({
        key,
        cert,
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "ALL:@SECLEVEL=0",
      }),
    );
    const { client } = createClient(`https://127.0.0.1:${server.port}`);
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TLS", attempts: 1, ambiguous: false });
    expect(error.message).toMatch(/^CreateCluster: no trusted TLS connection: [a-z0-9 ]+\.$/);
  });

  it("to a server for plain http is an error with a hint, without OpenSSL's codes and without a retry", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    const { client } = createClient(server.url.replace("http:", "https:"), { maxRetries: 3 });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_WRONG_SCHEME", attempts: 1, ambiguous: false });
    expect(error.message).toBe(
      "CreateCluster: this port speaks no TLS (did you mean http:// in place of https://?).",
    );
  });

  it.each([
    ["an alert of TLS", Buffer.from([21, 3, 1, 0, 2, 2, 70]), "this port speaks TLS (did you mean https://"],
    [
      "Go's message",
      "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
      'check the base URL: "Client sent an HTTP request to an HTTPS server."',
    ],
  ])(
    "on the port of a plain http URL, seen by %s, is an error with a hint and without a retry",
    async (_, answer, words) => {
      const { client, sockets } = await startRawServer((socket) => socket.end(answer), { maxRetries: 3 });
      const error = await failure(client.call("ListClusters", {}));
      expect(isOutage(error)).toBe(true);
      expect(error.attempts).toBe(1);
      expect(error.message).toContain(words);
      expect(sockets).toHaveLength(1);
    },
  );
});
