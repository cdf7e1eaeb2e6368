import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../../bench/root";
import { Provider as Rpcs } from "../../src/plugin/wire/generated/tfplugin6";
import { decode } from "../../src/plugin/wire/protobuf";
import { startSimulator } from "../../src/simulator";
import { Host, removeFixture } from "../plugin/process/harness";
import { cleanUp, onCleanUp, unary } from "../plugin/transport/harness";
import { bundleAsProvider } from "../provider/process/bundle";
import { configureRequest, recordCalls } from "../provider/process/calls";
import { credentials } from "../provider/workbench";

let folder: string;

/** Of undici's fetch, and loads nothing else of it. */
const OF_FETCH = "node_modules/undici/lib/web/fetch/constants.js";

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "outreach-bundle-"))));
afterEach(cleanUp);
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(removeFixture);

/** Bundles a program into a folder of that name. Returns the message of the error, if any. */
function bundle(entry: string, name: string): string {
  mkdirSync(join(folder, name));
  return bundleAsProvider(entry, join(folder, name));
}

/** A program in as many steps as the provider has files. */
function programEndingWith(text: string): string {
  writeFileSync(join(folder, "first.ts"), `void import("./second");`);
  writeFileSync(join(folder, "second.ts"), `export const second = import("./third");`);
  writeFileSync(join(folder, "third.ts"), text);
  return relative(root, join(folder, "first.ts"));
}

describe("the last file of a bundle", () => {
  it.each([
    [`import { get } from "http"; get("");`, "http"],
    [`import { connect } from "node:http2"; connect("");`, "node:http2"],
    [`import { equal } from "assert/strict"; equal(1, 1);`, "assert/strict"],
    [`try { require("node:https"); } catch {}`, "node:https"],
    [`export const http2 = import("http2");`, "http2"],
    [`import fetch from ${JSON.stringify(join(root, OF_FETCH))}; fetch();`, OF_FETCH],
  ])("may not load by %s what undici is bundled without", (text, name) => {
    const error = bundle(programEndingWith(text), "bundle");
    expect(error).toContain(`calling.cjs must not load ${name}. Has undici changed?`);
  });

  it("may ask for what stands in for Node's, and for other modules", () => {
    const text = ["node:http", "node:assert", "node:tls"].map((name) => `require("${name}");`).join("\n");
    expect(bundle(programEndingWith(text), "bundle")).toBe("");
  });
});

it("The echo reads as much before its handshake as the provider does, and after it.", () => {
  bundle("src/provider/main.ts", "ours");
  bundle("bench/echo.ts", "echo");
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
  bundle("src/provider/main.ts", "removed");
  const client = await new Host({ command: [join(folder, "removed/provider.cjs")] }).connect();
  await unary(client, Rpcs.ConfigureProvider.path, configureRequest(settings));
  rmSync(join(folder, "removed"), { recursive: true });
  const before = simulator.journal().length;
  expect(decode(response, await unary(client, path, request))).toMatchObject({ diagnostics: [] });
  expect(simulator.journal().length).toBeGreaterThan(before);
});
