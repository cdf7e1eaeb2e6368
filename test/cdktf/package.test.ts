import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { startSimulator, type Simulator } from "../../src/simulator";
import { CdktfProject, ROOT, succeeded } from "./harness";

/** An app with this repository installed as npm would publish it, and links to its peer dependencies. */
let project: CdktfProject;
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator();
  project = new CdktfProject(simulator.url, { package: "none" });
  rmSync(join(project.folder, "node_modules"), { recursive: true });
  // npm packs the folder and installs what it has packed. Without a registry: the package needs no other one.
  const options = ["--install-links", "--offline", "--ignore-scripts", "--no-audit"];
  succeeded("npm install", await project.spawn("npm", ["install", ROOT, ...options]));
  project.linkPeers();
});

afterAll(async () => {
  project.dispose();
  await simulator.close();
});

/** Compiles a folder of the app with TypeScript 5, or with TypeScript 7, which takes a fraction of the time. */
async function tsc(compiler: "typescript" | "typescript7", ...args: string[]): Promise<void> {
  const file = join(ROOT, "node_modules", compiler, "bin/tsc");
  succeeded("tsc", await project.spawn(process.execPath, [file, ...args]));
}

/** Compiles every file of a folder of the app, strictly and with the declarations of all that it imports. */
async function compile(folder: string, options: object): Promise<void> {
  const compilerOptions = { strict: true, module: "node16", ...options };
  project.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions }));
  await tsc("typescript7", "-p", folder);
}

test("the packed package, installed into an empty app, is applied", async () => {
  project.app({
    packed: `
      new OutreachProvider(stack, "outreach");
      new OutreachCluster(stack, "cluster", { name: "Europe" });`,
  });
  await project.synth();
  await project.apply("packed");
  expect(simulator.objects()).toMatchObject([{ name: "Europe" }]);
});

test("the packed package holds only the build and its documents, and needs no other package", async () => {
  const folder = join(project.folder, "node_modules/cdktf-outreach");
  const documents = ["AGENTS.md", "CHANGELOG.md", "README.md", "LICENSE", "SECURITY.md"];
  const others = readdirSync(folder).filter((name) => !documents.includes(name));
  expect(others.sort()).toEqual(["dist", "docs", "examples", "package.json"]);
  const pages = readdirSync(join(folder, "docs"), { recursive: true, encoding: "utf8" });
  expect(pages.filter((name) => /\.(?!md$|schema\.json$|json$)|^design|^images/.test(name))).toEqual([]);
  expect(pages.filter((name) => name.endsWith(".json"))).toEqual([
    "guides/approval.schema.json",
    "guides/findings.schema.json",
    "guides/samples.schema.json",
  ]);
  expect(readdirSync(join(folder, "examples")).sort()).toEqual([
    "evals",
    "pull-request",
    "staging-production",
    "starter",
  ]);
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies?: unknown;
  };
  expect(dependencies).toBeUndefined();
  expect(readdirSync(join(folder, "dist")).sort()).toEqual(
    [
      "api",
      "cli",
      "client",
      "constructs",
      "constructs-cdktn",
      "placing",
      "prompts",
      "provider",
      "provider-manifest.json",
      "render",
      "simulator",
      "util",
    ].sort(),
  );
  const launcher = join(folder, "dist/provider", `terraform-provider-outreach_v${PROVIDER_VERSION}`);
  // For whom the umask of this process lets a file be executable.
  expect(statSync(launcher).mode & 0o111).toBe(0o111 & ~process.umask());

  const simulate = await project.spawn("node_modules/.bin/cdktf-outreach", ["--help"]);
  expect(simulate).toMatchObject({ status: 0, stdout: expect.stringContaining("simulate") });
});

/** Returns the paths of the packages in a lock file of npm. */
function pathsIn(lockFile: string): string[] {
  const lock = JSON.parse(readFileSync(join(project.folder, lockFile), "utf8")) as { packages: object };
  return Object.keys(lock.packages).filter((path) => path !== "");
}

type Manifest = Readonly<Record<string, unknown>>;

/** A registry of npm on loopback that has only these packages. */
async function registryOf(manifests: readonly Manifest[]): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const found = manifests.filter(({ name }) => `/${String(name)}` === decodeURIComponent(url ?? ""));
    const dist = { tarball: "http://127.0.0.1/none.tgz" };
    const versions = Object.fromEntries(found.map((one) => [one["version"], { ...one, dist }]));
    response.statusCode = found.length > 0 ? 200 : 404;
    response.end(
      JSON.stringify({
        name: found[0]?.["name"],
        "dist-tags": { latest: found.at(-1)?.["version"] },
        versions,
      }),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

/** A package of this repository's node_modules, without the dependencies, which would be more packages. */
function manifestOf(name: string): Manifest {
  const manifest = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
  const { version, peerDependencies } = JSON.parse(manifest) as Manifest;
  return { name, version, peerDependencies };
}

/**
 * Lets npm resolve one installation of the packed package with others of a registry. Returns the paths that it would
 * install.
 */
async function resolvedWith(names: readonly string[], manifests: readonly Manifest[]): Promise<string[]> {
  const registry = await registryOf(manifests);
  try {
    const { port } = registry.address() as AddressInfo;
    project.write("beside/app/package.json", JSON.stringify({ private: true }));
    // The folder that npm has unpacked: of a tarball, npm would unpack all files again to read its package.json.
    const packages = ["../../node_modules/cdktf-outreach", ...names];
    const options = ["--package-lock-only", "--install-links", "--ignore-scripts", "--no-audit"];
    const at = `--registry=http://127.0.0.1:${port}/`;
    const cwd = join(project.folder, "beside/app");
    succeeded("npm install", await project.spawn("npm", ["install", at, ...options, ...packages], { cwd }));
    return pathsIn("beside/app/package-lock.json").sort();
  } finally {
    registry.closeAllConnections();
    registry.close();
    rmSync(join(project.folder, "beside"), { recursive: true });
  }
}

const pathsOf = (names: readonly string[]) => names.map((name) => `node_modules/${name}`).sort();

test("npm installs the packed package in an empty project, and no other package", () => {
  expect(pathsIn("package-lock.json")).toEqual(["node_modules/cdktf-outreach"]);
});

test("npm installs the packed package beside cdktf and cdktn, and no other package", async () => {
  const peers = ["cdktf", "cdktn", "constructs"];
  expect(await resolvedWith(peers, peers.map(manifestOf))).toEqual(pathsOf(["cdktf-outreach", ...peers]));
});

test("npm installs the packed package, cdktf, its CLI and newer constructs than cdktn accepts in one command", async () => {
  const cdktf = manifestOf("cdktf");
  const cli = {
    name: "cdktf-cli",
    version: cdktf["version"],
    dependencies: { cdktf: cdktf["version"], constructs: "10.4.2" },
  };
  const cdktn = { ...manifestOf("cdktn"), peerDependencies: { constructs: ">=10.6.0 <10.8.0" } };
  const constructs = ["10.4.2", "10.7.2", "10.8.1"].map((version) => ({ name: "constructs", version }));
  const names = ["cdktf", "constructs", "cdktf-cli"];
  expect(await resolvedWith(names, [cdktf, cli, cdktn, ...constructs])).toEqual(
    pathsOf(["cdktf-outreach", ...names]),
  );
});

test("the packed package takes at most 3 MiB when it is unpacked", () => {
  const folder = join(project.folder, "node_modules/cdktf-outreach");
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    statSync(join(folder, name)),
  );
  const bytes = entries.filter((entry) => entry.isFile()).reduce((sum, { size }) => sum + size, 0);
  expect(bytes / 1024 ** 2).toBeLessThan(3);
});

test("its documents link to nothing that it does not hold, but for the pictures", () => {
  const folder = join(project.folder, "node_modules/cdktf-outreach");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".md"));
  expect(pages).toEqual(
    expect.arrayContaining(["AGENTS.md", "README.md", "CHANGELOG.md", "docs/guides/simulator.md"]),
  );
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(folder, page), "utf8");
    const targets = Array.from(text.matchAll(/(?<!!)\[[^\]]*\]\((?!\w+:)([^)#]+)/g), ([, target]) => target!);
    return targets
      .filter((target) => !existsSync(join(folder, dirname(page), target)))
      .map((target) => `${page} links to ${target}`);
  });
  expect(broken).toEqual([]);
});

test("each of its exports has types in a project made of cdktf-cli's template", async () => {
  const template = join(ROOT, "node_modules/cdktf-cli/bundle/templates/typescript/tsconfig.json");
  project.link("@types/node", join(ROOT, "node_modules/@types/node"));
  project.write("template/tsconfig.json", readFileSync(template, "utf8"));
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: object };
  const names = Object.keys(exports).map((name) => name.replace(".", "cdktf-outreach"));
  expect(names).toContain("cdktf-outreach/simulator");
  const imports = names.map((name, index) => `import * as it${index} from "${name}";`);
  project.write(
    "template/imports.ts",
    `${imports.join("\n")}\nexport = [${names.map((_, i) => `it${i}`)}];\n`,
  );
  project.write(
    "template/main.ts",
    `import { OutreachSnippet } from "cdktf-outreach";
     import { startSimulator, type Simulator } from "cdktf-outreach/simulator";
     export const made: (snippet: OutreachSnippet) => string = ({ id }) => id;
     export const start: () => Promise<Simulator> = () => startSimulator({ seed: 1 });
     // @ts-expect-error: a seed is a number
     void startSimulator({ seed: "1" });`,
  );
  await tsc("typescript", "-p", "template", "--noEmit");
});

/**
 * Code that uses everything, compiled strictly and once for the tests below: from CommonJS, from ES modules, and
 * in what one declares to others. undici's types are not installed.
 */
function compiled(): Promise<void> {
  compiling ??= compileUses();
  return compiling;
}

let compiling: Promise<void> | undefined;

async function compileUses(): Promise<void> {
  const source = `
    import { App, TerraformStack } from "cdktf";
    import { OutreachProvider, OutreachSnippet, type OutreachSnippetConfig, promptFile, variable } from "cdktf-outreach";
    import { startSimulator, type Simulator } from "cdktf-outreach/simulator";
    const stack = new TerraformStack(new App(), "typed");
    const config: OutreachSnippetConfig = { name: "n", prompt: promptFile("p.md") + variable("company") };
    new OutreachProvider(stack, "outreach");
    const id: string = new OutreachSnippet(stack, "snippet", config).id;
    // @ts-expect-error: a prompt is required
    new OutreachSnippet(stack, "other", { name: id });
    export async function start(): Promise<Simulator> { return startSimulator(); }`;
  project.write("used/app.mts", source);
  project.write("used/app.cts", source);
  project.write(
    "used/construct.ts",
    `import { TerraformStack } from "cdktf";
     import { DataOutreachClusters, DataOutreachSnippets, OutreachCluster } from "cdktf-outreach";
     export class Region extends TerraformStack {
       readonly cluster = new OutreachCluster(this, "cluster", { name: "c" });
       readonly clusters = new DataOutreachClusters(this, "clusters").clusters;
       readonly firstCluster = this.clusters.get(0);
       readonly snippets = new DataOutreachSnippets(this, "snippets").snippets;
       readonly firstSnippet = this.snippets.get(0);
     }`,
  );
  project.write(
    "used/helpers.ts",
    `import { type OperationName, type Simulator } from "cdktf-outreach/simulator";
     export const failOnce = (simulator: Simulator, operation: OperationName) =>
       simulator.addFault({ operation, nth: 1, effect: { type: "status", status: 500 } });
     export const linked = (simulator: Simulator) =>
       simulator.create("cluster", "w", { name: "n", associatedCount: 1 }).associatedCount;
     export const promptOf = (simulator: Simulator) =>
       simulator.create("snippet", "w", { name: "n", prompt: "p" }).prompt;
     export function firstCluster(simulator: Simulator) {
       for (const object of simulator.objects()) if (object.kind === "cluster") return object;
       throw new Error("There is no cluster.");
     }`,
  );
  project.write(
    "used/client.ts",
    `import { isNotFound, OutreachClient, OutreachError, type ClientOptions, type Snippet } from "cdktf-outreach/client";
     const options: ClientOptions = { baseUrl: "${simulator.url}", userId: "user-1", workspaceId: "workspace-1" };
     const client = new OutreachClient(options);
     export async function main(): Promise<Snippet> {
       const { id } = await client.createSnippet({ name: "Opener", prompt: "Hi {name}" });
       const error: unknown = await client.getSnippet("missing").catch((reason: unknown) => reason);
       if (!(error instanceof OutreachError && isNotFound(error))) throw error;
       const names: string[] = [];
       for await (const page of client.listSnippets()) names.push(...page.map(({ name }) => name));
       if (!names.includes("Opener")) throw new Error("not listed");
       const snippet = await client.getSnippet(id);
       await client.deleteSnippet(id);
       await client.close();
       return snippet;
     }
     void main().then(({ prompt }) => console.log(prompt));`,
  );
  project.link("@types/node", join(ROOT, "node_modules/@types/node"));
  await compile("used", { declaration: true, outDir: "out", target: "es2022", types: ["node"] });
}

test("its types can be used from CommonJS and from ES modules, and in what one declares to others", async () => {
  await compiled();
  const declared = readFileSync(join(project.folder, "used/out/helpers.d.ts"), "utf8");
  expect(declared).toContain('import("cdktf-outreach/simulator").SimulatedCluster');
});

test("its client calls the API from a script, with types that need no undici", async () => {
  await compiled();
  expect(succeeded("node", await project.spawn(process.execPath, ["used/out/client.js"]))).toBe(
    "Hi {name}\n",
  );
});

test("its prompts work without any peer, from CommonJS and from an ES module, in less than 25 kB", async () => {
  const bundle = "dist/prompts/prompts.cjs";
  const code = readFileSync(join(project.folder, "node_modules/cdktf-outreach", bundle), "utf8");
  expect(code.length).toBeLessThan(25_000);
  expect(code).not.toMatch(/cdktf["'/]/);
  // Jest's environment jsdom lacks TextDecoder.
  const use = `delete globalThis.TextDecoder; console.log(fill("Hi {a} {b}", { a: "Ada" }).text, check("{{a}}")[0].code, fromFile("p.md"), variablesOf("{x}"));`;
  const names = "{ check, fill, fromFile, variablesOf }";
  project.write("bare/p.md", "\uFEFFHi");
  project.write("bare/prompts.mjs", `import ${names} from "cdktf-outreach/prompts"; ${use}`);
  project.write("bare/prompts.cjs", `const ${names} = require("cdktf-outreach/prompts"); ${use}`);
  for (const file of ["prompts.mjs", "prompts.cjs"]) {
    const cwd = join(project.folder, "bare");
    const outcome = await project.spawn(process.execPath, [file], { cwd });
    expect(succeeded("node", outcome)).toBe("Hi Ada {b} doubled Hi [ 'x' ]\n");
  }
});

test("its simulator can be started from an ES module", async () => {
  project.write(
    "simulate.mjs",
    `import { startSimulator } from "cdktf-outreach/simulator";
     const simulator = await startSimulator(); console.log(simulator.url); await simulator.close();`,
  );
  const simulated = await project.spawn(process.execPath, ["simulate.mjs"]);
  expect(simulated).toMatchObject({ status: 0, stdout: expect.stringMatching(/^http:/) });
});

test("the types of its simulator and prompts need neither those of Node nor of the DOM", async () => {
  project.write(
    "bare/main.ts",
    `import { check, fill, fromFile, variablesOf, type PromptMistake } from "cdktf-outreach/prompts";
     import { startSimulator } from "cdktf-outreach/simulator";
     const { text, missing } = fill(fromFile("p.md"), { a: "b" });
     export const mistakes: PromptMistake[] = check(text, { knownVariables: [...missing, ...variablesOf(text)] });
     // @ts-expect-error: an acknowledged mistake needs a reason
     check(text, { acknowledged: [{ code: "doubled", text: "{{x}}" }] });
     export const url: () => Promise<string> = async () => (await startSimulator()).url;`,
  );
  await compile("bare", { noEmit: true, target: "es2020", lib: ["es2020"], types: [] });
});
