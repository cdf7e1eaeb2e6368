import { createServer as createTcpServer, type Socket } from "node:net";

import { Agent } from "undici";

import {
  closeOpened,
  CLUSTER,
  closeServer,
  createClient,
  failure,
  gate,
  listen,
  opened,
  startServer,
} from "./server";

/** The default of the request timeout, which is longer than the timeouts of these tests. */
const REQUEST_TIMEOUT_MS = 60_000;

// Before the first request: undici makes one timer for all its timeouts and keeps it. Sockets live in real
// time.
beforeAll(() => void jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] }));
afterAll(() => void jest.useRealTimers());

afterEach(closeOpened);

const passTime = () => jest.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);

it("a TLS handshake without a response ends before the request times out, and nothing is sent", async () => {
  const { promise: greeted, open } = gate();
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined).once("data", () => open());
  });
  const { client } = createClient(`https://127.0.0.1:${await listen(server)}`, { maxRetries: 0 });
  opened.push({ close: () => closeServer(server, sockets) });
  const failed = failure(client.createCluster({ name: "n" }));
  await greeted;
  await passTime();
  const error = await failed;
  expect(error).toMatchObject({ code: "OUTREACH_UNREACHABLE", ambiguous: false, retryable: true });
  expect(error.message).toContain("the connection could not be made in time");
});

/** Returns a dispatcher that reports the start of a response. */
function watching(begun: () => void) {
  const agent = new Agent();
  const dispatcher = agent.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (...args) => handler.onRequestStart?.(...args),
        onResponseStart: (...args) => handler.onResponseStart?.(...args),
        onResponseData: (...args) => {
          begun();
          handler.onResponseData?.(...args);
        },
        onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
        onResponseError: (...args) => handler.onResponseError?.(...args),
      }),
  );
  return { agent, dispatcher };
}

it("a response that stops in the middle ends before the request times out", async () => {
  const { promise: begun, open } = gate();
  const server = await startServer((_seen, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(JSON.stringify(CLUSTER).slice(0, -1));
  });
  const { agent, dispatcher } = watching(open);
  const { client } = createClient(server.url, { maxRetries: 0, dispatcher });
  opened.push({ close: () => agent.destroy() });
  const failed = failure(client.createCluster({ name: "n" }));
  await begun;
  await passTime();
  const error = await failed;
  expect(error).toMatchObject({ code: "OUTREACH_CONNECTION", ambiguous: true });
  expect(error.message).toContain("the response stopped in the middle");
});
