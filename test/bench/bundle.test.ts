import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../../bench/root";
import { Provider as Rpcs } from "../../src/sdk/wire/generated/tfplugin6";
import { decode } from "../../src/sdk/wire/decode";
import { startSimulator } from "../../src/simulator";
import { Host, removeFixture } from "../sdk/process/harness";
import { cleanUp, onCleanUp, unary } from "../sdk/transport/harness";
import { bundleAsProviders } from "../provider/process/bundle";
import { configureRequest, recordCalls } from "../provider/process/calls";
import { credentials } from "../provider/workbench";

let folder: string;

/** Loads `node:http` and `node:assert`. */
const OF_CORE = "node_modules/undici/lib/core/util.js";

/** Of undici's fetch, and loads nothing else of it. */
const OF_FETCH = "node_modules/undici/lib/web/fetch/constants.js";

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "outreach-bundle-"))));
afterEach(cleanUp);
afterAll(() => rmSync(folder, { recursive: true }));
afterAll(removeFixture);

/** Bundles programs into folders of these names. Returns the messages of the errors, empty without one. */
function bundle(entries: Readonly<Record<string, string>>): string[] {
  const programs = Object.entries(entries).map(([name, entry]) => [entry, join(folder, name)] as const);
  for (const [, into] of programs) mkdirSync(into);
  return bundleAsProviders(...programs);
}

/** A program in as many steps as the provider has files. */
function programEndingWith(text: string, name: string): string {
  const sources = join(folder, `sources-${name}`);
  mkdirSync(sources);
  writeFileSync(join(sources, "first.ts"), `void import("./second");`);
  writeFileSync(join(sources, "second.ts"), `export const second = import("./third");`);
  writeFileSync(join(sources, "third.ts"), text);
  return relative(root, join(sources, "first.ts"));
}

it("in the last file of a bundle, undici gets what stands in for Node's modules, and nothing loads the modules themselves", () => {
  const allowed = [join(root, OF_CORE), "node:tls"]
    .map((name) => `require(${JSON.stringify(name)});`)
    .join("\n");
  const refused = [
    [`import { get } from "http"; get("");`, "http"],
    [`import { get } from "node:http"; get("");`, "node:http"],
    [`import { connect } from "node:http2"; connect("");`, "node:http2"],
    [`import { equal } from "assert/strict"; equal(1, 1);`, "assert/strict"],
    [`try { require("node:https"); } catch {}`, "node:https"],
    [`export const http2 = import("http2");`, "http2"],
    [`import fetch from ${JSON.stringify(join(root, OF_FETCH))}; fetch();`, OF_FETCH],
  ] as const;
  const texts = [allowed, ...refused.map(([text]) => text)];
  const entries = texts.map((text, row) => [`row-${row}`, programEndingWith(text, `${row}`)] as const);
  const messages = bundle(Object.fromEntries(entries));
  expect(messages).toEqual([
    "",
    ...refused.map(
      ([, name]) =>
        expect.stringContaining(`calling.cjs must not load ${name}. Has undici changed?`) as string,
    ),
  ]);
});

it("The echo reads as much before its handshake as the provider does, and after it.", () => {
  expect(bundle({ ours: "src/provider/main.ts", echo: "bench/echo.ts" })).toEqual(["", ""]);
  const sizes = (name: string) => {
    const files = readdirSync(join(folder, name)).sort();
    expect(files).toEqual(["calling.cjs", "provider.cjs", "serving.cjs"]);
    return files.map((file) => statSync(join(folder, name, file)).size);
  };
  const [ours, echo] = [sizes("ours"), sizes("echo")];
  for (const [index, size] of echo.entries()) {
    expect(size / ours[index]!).toBeGreaterThan(0.9);
    expect(size / ours[index]!).toBeLessThan(1.1);
  }
});

it("The provider, once configured, goes on where its files are gone.", async () => {
  const simulator = await startSimulator();
  onCleanUp(() => simulator.close());
  const settings = { ...credentials, base_url: simulator.url };
  const { path, request, response } = (await recordCalls(settings)).find(
    (call) => call.path === Rpcs.PlanResourceChange.path,
  )!;
  expect(bundle({ removed: "src/provider/main.ts" })).toEqual([""]);
  const client = await new Host({ command: [join(folder, "removed/provider.cjs")] }).connect();
  await unary(client, Rpcs.ConfigureProvider.path, configureRequest(settings));
  rmSync(join(folder, "removed"), { recursive: true });
  const before = simulator.journal().length;
  expect(decode(response, await unary(client, path, request))).toMatchObject({ diagnostics: [] });
  expect(simulator.journal().length).toBeGreaterThan(before);
});
