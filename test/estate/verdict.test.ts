import { OutreachClient } from "../../src/client";
import type { Row } from "../../src/estate/rows";
import { heldRow, judgeRows } from "../../src/estate/verdict";
import { Workspace } from "../../src/estate/workspace/workspace";
import { parseState, type StateObject } from "../../src/estate/states/state-file";
import { type SimulatedObject, type Simulator, startSimulator } from "../../src/simulator";
import { WORKSPACE_ID } from "../commands/workspace-project";

jest.mock("node:timers/promises", () => ({
  ...jest.requireActual<object>("node:timers/promises"),
  ...jest.requireActual<object>("../provider/quick-waits"),
}));

let simulator: Simulator;
let client: OutreachClient;
beforeEach(async () => {
  simulator = await startSimulator({ seed: 1 });
  client = connect(0);
});
afterEach(async () => {
  await client.close();
  await simulator.close();
});

/** The client recognises an outage only by retries. */
function connect(maxRetries: number): OutreachClient {
  return new OutreachClient({
    ...{ baseUrl: simulator.url, userId: "user-1", workspaceId: WORKSPACE_ID, maxRetries },
  });
}

const SOURCE = { name: "one", file: null };

/** The object of a state. The attributes and the private state replace those of an ordinary apply. */
function held(object: SimulatedObject, attributes: object = {}, remembered: object = {}): StateObject {
  const { kind, id, name, workspaceId, createdAt, lastUpdatedAt } = object;
  const texts = kind === "snippet" ? { prompt: object.prompt } : { description: object.description };
  const dates = { created_at: createdAt, last_updated_at: lastUpdatedAt };
  const instance = {
    attributes: { id, name, workspace_id: workspaceId, ...dates, ...texts, ...attributes },
    private: Buffer.from(JSON.stringify({ seen_at: simulator.url, ...remembered })).toString("base64"),
  };
  const resource = { mode: "managed", type: `outreach_${kind}`, name: "one", instances: [instance] };
  return parseState(JSON.stringify({ version: 4, resources: [resource] }), SOURCE)[0]!;
}

async function find(states: readonly StateObject[], visibilityTimeoutMs = 0): Promise<Row[]> {
  const address = simulator.url;
  const connection = { client, workspaceId: WORKSPACE_ID, address, concurrency: 4, visibilityTimeoutMs };
  const workspace = new Workspace(connection, new AbortController().signal);
  return judgeRows(workspace, states.map(heldRow));
}

const snippet = (name: string) => simulator.create("snippet", WORKSPACE_ID, { name, prompt: "Hi\n" });
const cluster = (name: string) => simulator.create("cluster", WORKSPACE_ID, { name });
const unknown = (why: string) =>
  expect.objectContaining({ verdict: "unknown", why: expect.stringContaining(why) as string }) as Row;
const deleted = (object: SimulatedObject) => simulator.delete(object.id);

/** Two objects that exist, so that a missing third one counts as deleted. */
const others = () => [held(snippet("First")), held(snippet("Second"))];

it("finds an object, and confirms by a complete list that another is deleted", async () => {
  const [there, gone] = [snippet("There"), snippet("Gone")];
  deleted(gone);
  expect(await find([held(there), held(gone)])).toMatchObject([
    { verdict: "managed", server: { id: there.id, prompt: "Hi\n", createdAt: there.createdAt } },
    { verdict: "deleted" },
  ]);
});

it("an id that belongs to another object now is reported with both times", async () => {
  const state = held(snippet("Opener"), { created_at: "2020-01-01T00:00:00.000Z" });
  const [finding] = await find([state]);
  expect(finding).toEqual(unknown("Its id belongs to another object now"));
  expect(finding).toEqual(unknown("was created at 2020-01-01T00:00:00.000Z, and this one at 20"));
});

describe("an object that was last seen at another address", () => {
  const there = { seen_at: "https://api.example.com" };

  it("counts as the same object if the creation time or, without a time, the content is the same", async () => {
    const object = snippet("Opener");
    const states = [held(object, {}, there), held(object, { created_at: null }, there)];
    expect(await find(states)).toMatchObject([{ verdict: "managed twice" }, { verdict: "managed twice" }]);
  });

  it("counts as another object if neither time nor content shows that it is the same, and both addresses are named", async () => {
    const state = held(snippet("Opener"), { created_at: null, prompt: "Other\n" }, there);
    const [finding] = await find([state]);
    expect(finding).toEqual(unknown("neither the creation time nor the content is the same"));
    expect(finding).toEqual(unknown(`last seen at https://api.example.com, and this is ${simulator.url}`));
  });

  it("does not count as deleted because this address does not have it", async () => {
    const object = snippet("Opener");
    deleted(object);
    expect(await find([...others(), held(object, {}, there)])).toMatchObject([
      { verdict: "managed" },
      { verdict: "managed" },
      unknown(`not found at ${simulator.url}, but was last seen at https://api.example.com`),
    ]);
  });
});

/** Lets reads of an object, or calls of the list, fail. */
function refuse(object: SimulatedObject, status: number, times?: number): void {
  const effect = { type: "status" as const, status };
  simulator.addFault({ operation: "GetSnippet", match: { id: object.id }, effect, ...(times && { times }) });
}

describe("an object that a read does not find", () => {
  it.each<[string, (object: SimulatedObject) => object, string]>([
    ["the list shows it", (object) => (refuse(object, 404), {}), "but a read does not find it"],
    ["the list shows its id in other case", ({ id }) => ({ id: id.toUpperCase() }), "is listed as"],
    ...(["null", "absent"] as const).map(
      (emptyList): [string, (object: SimulatedObject) => object, string] => [
        `the list is ${emptyList} in place of an array`,
        (object) => {
          for (const { id } of simulator.objects()) simulator.delete(id);
          simulator.setDialect({ emptyList });
          return object;
        },
        "nothing proves that it is deleted",
      ],
    ),
  ])("does not count as deleted if %s", async (_, happen, reason) => {
    const [others_, object] = [others(), snippet("Opener")];
    const { id = object.id } = happen(object) as { id?: string };
    expect((await find([...others_, held(object, { id })])).at(-1)).toEqual(unknown(reason));
  });

  it("does not count as deleted if the list is empty, because the settings may lead to an empty workspace", async () => {
    const object = snippet("Opener");
    deleted(object);
    expect(await find([held(object), held(cluster("Europe"))])).toEqual([
      unknown("The API lists no snippet at all"),
      expect.objectContaining({ verdict: "managed" }),
    ]);
  });

  it("does not count as deleted if no object of the states is found, and the list shows others", async () => {
    const objects = [snippet("First"), snippet("Second")];
    const states = objects.map((object) => held(object));
    objects.forEach(deleted);
    snippet("Other");
    const reason = unknown("The API lists other snippets, but none of those in the states");
    expect(await find(states)).toEqual([reason, reason]);
  });

  it("does not count as deleted before its last write had time to become visible", async () => {
    const object = snippet("Opener");
    refuse(object, 404, 2);
    const effect = { type: "omit" as const, ids: [object.id] };
    simulator.addFault({ operation: "ListSnippet", times: 2, effect });
    expect((await find([...others(), held(object)], 60_000)).at(-1)).toMatchObject({ verdict: "managed" });
  });
});

describe("a read that fails", () => {
  const retrying = async () => {
    await client.close();
    client = connect(1);
  };

  it.each([403, 422, 500])("with %i concerns only its object", async (status) => {
    const object = snippet("Opener");
    refuse(object, status);
    const findings = await find([held(object), ...others()]);
    expect(findings).toMatchObject([unknown(`${status}`), { verdict: "managed" }, { verdict: "managed" }]);
  });

  it("rejects with the error if the list shows that the credentials are refused", async () => {
    const state = held(snippet("Opener"));
    simulator.addFault({ effect: { type: "status", status: 401 } });
    await expect(find([state])).rejects.toMatchObject({ code: "OUTREACH_UNAUTHORIZED" });
  });

  it("rejects with the error, without reading every object, if the server cannot be reached", async () => {
    await retrying();
    const states = Array.from({ length: 30 }, (_, at) => held(snippet(`Opener ${at}`)));
    simulator.addFault({ effect: { type: "reset" } });
    await expect(find(states)).rejects.toThrow("no other call succeeded meanwhile");
    expect(simulator.counts().GetSnippet).toBeLessThan(12);
  });

  it("after others have succeeded leaves those as found, and names the next step", async () => {
    await retrying();
    const states = [...others(), ...Array.from({ length: 6 }, (_, at) => held(snippet(`Opener ${at}`)))];
    simulator.addFault({
      operation: "GetSnippet",
      nth: 3,
      times: 1_000,
      effect: { type: "status", status: 503 },
    });
    const findings = await find(states);
    expect(findings.filter(({ verdict }) => verdict === "managed").length).toBeGreaterThan(0);
    expect(findings.at(-1)).toEqual(unknown("Run npx cdktf-outreach doctor"));
  });
});

it("a cluster that the API shows in another workspace is not the object of the state", async () => {
  const object = simulator.create("cluster", WORKSPACE_ID, { name: "Europe" });
  const body = {
    ...{ workspaceId: "other", clusterId: object.id, clusterName: "Europe", createdAt: object.createdAt },
  };
  simulator.addFault({ operation: "GetCluster", effect: { type: "status", status: 200, body } });
  expect(await find([held(object)])).toEqual([unknown("in another workspace")]);
});
