import type { Client } from "@grpc/grpc-js";
import { buildSync } from "esbuild";
import { fc } from "../fast-check";
import { join } from "node:path";
import { Provider as Rpcs } from "../../src/sdk/wire/generated/tfplugin6";
import { decode } from "../../src/sdk/wire/decode";
import { startSimulator, type Simulator } from "../../src/simulator";
import { startServer, type TestServer } from "../client/server";
import { folder, Host, removeFixture } from "../sdk/process/harness";
import { cleanUp, unary } from "../sdk/transport/harness";
import { configureRequest, recordCalls, type RecordedCall } from "./process/calls";
import { credentials } from "./workbench";

let bundle: string;
let simulator: Simulator;
let calls: readonly RecordedCall[];

const settings = (url: string) => ({
  ...credentials,
  base_url: url,
  max_retries: 0,
  visibility_timeout: 0.01,
});

beforeAll(async () => {
  bundle = join(folder(), "provider.cjs");
  buildSync({
    entryPoints: [join(__dirname, "process/provider-that-can-crash.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    outfile: bundle,
  });
  simulator = await startSimulator();
  calls = await recordCalls(settings(simulator.url));
});

afterEach(cleanUp);

afterAll(async () => {
  await simulator.close();
  removeFixture();
});

const isConfigure = ({ path }: RecordedCall) => path === Rpcs.ConfigureProvider.path;

async function started(): Promise<{ host: Host; client: Client }> {
  const host = new Host({ command: [bundle] });
  return { host, client: await host.connect() };
}

/** One damage to a message: a byte replaced, removed or inserted, or the end cut off. */
const damage = fc.record({
  how: fc.constantFrom("replace", "remove", "insert", "cut"),
  where: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.nat({ max: 255 }),
});
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

function damaged(bytes: Uint8Array, damages: readonly Damage[]): Uint8Array {
  return damages.reduce((current, { how, where, byte }) => {
    const at = Math.floor(where * current.length);
    const middle = how === "replace" || how === "insert" ? [byte] : [];
    const rest = how === "cut" ? [] : current.subarray(how === "insert" ? at : at + 1);
    return Buffer.from([...current.subarray(0, at), ...middle, ...rest]);
  }, bytes);
}

/** gRPC's INTERNAL: the provider could not read the message. A process that is gone is UNAVAILABLE. */
const INTERNAL = 13;

async function expectAnswer(client: Client, call: RecordedCall, request: Uint8Array): Promise<void> {
  const answer = await unary(client, call.path, request).catch((error: { code: number }) => error.code);
  if (typeof answer === "number") expect(answer).toBe(INTERNAL);
  else decode(call.response, answer);
}

/** Sends many malformed requests of these calls at once, as a broken host would. */
async function assault(client: Client, targets: readonly RecordedCall[], rounds: number): Promise<void> {
  const malformed = fc
    .tuple(fc.constantFrom(...targets), fc.array(damage, { minLength: 1, maxLength: 4 }))
    .map(([call, damages]) => ({ call, request: damaged(call.request, damages) }));
  const random = fc
    .tuple(fc.constantFrom(...targets), fc.uint8Array({ maxLength: 80 }))
    .map(([call, request]) => ({ call, request }));
  const batch = fc.array(fc.oneof({ weight: 3, arbitrary: malformed }, { weight: 1, arbitrary: random }), {
    minLength: 20,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map(({ call, request }) => expectAnswer(client, call, request)));
    }),
    { numRuns: rounds, endOnFailure: true },
  );
}

async function expectAlive({ host, client }: { host: Host; client: Client }): Promise<void> {
  const schema = await unary(client, Rpcs.GetProviderSchema.path, Buffer.alloc(0));
  expect(decode(Rpcs.GetProviderSchema.response, schema).resourceSchemas).toHaveLength(2);
  expect(host.child.exitCode).toBeNull();
  expect(host.stderr.filter((line) => line.startsWith("panic:"))).toEqual([]);
}

describe("a malformed call", () => {
  it("to any method gets an error or a diagnostic, and never ends the process", async () => {
    const provider = await started();
    await unary(provider.client, Rpcs.ConfigureProvider.path, configureRequest(settings(simulator.url)));
    // A damaged configuration could send the calls after it anywhere; it has a process of its own.
    await assault(
      provider.client,
      calls.filter((call) => !isConfigure(call)),
      40,
    );
    await expectAlive(provider);
  });

  it("to configure a provider gets a response", async () => {
    const provider = await started();
    await assault(provider.client, calls.filter(isConfigure), 5);
    await expectAlive(provider);
  });

  it("before the provider is configured gets a diagnostic", async () => {
    const provider = await started();
    await assault(
      provider.client,
      calls.filter((call) => !isConfigure(call)),
      5,
    );
    await expectAlive(provider);
  });
});

describe("a server that repeats the whole request in every error", () => {
  let server: TestServer;
  let status: number;

  beforeAll(async () => {
    server = await startServer(({ text, headers }, response) => {
      const echo = `${text} ${headers.authorization}`;
      const header = encodeURIComponent(echo);
      response.writeHead(status, {
        "content-type": "application/json",
        "x-request-id": header,
        "www-authenticate": header,
        "retry-after": header,
        location: `https://${credentials.user_id}.example.com/${header}`,
      });
      response.end(JSON.stringify({ error: { code: echo, message: echo }, message: echo }));
    });
  });

  afterAll(() => server.close());

  it("never brings a secret into diagnostics, logs or the report of a crash, whatever its status", async () => {
    const { host, client } = await started();
    const said: string[] = [];
    for (status of [200, 302, 400, 401, 404, 429, 500, 503]) {
      // Each configuration begins a run, which knows nothing of earlier errors.
      await unary(client, Rpcs.ConfigureProvider.path, configureRequest(settings(server.url)));
      const diagnostics: string[] = [];
      for (const { path, request, response } of calls.filter((call) => !isConfigure(call))) {
        const answer = decode(response, await unary(client, path, request)) as { diagnostics?: object };
        diagnostics.push(JSON.stringify(answer.diagnostics ?? []));
      }
      expect([status, diagnostics.join()]).toEqual([status, expect.stringContaining("Could not")]);
      said.push(...diagnostics);
    }
    const text = `cannot read ${server.requests.at(-1)!.text}`;
    // The process may be gone before the answer is out.
    await unary(client, "/test.Service/Crash", Buffer.from(text)).catch(() => undefined);
    expect((await host.exited).code).toBe(1);

    const printed = [...host.stdout, ...host.stderr].join("\n");
    expect(printed).toMatch(/^panic: Error: cannot read .*\(sensitive\)/m);
    for (const secret of Object.values(credentials)) {
      expect(said.join()).not.toContain(secret);
      expect(printed).not.toContain(secret);
    }
  });
});
