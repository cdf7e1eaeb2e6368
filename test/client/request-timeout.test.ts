import { createConnection } from "node:net";
import { Agent } from "undici";
import { closeOpened, CLUSTER, connected, createClient, failure, json, startServer } from "./server";

afterEach(closeOpened);

const create = { name: "n" };

describe("the request timeout", () => {
  it("ends the wait for headers: a read is retryable, a create has an ambiguous result", async () => {
    const { client } = await connected(() => undefined, { requestTimeout: 0.05 });
    expect(await failure(client.getCluster("c"))).toMatchObject({
      code: "OUTREACH_TIMEOUT",
      retryable: true,
    });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TIMEOUT", ambiguous: true });
    expect(error.message).toContain("no response within 0.05 s");
  });

  it("ends a body that arrives slowly, although each byte comes in time", async () => {
    let drip: NodeJS.Timeout | undefined;
    const { client } = await connected(
      (_seen, response) => {
        response.writeHead(200);
        drip = setInterval(() => response.write(" "), 5);
        response.on("close", () => clearInterval(drip));
      },
      { requestTimeout: 0.2 },
    );
    const error = await failure(client.getCluster("c-1"));
    expect(error.code).toBe("OUTREACH_TIMEOUT");
    expect(error.message).toContain("no complete response within 0.2 s");
  });

  it("one call reports its timeout if another call got a response meanwhile", async () => {
    const { client } = await connected(
      ({ path }, response) => {
        if (path.endsWith("DeleteSnippet")) json(response, {});
      },
      { requestTimeout: 1 },
    );
    const [error] = await Promise.all([failure(client.getCluster("c-1")), client.deleteSnippet("s-1")]);
    expect(error.code).toBe("OUTREACH_TIMEOUT");
  });

  it("that ends the wait for a connection leaves no ambiguous result, and nothing is sent later", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    let connect: (() => void) | undefined;
    const dispatcher = new Agent({
      connect: (_options, callback) => {
        connect = () => {
          const socket = createConnection(server.port, "127.0.0.1", () => callback(null, socket));
        };
      },
    });
    const { client } = createClient(server.url, { requestTimeout: 0.02, maxRetries: 0, dispatcher });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TIMEOUT", ambiguous: false });
    expect(error.message).toContain("no connection within 0.02 s");
    connect!();
    await new Promise((resolve) => dispatcher.once("connect", resolve));
    await dispatcher.close();
    expect(server.requests).toEqual([]);
  });
});
