import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differentLockedVersion } from "../../src/placing";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-locked-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, contents: unknown): void {
  writeFileSync(
    join(folder, name),
    typeof contents === "string" ? contents : JSON.stringify(contents, null, 2),
  );
}

const npm = (version: string) => ({
  lockfileVersion: 3,
  packages: {
    "": { name: "project", version: "9.9.9", dependencies: { "cdktf-outreach": "^1.2.0" } },
    "node_modules/cdktf": { version: "0.21.0" },
    "node_modules/cdktf-outreach": { version, resolved: "file:../cdktf-outreach-1.2.3.tgz" },
    "node_modules/cdktf-outreach-else": { version: "7.7.7" },
  },
});

/** Lock files that contain version 1.2.3. */
const lockFiles: [title: string, name: string, command: string, contents: unknown][] = [
  ["npm 7 or newer", "package-lock.json", "npm ci", npm("1.2.3")],
  ["npm's shrinkwrap", "npm-shrinkwrap.json", "npm ci", npm("1.2.3")],
  [
    "npm 6",
    "package-lock.json",
    "npm ci",
    {
      lockfileVersion: 1,
      dependencies: { a: { version: "1.0.0", dependencies: { "cdktf-outreach": { version: "1.2.3" } } } },
    },
  ],
  [
    "npm, for an alias",
    "package-lock.json",
    "npm ci",
    { packages: { "packages/app/node_modules/outreach": { name: "cdktf-outreach", version: "1.2.3" } } },
  ],
  [
    "pnpm 9",
    "pnpm-lock.yaml",
    "pnpm install --frozen-lockfile",
    "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      cdktf-outreach:\n        specifier: ^1.2.0\n        version: 1.2.3(cdktf@0.21.0)\n\n" +
      "packages:\n\n  cdktf-outreach@1.2.3:\n    resolution: {integrity: sha512-x}\n\nsnapshots:\n\n  cdktf-outreach@1.2.3(cdktf@0.21.0):\n    optionalDependencies:\n      cdktf: 0.21.0\n",
  ],
  [
    "pnpm 8",
    "pnpm-lock.yaml",
    "pnpm install --frozen-lockfile",
    "packages:\n\n  /cdktf-outreach@1.2.3(cdktf@0.21.0):\n    resolution: {integrity: sha512-x}\n    dev: false\n",
  ],
  [
    "pnpm 7",
    "pnpm-lock.yaml",
    "pnpm install --frozen-lockfile",
    "packages:\n\n  /cdktf-outreach/1.2.3_cdktf@0.21.0:\n    resolution: {integrity: sha512-x}\n",
  ],
  [
    "pnpm, for a local file",
    "pnpm-lock.yaml",
    "pnpm install --frozen-lockfile",
    "packages:\n\n  cdktf-outreach@file:../cdktf-outreach-1.2.3.tgz:\n    resolution: {integrity: sha512-x, tarball: file:../x.tgz}\n    version: 1.2.3\n    engines: {node: '>=20'}\n",
  ],
  [
    "Yarn 1",
    "yarn.lock",
    "yarn install",
    '# yarn lockfile v1\n\n\ncdktf-outreach@^1.2.0, cdktf-outreach@~1.2:\n  version "1.2.3"\n  resolved "https://registry.example/x.tgz"\n',
  ],
  [
    "Yarn 4",
    "yarn.lock",
    "yarn install",
    '__metadata:\n  version: 8\n\n"cdktf-outreach@npm:^1.2.0":\n  version: 1.2.3\n  resolution: "cdktf-outreach@npm:1.2.3"\n',
  ],
  [
    "Yarn 4, for an alias",
    "yarn.lock",
    "yarn install",
    '"outreach@npm:cdktf-outreach@^1.2.0":\n  version: 1.2.3\n',
  ],
];

describe.each(lockFiles)("a lock file of %s", (_, name, command, contents) => {
  test("is reported if it has another version than the installed one, also with line ends of Windows", () => {
    const text = typeof contents === "string" ? contents : JSON.stringify(contents, null, 2);
    for (const written of [text, text.replaceAll("\n", "\r\n")]) {
      write(name, written);
      expect(differentLockedVersion(folder, "1.2.4")).toEqual({
        version: "1.2.3",
        file: join(folder, name),
        command,
      });
      expect(differentLockedVersion(folder, "1.2.3")).toBeUndefined();
    }
  });
});

const silent: [title: string, name: string, contents: unknown][] = [
  [
    "that does not contain the package",
    "package-lock.json",
    { packages: { "node_modules/cdktf": { version: "1.0.0" } } },
  ],
  [
    "that contains a link",
    "package-lock.json",
    { packages: { "node_modules/cdktf-outreach": { resolved: "../x", link: true } } },
  ],
  [
    "of the package itself",
    "package-lock.json",
    { packages: { "": { name: "cdktf-outreach", version: "1.0.0" } } },
  ],
  ["with conflict markers", "package-lock.json", `<<<<<<< HEAD\n${JSON.stringify(npm("1.0.0"))}`],
  ["that is JSON of another kind", "package-lock.json", '["cdktf-outreach", null]'],
  ["whose entries are null", "package-lock.json", '{"packages": {"node_modules/cdktf-outreach": null}}'],
  [
    "with a folder of the project",
    "yarn.lock",
    '"cdktf-outreach@workspace:.":\n  version: 0.0.0-use.local\n',
  ],
  [
    "with packages of similar names",
    "yarn.lock",
    'my-cdktf-outreach@1:\n  version "1.0.0"\n\ncdktf-outreach-x@1:\n  version "1.0.0"\n',
  ],
  ["that only mentions the package", "pnpm-lock.yaml", "overrides:\n  cdktf-outreach>cdktf: 0.21.0\n"],
];

test.each(silent)("a lock file %s is not reported", (_, name, contents) => {
  write(name, contents);
  expect(differentLockedVersion(folder, "1.2.4")).toBeUndefined();
});

test("a folder in place of a lock file is not reported", () => {
  mkdirSync(join(folder, "yarn.lock"));
  expect(differentLockedVersion(folder, "1.2.4")).toBeUndefined();
});

test("the nearest folder with a lock file decides, from a folder below it", () => {
  write("package-lock.json", npm("1.2.3"));
  const inner = join(folder, "apps/outbound");
  mkdirSync(inner, { recursive: true });
  expect(differentLockedVersion(inner, "1.2.4")?.file).toBe(join(folder, "package-lock.json"));
  write("apps/outbound/package-lock.json", { packages: {} });
  expect(differentLockedVersion(inner, "1.2.4")).toBeUndefined();
});

test("of several versions or lock files, any may be the installed one, but npm ignores a lock file beside a shrinkwrap", () => {
  write("package-lock.json", {
    packages: { "a/node_modules/cdktf-outreach": { version: "1.0.0" }, ...npm("1.2.3").packages },
  });
  write("yarn.lock", 'cdktf-outreach@^1.2.0:\n  version "1.2.4"\n');
  for (const version of ["1.0.0", "1.2.3", "1.2.4"])
    expect(differentLockedVersion(folder, version)).toBeUndefined();
  write("npm-shrinkwrap.json", npm("1.2.5"));
  expect(differentLockedVersion(folder, "1.2.3")?.version).toBe("1.2.5");
});
