import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ServerClock } from "../../src/client/retries/clock";
import { post } from "../simulator/harness";
import { KINDS, turnsOf, type Kind } from "./kinds";
import { useWorkbench, type Managed, type Workbench } from "./workbench";

/** An object that was created a moment ago, which the next reads and lists do not show yet. */
async function young(bench: Workbench, { type, given, operations }: Kind): Promise<Managed> {
  const provider = await bench.configured({ visibility_timeout: 20 });
  const object = await bench.managed(type, provider).settled(given);
  bench.fault([operations.get, operations.list], { type: "stale", writes: 1 }, { times: 2 });
  return object;
}

describe.each(KINDS)("%s, of a server whose dates are 30 seconds behind its clock", (_type, kind) => {
  const bench = useWorkbench({ now: () => new Date(Date.now() - 30_000) });

  it("does not count as deleted in a plan right after its create", async () => {
    expect(await (await young(bench, kind)).refresh()).toMatchObject(kind.given);
  });

  it("does not count as deleted for a delete right after its create", async () => {
    const object = await young(bench, kind);
    bench.simulator.clearFaults();
    const plan = await object.plan(null);
    bench.fault([kind.operations.get, kind.operations.list], { type: "stale", writes: 1 }, { times: 2 });
    expect((await object.carryOut(null, plan)).errors).toEqual([]);
    expect(bench.objects()).toEqual([]);
  });
});

describe.each(KINDS)("%s, of a server of several clocks,", (_type, { type, given, operations }) => {
  const bench = useWorkbench();

  it("does not count as deleted although one clock is ahead", async () => {
    const [other, young] = [bench.managed(type), bench.managed(type)];
    await other.settle({ ...given, name: "Another" });
    await young.settle(given);
    const planning = await bench.configured({ visibility_timeout: 20 });
    const date = new Date(Date.now() + 60_000).toUTCString();
    bench.fault(operations.get, { type: "status", status: 404, headers: { date } }, { nth: 1 });
    await expect(planning.refresh(type, other.instance)).rejects.toThrow("is listed, but");
    bench.fault([operations.get, operations.list], { type: "stale", writes: 1 }, { times: 2 });
    expect((await planning.refresh(type, young.instance)).state).toMatchObject(given);
  });
});

describe.each(KINDS)("%s, of a server whose Date header is", (_type, kind) => {
  const { type, given, changed } = kind;
  const bench = useWorkbench();
  let date: string;
  let server: Server;

  /** The simulator, with another Date in every answer. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      void buffer(request).then(async (body) => {
        const { status, headers, text } = await post(`${bench.simulator.url}${request.url}`, body);
        response.writeHead(status, { "content-type": headers.get("content-type") ?? "", date }).end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server.close());

  const dates = [
    ["the last one that JavaScript knows", "Sat, 13 Sep 275760 00:00:00 GMT"],
    ["the first one that JavaScript knows", "Tue, 20 Apr -271821 00:00:00 GMT"],
    ["the last one of HTTP", "Fri, 31 Dec 9999 23:59:59 GMT"],
    ["a number beyond any", "9".repeat(400)],
    ["no date", "soon"],
  ] as const;
  it.each(turnsOf(kind, dates))("%s is nevertheless created, updated and deleted", async (_which, header) => {
    date = header;
    const { port } = server.address() as AddressInfo;
    const base_url = `http://127.0.0.1:${port}`;
    const object = await bench.managed(type, await bench.configured({ base_url })).settled(given);
    expect(object.instance.tainted).toBeUndefined();
    await object.settle(changed);
    await object.apply(null);
    expect(bench.objects()).toEqual([]);
  });
});

describe.each(KINDS)("%s, of a server whose dates are right", (_type, { type, given, changed }) => {
  const bench = useWorkbench();

  it("needs no recorded time of its writes", async () => {
    const object = bench.managed(type, await bench.configured({ visibility_timeout: 20 }));
    for (const declared of [given, changed]) {
      await object.settle(declared);
      expect(Buffer.from(object.instance.private).toString()).not.toContain("written");
    }
  });
});

describe.each(KINDS)("%s, where this machine's clock is an hour fast", (_type, kind) => {
  const bench = useWorkbench();

  it("does not count as deleted in a plan right after its create on another machine", async () => {
    const object = await young(bench, kind);
    const now = Date.now;
    jest.spyOn(Date, "now").mockImplementation(() => now() + 3_600_000);
    expect(await object.refresh()).toMatchObject(kind.given);
  });
});

describe.each(KINDS)("%s, of a server that sends no time", (_type, kind) => {
  const bench = useWorkbench();

  // As of answers without a Date.
  beforeEach(() => void jest.spyOn(ServerClock.prototype, "record").mockReturnValue(undefined));

  it("does not count as deleted in a plan right after its create", async () => {
    expect(await (await young(bench, kind)).refresh()).toMatchObject(kind.given);
  });

  it("is found after the response to its create is lost", async () => {
    const object = bench.managed(kind.type);
    bench.fault(kind.operations.create, { type: "reset", when: "after" }, { nth: 1 });
    await object.settle(kind.given);
    expect(bench.onlyObject().id).toBe(object.id);
  });
});
