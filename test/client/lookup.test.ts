import { answerLookups, createNamedClient, WAYS, type Callback, type Way } from "./named-host";
import { closeOpened, CLUSTER, failure, json, startServer } from "./server";

afterEach(closeOpened);

const CALLS = 10;

/** Starts calls that all wait for the host's addresses; the test resolves each lookup in `asked`. */
async function startCalls(way: Way) {
  const server = await startServer((_seen, response) => json(response, CLUSTER));
  const asked: Callback[] = [];
  answerLookups((callback) => asked.push(callback));
  const { client, dispatcher } = await createNamedClient(way, server.port);
  const begun = jest.spyOn(dispatcher, "dispatch");
  const calls = Array.from({ length: CALLS }, () => client.getCluster("c-1"));
  while (begun.mock.calls.length < CALLS) await new Promise(setImmediate);
  await new Promise(setImmediate);
  return { server, asked, calls, client };
}

describe.each(WAYS)("the lookup of %s", (_of, way) => {
  it("connections that open at the same time share the lookup", async () => {
    const { server, asked, calls } = await startCalls(way);
    expect(asked).toHaveLength(1);
    asked[0]!(null, [{ address: "127.0.0.1", family: 4 }]);
    expect(await Promise.all(calls)).toHaveLength(CALLS);
    expect(server.connections).toHaveLength(CALLS);
  });

  it("the client repeats the lookup after an error", async () => {
    const { asked, calls, client } = await startCalls(way);
    asked[0]!(Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" }));
    for (const call of calls) expect(await failure(call)).toMatchObject({ code: "OUTREACH_UNREACHABLE" });
    const next = client.getCluster("c-1");
    while (asked.length < 2) await new Promise(setImmediate);
    asked[1]!(null, [{ address: "127.0.0.1", family: 4 }]);
    expect(await next).toMatchObject({ id: "c-1" });
  });
});
