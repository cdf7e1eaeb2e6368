import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { nextSteps } from "../../../src/commands/export/next-steps";
import type { ExportOptions } from "../../../src/commands/export/options";
import { forkOf, isModule } from "../../../src/commands/export/project";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-fork-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, value: object): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

const installed = (fork: string, around = "") =>
  write(join(around, "node_modules", fork, "package.json"), {});

describe("the fork of a project", () => {
  const fork = () => forkOf(join(folder, "apps/one/outreach"));

  it("is what the nearest package.json depends on, even if the other fork is installed", () => {
    installed("cdktf");
    write("package.json", { devDependencies: { cdktf: "1" } });
    write("apps/one/package.json", { peerDependencies: { cdktn: "1" } });
    expect(fork()).toBe("cdktn");
  });

  it("is what the workspace root depends on if the package names neither or both", () => {
    write("package.json", { dependencies: { cdktn: "1" } });
    write("apps/one/package.json", { name: "one" });
    expect(fork()).toBe("cdktn");
    write("apps/one/package.json", { dependencies: { cdktf: "1", cdktn: "1" } });
    expect(fork()).toBe("cdktn");
  });

  it("is the one that Node.js finds if no package.json names one, and CDKTF if there is none", () => {
    expect(fork()).toBe("cdktf");
    installed("cdktn");
    expect(fork()).toBe("cdktn");
    installed("cdktf", "apps/one");
    expect(fork()).toBe("cdktf");
  });
});

it("only the nearest package.json decides the module system", () => {
  write("package.json", { type: "module" });
  expect(isModule(join(folder, "outreach"))).toBe(true);
  write("apps/package.json", {});
  expect(isModule(join(folder, "apps/outreach"))).toBe(false);
});

it.each([
  ["node --import tsx main.ts", {}, 'import { declareWorkspace } from "./outreach";'],
  ["npx ts-node src/main.ts", {}, 'import { declareWorkspace } from "../outreach";'],
  ["node main.ts", {}, 'import { declareWorkspace } from "./outreach/index.ts";'],
  ["node --env-file=.env main.ts", {}, 'import { declareWorkspace } from "./outreach/index.ts";'],
  ["npx tsx main.ts", { isModule: true }, 'import { declareWorkspace } from "./outreach/index.js";'],
  ["node main.js", { language: "js" }, 'const { declareWorkspace } = require("./outreach");'],
  [
    "node main.js",
    { language: "js", isModule: true },
    'import { declareWorkspace } from "./outreach/index.js";',
  ],
  [undefined, {}, 'import { declareWorkspace } from "./outreach";'],
] as const)("the printed import fits an app that runs with %s (%j)", (app, project, line) => {
  const options = {
    format: "cdktf",
    stack: "s",
    fork: "cdktn",
    language: "ts",
    isModule: false,
    app,
    place: "outreach",
  };
  const steps = nextSteps({
    ...options,
    out: join(folder, "outreach"),
    ...project,
  } as unknown as ExportOptions);
  expect(steps[1]).toBe(`  ${line}`);
  expect(steps).toContain("  npx cdktn deploy s");
});

it.each([
  ["outreach", "  npx cdktf-outreach export --settle"],
  ["lib/workspace", "  npx cdktf-outreach export --out lib/workspace --settle"],
])("the printed command settles the export in the folder %s", (place, command) => {
  const options = { format: "cdktf", stack: "s", fork: "cdktn", language: "ts", isModule: false, place };
  const steps = nextSteps({ ...options, out: resolve(place) } as unknown as ExportOptions);
  expect(steps.at(-1)).toBe(command);
});
