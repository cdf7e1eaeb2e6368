import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { Profile } from "../../bench/profile";
import { root } from "../../bench/root";

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "outreach profile #-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file of a bundle that was made of one source. Returns its URL, as V8 names it. */
function bundled(name: string, source: string): string {
  const { code, map } = transformSync("function work() {}", {
    sourcemap: "external",
    sourcefile: relative(folder, join(root, source)),
  });
  const file = join(folder, name);
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, map);
  return pathToFileURL(file).href;
}

/** A profile in which functions called by nobody ran for some microseconds each, one after the other. */
function profileOf(
  functions: readonly (readonly [url: string, name: string, microseconds: number])[],
): Profile {
  const frame = (functionName: string, url: string) => ({
    functionName,
    url,
    lineNumber: 0,
    columnNumber: 0,
  });
  const nodes = functions.map(([url, name], index) => ({ id: index + 2, callFrame: frame(name, url) }));
  const ids = nodes.map(({ id }) => id);
  const profile = {
    nodes: [{ id: 1, callFrame: frame("(root)", ""), children: ids }, ...nodes],
    samples: ids,
    timeDeltas: functions.map(([, , microseconds]) => microseconds),
    startTime: 0,
  };
  writeFileSync(join(folder, "profile.json"), JSON.stringify(profile));
  return new Profile(join(folder, "profile.json"), folder);
}

describe("a profile", () => {
  it("tells the sources of every file of the bundle", () => {
    const profile = profileOf([
      [bundled("provider.cjs", "src/plugin/process/serve.ts"), "work", 1],
      [bundled("serving.cjs", "src/plugin/wire/decode.ts"), "work", 20],
      [bundled("calling.cjs", "node_modules/undici/lib/core/request.js"), "work", 300],
    ]);
    const { total, phases, files } = profile.within({ from: 0, to: 1000 });
    expect(total).toBe(321);
    expect(phases).toMatchObject({ transport: 1, decode: 20, client: 300, runtime: 0 });
    expect([...files.keys()]).toEqual([
      "src/plugin/process/serve.ts",
      "src/plugin/wire/decode.ts",
      "node_modules/undici/lib/core/request.js",
    ]);
  });

  it("counts what is not ours as Node's, and no waiting", () => {
    const profile = profileOf([
      ["node:internal/http2/core", "work", 5],
      ["", "(idle)", 50],
      ["", "(garbage collector)", 500],
    ]);
    const { total, phases } = profile.within({ from: 0, to: 1000 });
    expect(total).toBe(505);
    expect(phases).toMatchObject({ transport: 0, runtime: 5, gc: 500 });
  });
});
