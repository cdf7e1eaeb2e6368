import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCliConfiguration } from "../../../src/estate/engine/cli-configuration";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-configuration-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const BLOCK = "provider_installation {\n  direct {}\n}\n";

function write(file: string, text: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const home = () => join(folder, "home");
const read = (env: NodeJS.ProcessEnv = {}) => readCliConfiguration({ HOME: home(), ...env }, folder);
const filesOf = (env?: NodeJS.ProcessEnv) => read(env).blocks.map(({ file }) => file);

test("blocks are found in all files that the engines read", () => {
  const names = [".terraformrc", ".tofurc", ".config/opentofu/tofurc"];
  const files = names.map((name) => write(join("home", name), BLOCK));
  expect(filesOf()).toEqual(files);
  const config = write("config/opentofu/tofurc", BLOCK);
  expect(filesOf({ XDG_CONFIG_HOME: join(folder, "config") })).toContain(config);
});

test("on Windows, the files of the engines are in the folder APPDATA", () => {
  const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
  Object.defineProperty(process, "platform", { ...platform, value: "win32" });
  write("home/.terraformrc", BLOCK);
  const names = ["terraform.rc", "tofu.rc"];
  const files = names.map((name) => write(join("appdata", name), BLOCK));
  const found = filesOf({ APPDATA: join(folder, "appdata") });
  const withoutFolder = filesOf();
  Object.defineProperty(process, "platform", platform);
  expect(found).toEqual(files);
  expect(withoutFolder).toEqual([]);
});

test("a file that the environment names is the only one, seen from the folder of the engine", () => {
  write("home/.terraformrc", BLOCK);
  const file = write("my.tfrc", BLOCK);
  expect(filesOf({ TF_CLI_CONFIG_FILE: "my.tfrc" })).toEqual([file]);
  expect(filesOf({ TF_CLI_CONFIG_FILE: "", TERRAFORM_CONFIG: file })).toEqual([file]);
  expect(filesOf({ TF_CLI_CONFIG_FILE: "missing.tfrc" })).toEqual([]);
});

test.each([
  [
    "HCL",
    'provider_installation {\n  filesystem_mirror {\n    path = "/m"\n    include = ["a/*", "b/*"]\n  }\n  direct {}\n}',
  ],
  [
    "HCL with quoted names and comments",
    '# {\n"provider_installation" { /* } */ "filesystem_mirror" { path = "/m", include = ["a/*","b/*",] } // }\n direct { } }',
  ],
])("the methods of a block in %s are read", (_, text) => {
  write("home/.terraformrc", text);
  expect(read().blocks[0]!.methods).toEqual([
    { type: "filesystem_mirror", settings: { path: "/m", include: ["a/*", "b/*"] } },
    { type: "direct", settings: {} },
  ]);
});

test("what cannot be read is listed, and the other files are read", () => {
  const rc = write("home/.tofurc", BLOCK);
  const malformed = write("home/.terraformrc", "provider_installation {\n");
  const loop = join(home(), ".config/opentofu/tofurc");
  mkdirSync(dirname(loop), { recursive: true });
  symlinkSync("tofurc", loop);
  const { blocks, unread } = read();
  expect(blocks.map(({ file }) => file)).toEqual([rc]);
  expect(unread).toEqual([
    { path: malformed, reason: expect.stringContaining("see line") as string },
    { path: loop, reason: expect.stringContaining("ELOOP") as string },
  ]);
});

test.each(["/nowhere", "not/absolute"])("a home directory %s has no CLI configuration", (HOME) =>
  expect(read({ HOME })).toEqual({ blocks: [], unread: [] }),
);
