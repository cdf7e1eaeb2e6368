import { createServer, type Server } from "node:net";
import { dialectSettings, type FaultEffect } from "../../src/simulator";
import { Refused, type Instance } from "../sdk/core";
import { itInTurn, KINDS } from "./kinds";
import { atATime } from "./many";
import { copiesOf, withId } from "./copies";
import { expectOnly, identity, useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

/** More than any bound on the calls below. */
const MANY = 32;
/** What the option -parallelism is set to. */
const PARALLELISM = 10;

/** What the refresh of many resources says, so many of them at a time. */
async function refreshMany(object: Managed, settings: Readonly<Record<string, string | number>>) {
  const process = await bench.configured(settings);
  const tasks = copiesOf(object, MANY).map(
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

/** A port of this machine on which something listens that is no HTTP server. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

/**
 * Runs with a port on which the first bytes of every connection are answered with these, and the end of the
 * connection.
 */
async function withServer<T>(answer: string, run: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => socket.end(Buffer.from(answer, "latin1")));
  });
  try {
    return await run(await listening(server));
  } finally {
    server.close();
  }
}

describe.each(KINDS)("many resources of the type %s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  let object: Managed;

  beforeEach(async () => {
    object = bench.managed(type);
    await object.apply(given);
    bench.simulator.clearJournal();
  });

  const calls = () => Object.values(bench.simulator.counts()).reduce((sum, count) => sum + count, 0);

  it.each(dialectSettings.unauthorized.values)(
    "cause one error and few calls if the credentials are wrong, reported as %s",
    async (unauthorized) => {
      bench.simulator.setDialect({ unauthorized });
      const { errors } = await refreshMany(object, { user_id: "usr-somebody-else" });
      expect(errors).toEqual([expect.stringContaining("Check user_id (OUTREACH_USER_ID)")]);
      expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
    },
  );

  it("cause one error if no server listens", async () => {
    const { errors } = await refreshMany(object, { base_url: "http://127.0.0.1:1" });
    expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
    expect(errors[0]).toContain("the connection was refused");
  });

  it("cause one error, after the wait of one of them, if no response comes", async () => {
    bench.simulator.addFault({ effect: { type: "hold" } });
    const { errors } = await refreshMany(object, { request_timeout: 0.2 });
    expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
    expect(errors[0]).toContain("no response within 0.2 s, and no other call succeeded meanwhile");
    // Fewer where a slow machine has not begun all of them by then.
    expect(calls()).toBeLessThanOrEqual(PARALLELISM);
  });

  it("do not all fail if a single one is slow and the others wait for their turn", async () => {
    const process = await bench.configured({ request_timeout: 0.3, max_concurrent_requests: 1 });
    bench.fault(operations.get, { type: "hold" }, { nth: 1 });
    const reads = [object.instance, withId(object.instance, "another")];
    const [slow] = await Promise.allSettled(reads.map((instance) => process.refresh(type, instance)));
    expect(String((slow as PromiseRejectedResult).reason)).toContain("no response within 0.3 s.\n");
  });

  it.each([502, 503, 504])("cause one error and few calls if every call gets a %i", async (status) => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    bench.simulator.addFault({ effect: { type: "status", status } });
    const { errors } = await refreshMany(object, { max_retries: 2 });
    expect(errors).toEqual([expect.stringContaining("Run again; if the error persists, ask the operator")]);
    expect(errors[0]).toContain(`the server responded with ${status}, and no other call succeeded meanwhile`);
    expect(calls()).toBeLessThanOrEqual(2 * 3 * PARALLELISM);
  });

  it("cause one error and few calls if the rate limit lasts longer than the provider waits", async () => {
    bench.simulator.addFault({ effect: { type: "throttle", retryAfter: 3_600 } });
    const { errors } = await refreshMany(object, {});
    expect(errors).toEqual([expect.stringContaining("The server asks for a wait of 3600 s")]);
    expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
  });

  const protocols: [string, string][] = [
    ["another protocol", "SSH-2.0-OpenSSH_9.9\r\n"],
    ["lines that end with a line feed alone", "HTTP/1.1 200 OK\ncontent-length: 2\n\n{}"],
    ["headers of 40 kB", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(40_000)}\r\ncontent-length: 2\r\n\r\n{}`],
    ["an alert of TLS", "\x15\x03\x01\x00\x02\x02\x46"],
  ];
  it.each(protocols)("cause one error if every response is %s", async (_what, answer) => {
    const errors = await refreshFrom("http", answer);
    expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
  });

  /** What the refresh of many says where every connection is answered with these bytes. */
  function refreshFrom(scheme: string, answer: string): Promise<string[]> {
    return withServer(answer, async (port) => {
      const { errors } = await refreshMany(object, { base_url: `${scheme}://127.0.0.1:${port}` });
      return errors;
    });
  }

  const servers: [string, FaultEffect][] = [
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
  ];
  it.each(servers)(
    "cause one error, and few more calls than run at a time, if the server %s",
    async (_what, effect) => {
      bench.simulator.addFault({ effect });
      const { errors } = await refreshMany(object, {});
      expect(errors).toEqual([expect.stringContaining("Check base_url (OUTREACH_BASE_URL)")]);
      expect(calls()).toBeLessThanOrEqual(2 * PARALLELISM);
    },
  );

  it.each(["create", "delete"])(
    "cause one error if the %s of each is planned without a refresh",
    async (write) => {
      const process = await bench.configured({ user_id: "usr-somebody-else" });
      const plans = Array.from({ length: 20 }, () =>
        write === "create"
          ? process.plan(type, given, bench.managed(type).instance)
          : process.plan(type, null, object.instance),
      );
      const refused = (await Promise.allSettled(plans)).filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(1);
      expectOnly(process.said, "Check user_id (OUTREACH_USER_ID)");
    },
  );

  it("are planned without another error, warning or call after the first error", async () => {
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

  it("of a data source cause one full error, and no more calls than run at a time, if the host is down", async () => {
    const down = await bench.configured({ base_url: "http://127.0.0.1:1" });
    const readMany = () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          down.readDataSource(type, { name: given["name"]! }).catch(({ message }: Error) => message),
        ),
      );
    const including = (messages: unknown[], words: string) =>
      messages.filter((one) => String(one).includes(words));
    const first = await readMany();
    expect(including(first, "Check base_url")).toHaveLength(1);
    expect(including(first, "Another error of this run")).toHaveLength(9);
    const requests = () => down.log.filter((line) => line.includes("Outreach API request")).length;
    const made = requests();
    expect(including(await readMany(), "Another error of this run")).toHaveLength(10);
    expect(requests()).toBe(made);
  });

  it.each([
    ["of one", type, { name: given["name"]! }],
    ["of all", `${type}s`, {}],
  ])(
    "report an outage in an error of their own if a data source %s met it first, as in a check block",
    async (_what, source, pointer) => {
      const down = await bench.configured({ base_url: "http://127.0.0.1:1" });
      await expect(down.readDataSource(source, pointer)).rejects.toThrow("Check base_url");
      await expect(down.refresh(type, object.instance)).rejects.toThrow("Check base_url");
      const [other] = copiesOf(object, 1);
      expect(await down.refresh(type, withId(other, "another"))).toMatchObject({
        state: { name: given["name"] },
      });
      expect(down.log.filter((line) => line.includes("Outreach API request"))).toHaveLength(1);
    },
  );
});
