import { createServer, type Server } from "node:net";
import { dialectSettings, type FaultEffect } from "../../src/simulator";
import { Refused, type Instance } from "../plugin/core";
import { KINDS } from "./kinds";
import { atATime } from "./many";
import { identity, useWorkbench, type Given, type Managed } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench({ credentials: [identity] });

type Said = Refused["diagnostics"][number];

const MANY = 500;
/** What the option -parallelism is set to. */
const PARALLELISM = 50;

/** Instances like the object's, each of an object of its own; only the first of these exists. */
function namesakes({ instance }: Managed, count: number): [Instance, ...Instance[]] {
  const others = Array.from({ length: count - 1 }, (_, index) => withId(instance, `another-${index}`));
  return [instance, ...others];
}

function withId(instance: Instance, id: string): Instance {
  return { ...instance, state: { ...instance.state!, id } };
}

/** What the refresh of many resources says, so many of them at a time. */
async function refreshMany(object: Managed, settings: Readonly<Record<string, string | number>>) {
  const process = await bench.configured(settings);
  const tasks = namesakes(object, MANY).map(
    (instance) => () => process.refresh(object.type, instance).catch((error: Error) => error),
  );
  const outcomes = await atATime<Instance | Error>(PARALLELISM, tasks);
  const errors = outcomes.filter((outcome) => outcome instanceof Error);
  const kept = outcomes.filter((outcome): outcome is Instance => !(outcome instanceof Error));
  expect(errors.every((error) => error instanceof Refused)).toBe(true);
  expect(kept.every(({ state }) => state !== null)).toBe(true);
  expect(kept[0]!.state).toEqual({ ...object.state, id: kept[0]!.state!["id"] });
  return { process, errors: errors.map(({ message }) => message) };
}

/** Resources of which each has a write planned, and but for a create an object of its own. */
function plannedMany(object: Managed, count: number, write: string, declared: Given | null) {
  const targets = namesakes(object, count).map((instance) => {
    const target = bench.managed(object.type);
    if (write !== "create") target.instance = instance;
    return target;
  });
  return Promise.all(targets.map(async (target) => ({ target, plan: await target.plan(declared) })));
}

/** A port of this machine on which something listens that is no HTTP server. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

describe.each(KINDS)("many resources of the type %s", (_type, { type, given, changed, operations }) => {
  let object: Managed;

  beforeEach(async () => {
    object = bench.managed(type);
    await object.settle(given);
    bench.simulator.clearJournal();
  });

  const calls = () => Object.values(bench.simulator.counts()).reduce((sum, count) => sum + count, 0);

  it.each(dialectSettings.unauthorized.values)(
    "are one error and few calls where the credentials are wrong, answered as %s",
    async (unauthorized) => {
      bench.simulator.setDialect({ unauthorized });
      const { errors } = await refreshMany(object, { user_id: "usr-somebody-else" });
      expect(errors).toEqual([expect.stringContaining("Check user_id (OUTREACH_USER_ID)")]);
      expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
    },
  );

  it("are one error where nothing listens", async () => {
    const { errors } = await refreshMany(object, { base_url: "http://127.0.0.1:1" });
    expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
    expect(errors[0]).toContain("the connection was refused");
  });

  it("are one error where a proxy on the way wants a password", async () => {
    bench.simulator.addFault({ effect: { type: "status", status: 407 } });
    const { errors } = await refreshMany(object, {});
    expect(errors).toEqual([expect.stringMatching(/\(407\).*HTTPS_PROXY[^]*NO_PROXY/)]);
    expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
  });

  it("are one error where nothing is answered, after as long as one of them waits", async () => {
    bench.simulator.addFault({ effect: { type: "hold" } });
    const { errors } = await refreshMany(object, { request_timeout: 0.2 });
    expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
    expect(errors[0]).toContain("no answer within 0.2 s, and no other call got through meanwhile");
    // Fewer where a slow machine has not begun all of them by then.
    expect(calls()).toBeLessThanOrEqual(PARALLELISM);
  });

  it("are not all in trouble where one of them alone is slow", async () => {
    const other = bench.managed(type);
    await other.settle({ ...given, name: "Another" });
    const process = await bench.configured({ request_timeout: 0.3 });
    const plans = [await object.plan(changed), await other.plan({ ...changed, name: "Other" })] as const;
    const match = { id: object.id };
    bench.simulator.addFault({ operation: operations.update, match, effect: { type: "hold" } });
    const { errors } = await object.carryOut(changed, plans[0], process);
    expect(errors).toMatchObject([
      { detail: expect.stringContaining("no answer within 0.3 s. It") as string },
    ]);
    expect((await other.carryOut({ ...changed, name: "Other" }, plans[1], process)).errors).toEqual([]);
  });

  it("are not all in trouble where one of them alone is slow and the others wait for their turn", async () => {
    const process = await bench.configured({ request_timeout: 0.3, max_concurrent_requests: 1 });
    bench.simulator.addFault({ operation: operations.get, nth: 1, effect: { type: "hold" } });
    const reads = [object.instance, withId(object.instance, "another")];
    const [slow] = await Promise.allSettled(reads.map((instance) => process.refresh(type, instance)));
    expect(String((slow as PromiseRejectedResult).reason)).toContain("no answer within 0.3 s.\n");
  });

  it.each([502, 503, 504])("are one error and few calls where every call is answered %i", async (status) => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    bench.simulator.addFault({ effect: { type: "status", status } });
    const { errors } = await refreshMany(object, { max_retries: 2 });
    expect(errors).toEqual([expect.stringContaining("Run again; if it stays, ask the operator")]);
    expect(errors[0]).toContain(`the server answered ${status}, and no other call got through meanwhile`);
    expect(calls()).toBeLessThanOrEqual(2 * 3 * PARALLELISM);
  });

  it("are one error and few calls where a quota is used up for longer than anybody waits", async () => {
    bench.simulator.addFault({ effect: { type: "throttle", retryAfter: 3_600 } });
    const { errors } = await refreshMany(object, {});
    expect(errors).toEqual([expect.stringContaining("It asks for a wait of 3600 s")]);
    expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
  });

  it.each<[string, FaultEffect]>([
    ["nothing is answered", { type: "hold" }],
    ["every connection is reset", { type: "reset" }],
    ["every call is answered 503", { type: "status", status: 503 }],
  ])(
    "are created no further once %s, and those under way are told of as what may exist",
    async (_what, effect) => {
      jest.spyOn(Math, "random").mockReturnValue(0);
      const declared = Array.from({ length: 40 }, (_, index) => ({ ...given, name: `New ${index}` }));
      const targets = declared.map((one) => ({ one, target: bench.managed(type) }));
      const plans = await Promise.all(targets.map(({ one, target }) => target.plan(one)));
      const process = await bench.configured({ request_timeout: 0.3, max_retries: 1 });
      await targets[0]!.target.carryOut(declared[0]!, plans[0]!, process);
      bench.simulator.clearJournal();
      bench.simulator.addFault({ effect });
      const rest = targets.slice(1).map(({ one, target }, index) => async () => {
        const { errors } = await target.carryOut(one, plans[index + 1]!, process);
        return errors.map(({ detail }) => detail);
      });
      const details = (await atATime(10, rest)).flat();
      expect(details).toHaveLength(39);
      expect(details.filter((detail) => detail.includes("so the object may exist"))).toHaveLength(10);
      expect(bench.simulator.counts()[operations.create]).toBe(10);
    },
  );

  it("are one error where there is no TLS", async () => {
    const server = createServer((socket) =>
      socket
        .on("error", () => undefined)
        .resume()
        .end("no TLS here\n"),
    );
    const port = await listening(server);
    try {
      const { errors } = await refreshMany(object, { base_url: `https://127.0.0.1:${port}` });
      expect(errors).toEqual([expect.stringContaining("NODE_EXTRA_CA_CERTS")]);
    } finally {
      server.close();
    }
  });

  it.each<[string, FaultEffect]>([
    ["knows no such path", { type: "status", status: 404 }],
    ["takes no POST", { type: "status", status: 405 }],
    ["redirects", { type: "status", status: 302, headers: { location: "/login" } }],
    ["has a page for everything", { type: "content", content: "html" }],
    [
      "speaks TLS",
      { type: "status", status: 400, body: "Client sent an HTTP request to an HTTPS server.\n" },
    ],
    [
      "speaks TLS and says so in a page",
      {
        type: "status",
        status: 400,
        body: "<html><h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port</html>",
      },
    ],
  ])(
    "are one error, and hardly more calls than run at a time, where the server %s",
    async (_what, effect) => {
      bench.simulator.addFault({ effect });
      const { errors } = await refreshMany(object, {});
      expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
      expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
    },
  );

  it.each(["create", "delete"])(
    "are one error where the %s of each is planned, with no refresh",
    async (write) => {
      const process = await bench.configured({ user_id: "usr-somebody-else" });
      const plans = Array.from({ length: 40 }, () =>
        write === "create"
          ? process.plan(type, given, bench.managed(type).instance)
          : process.plan(type, null, object.instance),
      );
      const refused = (await Promise.allSettled(plans)).filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(1);
      expect(process.said).toMatchObject([
        { detail: expect.stringContaining("Check user_id (OUTREACH_USER_ID)") as string },
      ]);
    },
  );

  it("are planned without another error, a warning or a call after one", async () => {
    const { process, errors } = await refreshMany(object, { user_id: "usr-somebody-else" });
    expect(errors).toHaveLength(1);
    const made = calls();
    for (const [declared, instance] of [
      [given, bench.managed(type).instance],
      [changed, object.instance],
      [null, object.instance],
    ] as const) {
      expect((await process.plan(type, declared, instance)).warnings).toEqual([]);
    }
    expect(calls()).toBe(made);
  });

  it.each(["create", "update", "delete"] as const)(
    "are one error in full and short ones after it where credentials expire before a %s",
    async (write) => {
      const declared = { create: { ...given, name: "New" }, update: changed, delete: null }[write];
      const many = await plannedMany(object, 20, write, declared);
      const before = many.map(({ target }) => target.instance.state);
      const process = await bench.configured();
      // A list has been made by the time that they expire: it is what a create begins with.
      await bench.managed(type).refreshAndPlan({ ...given, name: "New" }, process);
      bench.simulator.addFault({ effect: { type: "status", status: 401 } });
      const outcomes = await Promise.all(
        many.map(({ target, plan }) => target.carryOut(declared, plan, process)),
      );
      const errors = outcomes.flatMap((outcome) => outcome.errors);
      expect(errors).toHaveLength(20);
      const short = "Another error of this run says why. Fix that and run again.";
      const full = errors.filter(({ detail }) => detail !== short);
      expect(full).toMatchObject([{ detail: expect.stringContaining("Check user_id") as string }]);
      expect(bench.simulator.counts()[operations[write]]).toBeLessThanOrEqual(10);
      expect(outcomes.map(({ saved }) => saved.state)).toEqual(before);
      expect(bench.objects()).toMatchObject([given]);
    },
  );

  const another = { ...given, name: "New" };
  const short = { detail: "Another error of this run says why. Fix that and run again." };

  it.each([
    ["a list shows nothing", []],
    ["no list tells", [500]],
  ])(
    "are created no further where credentials expire between two creates of one and %s",
    async (_what, failing) => {
      const [one, other, process] = [bench.managed(type), bench.managed(type), await bench.configured()];
      const [plan, otherPlan] = [await one.plan(changed), await other.plan(another)];
      const { create, list } = operations;
      bench.simulator.addFault({ operation: create, nth: 1, effect: { type: "reset" } });
      bench.simulator.addFault({ operation: create, nth: 2, effect: { type: "status", status: 401 } });
      // One before the creates, and one after each.
      for (const status of failing)
        bench.simulator.addFault({ operation: list, nth: 3, effect: { type: "status", status } });
      expect((await one.carryOut(changed, plan, process)).errors).toHaveLength(1);
      expect((await other.carryOut(another, otherPlan, process)).errors).toMatchObject([short]);
      expect(bench.simulator.counts()[create]).toBe(2);
    },
  );

  it.each(["create", "update", "delete"] as const)(
    "are one error in full, and no more calls than run at a time, where the host is down before a %s",
    async (write) => {
      const declared = { create: { ...given, name: "New" }, update: changed, delete: null }[write];
      const many = await plannedMany(object, 100, write, declared);
      const down = await bench.configured({ base_url: "http://127.0.0.1:1", max_retries: 2 });
      const errors: (readonly Said[])[] = [];
      const walk = async () => {
        for (let one = many.pop(); one !== undefined; one = many.pop()) {
          errors.push(
            await one.target.carryOut(declared, one.plan, down).then(
              (outcome) => outcome.errors,
              (refused: Refused) => refused.diagnostics,
            ),
          );
        }
      };
      await Promise.all(Array.from({ length: 10 }, walk));
      expect(errors.map(({ length }) => length)).toEqual(Array.from({ length: 100 }, () => 1));
      const full = errors.flat().filter(({ detail }) => !detail.startsWith("Another error of this run"));
      expect(full).toMatchObject([{ detail: expect.stringContaining("Check base_url") as string }]);
      const requests = down.log.filter((line) => line.includes("Outreach API request"));
      expect(requests.length).toBeLessThanOrEqual(10 * 3);
    },
  );

  it.each(["create", "update", "delete"] as const)(
    "are errors of ten, and short ones of the others, where reads work and every %s comes to nothing",
    async (write) => {
      jest.spyOn(Math, "random").mockReturnValue(0);
      const names = Array.from({ length: 30 }, (_, index) => `New ${index}`);
      const process = await bench.configured();
      const targets = names.map((name) => ({ name, target: bench.managed(type, process) }));
      if (write !== "create") for (const { name, target } of targets) await target.settle({ ...given, name });
      const applying = await bench.configured();
      const tasks = targets.map(({ name, target }) => async () => {
        const declared = write === "delete" ? null : { ...(write === "create" ? given : changed), name };
        const { errors } = await target.carryOut(declared, await target.plan(declared), applying);
        return errors.map(({ detail }) => detail.startsWith("Another error of this run"));
      });
      bench.simulator.addFault({ operation: operations[write], effect: { type: "status", status: 503 } });
      const isShort = (await atATime(5, tasks)).flat();
      expect(isShort).toHaveLength(30);
      // Four more may be under way.
      expect(isShort.filter((short) => !short).length).toBeGreaterThanOrEqual(10);
      expect(isShort.filter((short) => !short).length).toBeLessThanOrEqual(14);
    },
  );

  it("are each created where one of them is, now and then", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    const applying = await bench.configured();
    const create = async (name: string) => {
      const target = bench.managed(type);
      const { errors } = await target.carryOut(
        { ...given, name },
        await target.plan({ ...given, name }),
        applying,
      );
      return errors.map(({ detail }) => detail);
    };
    for (let name = 1; name <= 20; name += 1) {
      const isRefused = name % 10 !== 0;
      const lost = { operation: operations.create, match: { name: `New ${name}` } };
      if (isRefused) bench.simulator.addFault({ ...lost, effect: { type: "status", status: 503 } });
      const details = await create(`New ${name}`);
      expect(details).toEqual(isRefused ? [expect.stringContaining("so the object may exist")] : []);
    }
  });

  it("of a data source are one error in full, and no more calls than run at a time, where the host is down", async () => {
    const down = await bench.configured({ base_url: "http://127.0.0.1:1" });
    const readMany = () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          down.readDataSource(type, { name: given["name"]! }).catch(({ message }: Error) => message),
        ),
      );
    const told = (messages: unknown[], words: string) =>
      messages.filter((one) => String(one).includes(words));
    const first = await readMany();
    expect(told(first, "Check base_url")).toHaveLength(1);
    expect(told(first, "or the warning of a check block")).toHaveLength(9);
    const requests = () => down.log.filter((line) => line.includes("Outreach API request")).length;
    const made = requests();
    expect(told(await readMany(), "or the warning of a check block")).toHaveLength(10);
    expect(requests()).toBe(made);
  });

  it.each([
    ["of one", type, { name: given["name"]! }],
    ["of all", `${type}s`, {}],
  ])(
    "tell an outage in an error of their own where a data source %s met it first, which may be in a check block",
    async (_what, source, pointer) => {
      const down = await bench.configured({ base_url: "http://127.0.0.1:1" });
      await expect(down.readDataSource(source, pointer)).rejects.toThrow("Check base_url");
      await expect(down.refresh(type, object.instance)).rejects.toThrow("Check base_url");
      const [other] = namesakes(object, 1);
      expect(await down.refresh(type, withId(other, "another"))).toMatchObject({
        state: { name: given["name"] },
      });
      expect(down.log.filter((line) => line.includes("Outreach API request"))).toHaveLength(1);
    },
  );

  it.each(["create", "update", "delete"] as const)(
    "tell an outage in an error of their own where a data source met it before a %s",
    async (write) => {
      const declared = { create: { ...given, name: "New" }, update: changed, delete: null }[write];
      const target = bench.managed(type);
      if (write !== "create") target.instance = object.instance;
      const process = await bench.configured();
      const plan = await target.plan(declared);
      bench.simulator.addFault({ effect: { type: "status", status: 401 } });
      await expect(process.readDataSource(type, { id: object.id })).rejects.toThrow("Check user_id");
      const { errors } = await target.carryOut(declared, plan, process).catch(({ diagnostics }: Refused) => ({
        errors: diagnostics,
      }));
      expect(errors).toMatchObject([{ detail: expect.stringContaining("Check user_id") as string }]);
    },
  );

  it("share a bounded number of repeats where each is answered 500, and tell each of itself", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    bench.simulator.addFault({ effect: { type: "status", status: 500 } });
    const process = await bench.configured({ max_retries: 1, max_concurrent_requests: 4 });
    const reads = namesakes(object, 50).map((instance) =>
      process.refresh(type, instance).then(String, (error: Error) => error.message),
    );
    for (const said of await Promise.all(reads)) expect(said).toContain(`Could not read ${type}`);
    expect(calls()).toBeLessThanOrEqual(54);
  });
});

/** Instances of so many clusters that exist. */
async function clusters(count: number): Promise<Instance[]> {
  const cluster = bench.cluster();
  await cluster.settle({ name: "Sales" });
  return Array.from({ length: count }, () => {
    const object = bench.simulator.create("cluster", workspaceId, { name: "Sales" });
    const dates = { created_at: object.createdAt, last_updated_at: object.lastUpdatedAt };
    return { ...cluster.instance, state: { ...cluster.state, ...dates, id: object.id } };
  });
}

describe("a server that is overloaded", () => {
  it("is asked by a bounded number of requests at a time", async () => {
    const process = await bench.configured({ max_concurrent_requests: 3 });
    const instances = await clusters(50);
    bench.simulator.clearJournal();
    const hold = bench.simulator.addFault({ effect: { type: "hold" } });
    const reads = instances.map((instance) => process.refresh("outreach_cluster", instance));
    await bench.simulator.waitForCall("GetCluster", 3);
    // A request of another process, sent later, arrives: the others would have too.
    const other = bench.managed("outreach_snippet").plan({ name: "Opener", prompt: "" });
    await bench.simulator.waitForCall("ListSnippet", 1);
    expect(bench.simulator.counts().GetCluster).toBe(3);
    bench.simulator.clearFaults(hold);
    bench.simulator.release(hold);
    await Promise.all([...reads, other]);
    expect(bench.simulator.counts().GetCluster).toBe(50);
  });

  it("that lets a few calls through in each window gets all resources done", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    const instances = await clusters(40);
    bench.simulator.addFault({ nth: 1, times: 12, effect: { type: "throttle", retryAfter: 0 } });
    const process = await bench.configured({ max_retries: 4 });
    const reads = instances.map((instance) => process.refresh("outreach_cluster", instance));
    const states = (await Promise.all(reads)).map(({ state }) => state);
    expect(states).toEqual(instances.map(({ state }) => state));
  });

  it.each<[string, FaultEffect]>([
    ["drips its answers", { type: "drip", everyMs: 0, bytes: 16 }],
    ["delays them", { type: "delay", ms: 5 }],
  ])("and %s is waited for", async (_what, effect) => {
    bench.simulator.addFault({ effect });
    await bench.cluster().settle({ name: "Sales" });
    await bench.snippet().settle({ name: "Opener", prompt: "Hi {x}" });
  });
});

describe.each(KINDS)("an answer about %s that never ends", (_type, { type, given, operations }) => {
  it.each([operations.get, operations.list])(
    "is an error that names %s, and the state is kept",
    async (operation) => {
      const object = bench.managed(type);
      await object.settle(given);
      if (operation === operations.list) bench.simulator.delete(object.id);
      bench.simulator.addFault({ operation, effect: { type: "huge", bytes: 80 * 1024 * 1024 } });
      const before = object.state;
      await expect(object.refresh()).rejects.toThrow(operation);
      expect(object.state).toEqual(before);
    },
  );

  it("to a create does not hide what was created", async () => {
    bench.simulator.addFault({
      operation: operations.create,
      nth: 1,
      effect: { type: "huge", bytes: 80 * 1024 * 1024 },
    });
    const object = bench.managed(type);
    await object.apply(given);
    expect(bench.onlyObject().id).toBe(object.id);
  });
});

afterEach(() => jest.restoreAllMocks());
