import { buildSync } from "esbuild";
import { execFileSync } from "node:child_process";
import fs, {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { placeProvider } from "../../src/placing/place-provider";
import { findProviderPackage } from "../../src/placing/provider-package";
import { ADDRESS as address, placementBench, versionsIn } from "./placement-bench";

const { folder, newStackFolder, providerOf } = placementBench();

/** For whom the umask of this process lets a file be executable. */
const EXECUTABLE = 0o111 & ~process.umask();

/** Path, contents and times of everything in a folder, links as links. */
function snapshot(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const stats = lstatSync(join(root, path));
      const contents = stats.isFile() ? readFileSync(join(root, path), "utf8") : "";
      return `${path} ${stats.mode.toString(8)} ${stats.ino} ${stats.mtimeMs} ${contents}`;
    });
}

test("the folder of every platform has exactly the provider's files, stored once", () => {
  const stack = newStackFolder();
  placeProvider(providerOf("1.0.0", "one"), stack);
  const version = join(versionsIn(stack), "1.0.0");
  expect(readdirSync(version).sort()).toEqual(["darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"]);
  for (const platform of readdirSync(version)) {
    const files = join(version, platform);
    expect(readdirSync(files).sort()).toEqual(["provider.cjs", "terraform-provider-outreach_v1.0.0"]);
    expect(readFileSync(join(files, "provider.cjs"), "utf8")).toBe("one");
    expect(statSync(join(files, "terraform-provider-outreach_v1.0.0")).mode & 0o111).toBe(EXECUTABLE);
    expect(statSync(join(files, "provider.cjs")).mode & 0o111).toBe(0);
  }
  const links = readdirSync(version).filter((platform) =>
    lstatSync(join(version, platform)).isSymbolicLink(),
  );
  expect(links).toHaveLength(3);
  for (const link of links) expect(readlinkSync(join(version, link))).toBe("linux_amd64");
});

test("the lock file gets an entry, and keeps those of other providers", () => {
  const stack = newStackFolder();
  const lock = join(stack, ".terraform.lock.hcl");
  const other = 'provider "registry.example/hashicorp/other" {\n  version = "5.0.0"\n}\n';
  writeFileSync(lock, other);
  const provider = providerOf("1.0.0", "one");
  placeProvider(provider, stack);
  const text = readFileSync(lock, "utf8");
  for (const part of [other, `provider "${address}"`, provider.hash]) expect(text).toContain(part);
  expect(readdirSync(stack).sort()).toEqual([".terraform.lock.hcl", "terraform.d"]);
  expect(readdirSync(join(stack, "terraform.d"))).toEqual(["plugins"]);
});

test("a second call changes no file", () => {
  const stack = newStackFolder();
  const provider = providerOf("1.0.0", "one");
  placeProvider(provider, stack);
  const before = snapshot(stack);
  placeProvider(provider, stack);
  expect(snapshot(stack)).toEqual(before);
});

test("a new version replaces the old one, in the folder and in the lock file", () => {
  const stack = newStackFolder();
  placeProvider(providerOf("1.0.0", "one"), stack);
  placeProvider(providerOf("1.1.0", "two"), stack);
  expect(readdirSync(versionsIn(stack))).toEqual(["1.1.0"]);
  expect(readFileSync(join(versionsIn(stack), "1.1.0/darwin_arm64/provider.cjs"), "utf8")).toBe("two");
  const lock = readFileSync(join(stack, ".terraform.lock.hcl"), "utf8");
  expect(lock).toContain('"1.1.0"');
  expect(lock).not.toContain('"1.0.0"');
});

test("a file is complete at every moment while a new one replaces it", () => {
  const stack = newStackFolder();
  placeProvider(providerOf("1.0.0", "one"), stack);
  const rename = fs.renameSync;
  const replaced: string[] = [];
  const renames = jest.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    replaced.push(readFileSync(to, "utf8"));
    rename(from, to);
  });
  placeProvider(providerOf("1.0.0", "two"), stack);
  renames.mockRestore();
  expect(replaced).toEqual(["one", expect.stringContaining("1.0.0")]);
});

test("a link in place of the first platform's folder is replaced, not followed", () => {
  const stack = newStackFolder();
  const elsewhere = mkdtempSync(join(folder, "elsewhere-"));
  writeFileSync(join(elsewhere, "theirs"), "");
  const platform = join(versionsIn(stack), "1.0.0/linux_amd64");
  mkdirSync(dirname(platform), { recursive: true });
  symlinkSync(elsewhere, platform);
  placeProvider(providerOf("1.0.0", "one"), stack);
  expect(lstatSync(platform).isDirectory()).toBe(true);
  expect(readdirSync(elsewhere)).toEqual(["theirs"]);
});

test("files of another build and of a file manager, which would change the checksum, are removed", () => {
  const stack = newStackFolder();
  const provider = providerOf("1.0.0", "one");
  placeProvider(provider, stack);
  const files = join(versionsIn(stack), "1.0.0/linux_amd64");
  for (const name of ["helper.cjs", "terraform-provider-outreach_v0.9.0", ".DS_Store"])
    writeFileSync(join(files, name), "");
  placeProvider(provider, stack);
  expect(readdirSync(files).sort()).toEqual(["provider.cjs", "terraform-provider-outreach_v1.0.0"]);
});

test("a launcher that lost its mode in a copy becomes executable again", () => {
  const stack = newStackFolder();
  const provider = providerOf("1.0.0", "one");
  placeProvider(provider, stack);
  const launcher = join(versionsIn(stack), "1.0.0/linux_amd64/terraform-provider-outreach_v1.0.0");
  chmodSync(launcher, 0o644);
  placeProvider(provider, stack);
  expect(statSync(launcher).mode & 0o111).toBe(EXECUTABLE);
});

test("every platform gets a copy if links cannot be made", () => {
  const refusal = Object.assign(new Error("operation not permitted"), { code: "EPERM" });
  const links = jest.spyOn(fs, "symlinkSync").mockImplementation(() => {
    throw refusal;
  });
  const stack = newStackFolder();
  placeProvider(providerOf("1.0.0", "one"), stack);
  links.mockRestore();
  const version = join(versionsIn(stack), "1.0.0");
  for (const platform of ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"]) {
    expect(lstatSync(join(version, platform)).isDirectory()).toBe(true);
    expect(readdirSync(join(version, platform))).toHaveLength(2);
  }
  expect(readdirSync(join(stack, "terraform.d"))).toEqual(["plugins"]);
});

test("a file that another synth removes at the same time causes no error", () => {
  const stack = newStackFolder();
  placeProvider(providerOf("1.0.0", "one"), stack);
  const next = providerOf("1.1.0", "two");
  const list = fs.readdirSync;
  const lists = jest.spyOn(fs, "readdirSync").mockImplementation(((path: string, options: object) => {
    const names = list(path, options);
    if (path === versionsIn(stack)) rmSync(join(path, "1.0.0"), { recursive: true, force: true });
    return names;
  }) as typeof list);
  placeProvider(next, stack);
  lists.mockRestore();
  expect(readdirSync(versionsIn(stack))).toEqual(["1.1.0"]);
});

test("the error about a package without a built provider names the missing file and the next step", () => {
  const missing = join(folder, "nowhere");
  expect(() => findProviderPackage(missing)).toThrow(`${missing}/provider-manifest.json is missing`);
  expect(() => findProviderPackage(missing)).toThrow("run `npm run build`");
});

test("a bundle that is an ES module loads, and its error about the missing provider names the next step", () => {
  const bundle = join(folder, "bundle.mjs");
  const entry = join(__dirname, "../../src/placing/provider-package.ts");
  buildSync({ entryPoints: [entry], bundle: true, platform: "node", format: "esm", outfile: bundle });
  const look = `import { findProviderPackage } from ${JSON.stringify(pathToFileURL(bundle).href)};
    try { findProviderPackage(); } catch ({ message }) { console.log(message); }`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", look], { encoding: "utf8" });
  expect(printed).toContain("keep cdktf-outreach out of the bundle");
});
