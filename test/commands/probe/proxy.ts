import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { operations, type OperationName } from "../../../src/api";
import type { Simulator } from "../../../src/simulator";
import { call } from "../../simulator/harness";

type Json = Record<string, unknown>;

/** What a server does with calls, in place of the simulator or before and after it. */
export interface Habits {
  /** Returns a status to refuse the request. */
  refuses?(operation: OperationName, body: Json): number | undefined;
  /** Returns the body that the simulator gets. */
  changes?(operation: OperationName, body: Json): Json;
  /** Returns the body that the caller gets. */
  responds?(operation: OperationName, body: Json): unknown;
}

const running: Server[] = [];

/** Starts a server that passes calls to a simulator, with habits that the simulator does not have. */
export async function withHabits(simulator: Simulator, habits: Habits): Promise<string> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      const entries = Object.entries(operations) as [OperationName, { path: string }][];
      const operation = entries.find(([, { path }]) => path === request.url)![0];
      const body = JSON.parse(text) as Json;
      const respond = (status: number, json: unknown) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
      };
      const refused = habits.refuses?.(operation, body);
      if (refused !== undefined) return respond(refused, { message: "no" });
      call(simulator, operation, habits.changes?.(operation, body) ?? body).then(
        ({ status, json }) => respond(status, habits.responds?.(operation, json as Json) ?? json),
        () => response.destroy(),
      );
    });
  });
  running.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
