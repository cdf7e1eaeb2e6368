import { type OperationName, operations } from "../../src/api";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../src/simulator";

export const identity = { userId: "user-1111-aaaa", workspaceId: "workspace-2222-bbbb" };

interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined where it is not JSON. */
  json: Loose;
}

/** Bodies are compared as they came, so their shape is only known to the test that asks. */
type Loose = ReturnType<typeof JSON.parse>;

const running: Simulator[] = [];

/** A simulator that `closeAll` ends. */
export async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  running.push(simulator);
  return simulator;
}

export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Calls an operation as the default user; fields of `body` win over the identity. */
export function call(
  simulator: { url: string },
  operation: OperationName,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answered> {
  return post(simulator.url + operations[operation].path, JSON.stringify({ ...identity, ...body }), headers);
}

export function post(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return request(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
}

export async function request(url: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): Loose {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the statuses of successive lists; 0 for a broken connection. */
export async function statuses(simulator: Simulator, calls: number): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    found.push(
      await call(simulator, "ListClusters").then(
        ({ status }) => status,
        () => 0,
      ),
    );
  }
  return found;
}

/** Returns the names of all objects. */
export function names(simulator: Simulator): string[] {
  return simulator.objects().map(({ name }) => name);
}

export async function createCluster(simulator: { url: string }, name: string, more: object = {}) {
  const { json } = await call(simulator, "CreateCluster", { clusterName: name, ...more });
  return json.clusterId as string;
}

export async function createSnippet(simulator: { url: string }, name: string, prompt = "Hi {first_name}") {
  const { json } = await call(simulator, "CreateSnippet", { name, prompt });
  return json.snippetId as string;
}

/** All pages of a list. */
export async function listAll(simulator: { url: string }, operation: OperationName, body: object = {}) {
  const key = operation === "ListClusters" ? "clusters" : "snippets";
  const items: Record<string, unknown>[] = [];
  let nextToken: string | null = null;
  do {
    const { json }: Answered = await call(simulator, operation, { ...body, nextToken });
    items.push(...json[key]);
    nextToken = json.nextToken;
  } while (nextToken !== null);
  return items;
}

/** A clock that stands until the test moves it. */
export function testClock(start = "2026-01-02T03:04:05.678Z") {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance: (ms: number) => {
      now += ms;
    },
  };
}
