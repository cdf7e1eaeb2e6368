import { Agent } from "undici";
import { TransportError, transportFailure } from "../../src/client/connection/transport-error";
import { lineRedactor } from "../../src/client/errors/redact-line";
import { REDACTED } from "../../src/util/secrets";
import { runWithFewFiles } from "../file-limit";
import { closeOpened, connected, createClient, failure, startRawServer } from "./server";

afterEach(closeOpened);

const create = { name: "n" };

describe("a connection that ends", () => {
  it("before the server has read the whole request leaves the result of a create ambiguous", async () => {
    const { client } = await startRawServer((socket) => socket.resetAndDestroy());
    const error = await failure(client.createSnippet({ name: "n", prompt: "x".repeat(16 * 1024 * 1024) }));
    expect(error).toMatchObject({ code: "OUTREACH_CONNECTION", ambiguous: true });
  });

  it("after the server has read the request leaves the result of a create ambiguous", async () => {
    const { client, server } = await connected((_seen, response) => void response.socket!.destroy());
    expect(await failure(client.createCluster(create))).toMatchObject({
      code: "OUTREACH_CONNECTION",
      ambiguous: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["a body of known length", 'content-length: 500\r\n\r\n{"workspaceId":"w","clusterId":"c"}'],
    ["a chunked body", 'transfer-encoding: chunked\r\n\r\n23\r\n{"workspaceId":"w","clusterId":"c"}\r\n'],
    ["the last body of a connection", "connection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"],
  ])("within %s is an error", async (_what, answer) => {
    const { client } = await startRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${answer}`));
    const facts = { code: "OUTREACH_CONNECTION", ambiguous: true, retryable: true };
    expect(await failure(client.createCluster(create))).toMatchObject(facts);
  });
});

describe("an unknown host name", () => {
  it("a read retries after it, and it shows that a create was not sent", async () => {
    const dispatcher = new Agent({
      connect: {
        lookup: (host, _options, callback) =>
          callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }), ""),
      },
    });
    const { client } = createClient("http://outreach.invalid", { maxRetries: 2, dispatcher });
    const facts = { code: "OUTREACH_UNREACHABLE", ambiguous: false };
    expect(await failure(client.createCluster(create))).toMatchObject({ ...facts, attempts: 1 });
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ ...facts, attempts: 3 });
    expect(error.message).toBe(
      "GetCluster: the host name is not known (getaddrinfo ENOTFOUND outreach.invalid) (3 attempts).",
    );
    await dispatcher.close();
  });
});

describe("the reason of a lost connection", () => {
  it("the message names the limit of open files if no socket can be opened", () => {
    const { stdout } = runWithFewFiles(`
      import { OutreachClient } from "./client";
      const client = new OutreachClient({ baseUrl: "http://127.0.0.1:9", userId: "u", workspaceId: "w", maxRetries: 0 });
      const outcome = () => client.getCluster("c").catch(({ message }) => message);
      // The first call loads what the second one needs.
      outcome().then(openAllFiles).then(outcome).then((message) => console.log(message));`);
    expect(stdout).toMatch(/: this process cannot open more files\. Raise the limit \(ulimit -n\), .*EMFILE/);
  });

  it("shows no secrets, in the error's cause neither", () => {
    const error = new TransportError("connection", "cannot reach s3cret", true, "EOTHER");
    const { summary, cause } = transportFailure(error, lineRedactor(["s3cret"]));
    expect(summary).toBe(`the connection failed: cannot reach ${REDACTED}`);
    expect(cause).toMatchObject({ message: `cannot reach ${REDACTED}`, code: "EOTHER" });
  });
});
