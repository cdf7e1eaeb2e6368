import dns from "node:dns";

import { parseBaseUrl } from "../../src/client";
import { createDispatcher } from "../../src/client/proxy";
import { closeOpened, CLUSTER, createClient, failure, json, opened, startServer } from "./server";

afterEach(closeOpened);

type Callback = (error: Error | null, addresses?: unknown) => void;

/** What asks for a host's addresses, each to be answered by the test. */
function holdLookups() {
  const asked: Callback[] = [];
  const hold = (_host: string, _options: unknown, callback: Callback) => void asked.push(callback);
  const spy = jest.spyOn(dns, "lookup").mockImplementation(hold as never);
  opened.push({ close: () => Promise.resolve(spy.mockRestore()) });
  return asked;
}

const TO_PROXY = (port: number) =>
  ["http://outreach.invalid", { http_proxy: `proxy.invalid:${port}` }] as const;
const DIRECTLY = (port: number) => [`http://outreach.invalid:${port}`, {}] as const;
const CALLS = 10;

/** A client whose calls have all begun, and wait for the host's addresses. */
async function startCalls(settings: typeof TO_PROXY | typeof DIRECTLY) {
  const server = await startServer((_seen, response) => json(response, CLUSTER));
  const asked = holdLookups();
  const [url, environment] = settings(server.port);
  const dispatcher = await createDispatcher(parseBaseUrl(url), environment);
  opened.push({ close: () => dispatcher.destroy() });
  const { client } = createClient(url, { maxRetries: 0, dispatcher });
  const begun = jest.spyOn(dispatcher, "dispatch");
  const calls = Array.from({ length: CALLS }, () => client.getCluster("c-1"));
  while (begun.mock.calls.length < CALLS) await new Promise(setImmediate);
  await new Promise(setImmediate);
  return { server, asked, calls, client };
}

describe.each([
  ["the server", DIRECTLY],
  ["the proxy", TO_PROXY],
])("the addresses of %s", (_of, settings) => {
  it("are asked for once by connections that are opened together", async () => {
    const { server, asked, calls } = await startCalls(settings);
    expect(asked).toHaveLength(1);
    asked[0]!(null, [{ address: "127.0.0.1", family: 4 }]);
    expect(await Promise.all(calls)).toHaveLength(CALLS);
    expect(server.connections).toHaveLength(CALLS);
  });

  it("are asked for again after an error", async () => {
    const { asked, calls, client } = await startCalls(settings);
    asked[0]!(Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" }));
    for (const call of calls) expect(await failure(call)).toMatchObject({ code: "OUTREACH_UNREACHABLE" });
    const next = client.getCluster("c-1");
    while (asked.length < 2) await new Promise(setImmediate);
    asked[1]!(null, [{ address: "127.0.0.1", family: 4 }]);
    expect(await next).toMatchObject({ id: "c-1" });
  });
});
