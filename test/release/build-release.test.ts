import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  copyForRegistry,
  type ReleaseSources,
  signFile,
  writeArchives,
  writePackages,
} from "../../scripts/release/build-release";
import { platforms } from "../../scripts/release/platforms";
import { withoutSignature } from "../../scripts/release/windows-program";
import { hashOfFolder } from "../../src/placing/provider-package";
import { temporaryFolder } from "../constructs/stacks";
import { zipEntries } from "../terraform/zip";

const temporary = temporaryFolder();
let folders = 0;

/** Returns a new folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(temporary, String(folders++));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const LAUNCHER = "terraform-provider-outreach_v1.2.3";

/** A repository that is as small as a release allows. */
function repository(): string {
  const manifest = { address: "registry.example/outreach/outreach", version: "1.2.3", launcher: LAUNCHER };
  return folderOf({
    "package.json": JSON.stringify({
      name: "cdktf-outreach",
      version: "1.2.3",
      license: "MIT",
      files: ["dist"],
    }),
    LICENSE: "licence of the package",
    "README.md":
      "# cdktf-outreach\n\n![picture](docs/x.png)\n\n[x](dist/provider-manifest.json#x) [y](#y) [z](https://z.invalid/)\n",
    "node_modules/undici/LICENSE": "licence of undici",
    "dist/provider-manifest.json": JSON.stringify(manifest),
    [`dist/provider/${LAUNCHER}`]: "#!/bin/sh",
    "dist/provider/provider.cjs": "code",
    "docs/index.md": "# Provider",
    "docs/design/README.md": "# Design",
    "examples/evals/evals.yml": "name: Prompt evaluations",
    "examples/pull-request/README.md": "# Workflows",
    "examples/staging-production/README.md": "# Staging",
  });
}

/** Stands in for the Node.js of every platform, and for the tool that makes a program of it. */
function sourcesOf(root: string): ReleaseSources {
  const nodes = folderOf({ licence: "licence of Node.js" });
  return {
    root,
    platforms,
    node: ({ nodePackage }) => {
      const program = join(nodes, nodePackage);
      writeFileSync(program, `Node.js of ${nodePackage}`);
      return { folder: nodes, program, licence: join(nodes, "none") };
    },
    nodeLicence: join(nodes, "licence"),
    writeWindowsProgram: (path, { name }) => Promise.resolve(writeFileSync(path, `program for ${name}`)),
  };
}

async function release(root: string) {
  const sources = sourcesOf(root);
  const places = { out: folderOf({}), staging: folderOf({}) };
  await writeArchives(sources, places);
  return { ...places, sources };
}

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const jsonOf = (path: string) => JSON.parse(readFileSync(path, "utf8")) as unknown;

const NAMES = [
  "darwin_amd64",
  "darwin_arm64",
  "linux_amd64",
  "linux_arm64",
  "windows_amd64",
  "windows_arm64",
];
const zipName = (platform: string) => `terraform-provider-outreach_1.2.3_${platform}.zip`;

describe("the folder of a release", () => {
  let out: string;
  let staging: string;
  beforeAll(async () => ({ out, staging } = await release(repository())));

  it("has a zip for each platform, and the files that registries and mirrors need", () => {
    expect(readdirSync(out).sort()).toEqual(
      [
        ...NAMES.map(zipName),
        "terraform-provider-outreach_1.2.3_SHA256SUMS",
        "terraform-provider-outreach_1.2.3_manifest.json",
        "index.json",
        "1.2.3.json",
      ].sort(),
    );
    const manifest = jsonOf(join(out, "terraform-provider-outreach_1.2.3_manifest.json"));
    expect(manifest).toEqual({ version: 1, metadata: { protocol_versions: ["6.0"] } });
  });

  it.each(NAMES.filter((name) => !name.startsWith("windows")))(
    "has in the zip of %s the provider, the unchanged Node.js and all licences",
    (platform) => {
      const entries = zipEntries(readFileSync(join(out, zipName(platform))));
      expect(entries.map(({ name, mode }) => `${mode.toString(8)} ${name}`)).toEqual([
        "100644 LICENSE-node.txt",
        "100644 LICENSE-undici.txt",
        "100644 LICENSE.txt",
        "100755 node",
        "100644 provider.cjs",
        `100755 ${LAUNCHER}`,
      ]);
      const { nodePackage } = platforms.find(({ name }) => name === platform)!;
      expect(entries[3]!.data.toString()).toBe(`Node.js of ${nodePackage}`);
    },
  );

  it.each(["windows_amd64", "windows_arm64"])(
    "has in the zip of %s one program and all licences",
    (platform) => {
      const entries = zipEntries(readFileSync(join(out, zipName(platform))));
      expect(entries.map(({ name, mode }) => `${mode.toString(8)} ${name}`)).toEqual([
        "100644 LICENSE-node.txt",
        "100644 LICENSE-undici.txt",
        "100644 LICENSE.txt",
        `100755 ${LAUNCHER}.exe`,
      ]);
      expect(entries[3]!.data.toString()).toBe(`program for ${platform}`);
    },
  );

  it("lists the checksums of the zips and of the manifest, as sha256sum prints them", () => {
    const lines = readFileSync(join(out, "terraform-provider-outreach_1.2.3_SHA256SUMS"), "utf8");
    const names = [...NAMES.map(zipName), "terraform-provider-outreach_1.2.3_manifest.json"].sort();
    expect(lines).toBe(names.map((name) => `${sha256(join(out, name))}  ${name}\n`).join(""));
  });

  it("the folder serves as a network mirror with both checksums of each zip", () => {
    expect(jsonOf(join(out, "index.json"))).toEqual({ versions: { "1.2.3": {} } });
    const { archives } = jsonOf(join(out, "1.2.3.json")) as { archives: Record<string, unknown> };
    expect(Object.keys(archives).sort()).toEqual(NAMES);
    for (const platform of NAMES) {
      const url = zipName(platform);
      const hashes = [hashOfFolder(join(staging, platform, "provider")), `zh:${sha256(join(out, url))}`];
      expect(archives[platform]).toEqual({ url, hashes });
    }
  });
});

test("two builds of the same files have the same bytes, although the files are newer", async () => {
  const root = repository();
  const first = await release(root);
  const copy = folderOf({});
  cpSync(root, copy, { recursive: true });
  for (const name of readdirSync(join(copy, "dist/provider"))) {
    utimesSync(join(copy, "dist/provider", name), 1_000_000_000, 1_000_000_000);
  }
  const second = await release(copy);
  for (const name of readdirSync(first.out)) {
    expect({ name, sum: sha256(join(second.out, name)) }).toEqual({
      name,
      sum: sha256(join(first.out, name)),
    });
  }
});

describe("the packages for npm", () => {
  let packages: string;
  beforeAll(async () => {
    const { out, staging, sources } = await release(repository());
    const [windows] = platforms.filter(({ name }) => name === "windows_arm64");
    writePackages({ ...sources, platforms: [windows!] }, { out, staging });
    packages = join(out, "npm");
    for (const name of readdirSync(packages)) {
      const folder = join(packages, name.replace(/-1\.2\.3\.tgz$/, ""));
      mkdirSync(folder);
      execFileSync("tar", ["xzf", join(packages, name), "-C", folder, "--strip-components=1"]);
    }
  });

  it("let the main package depend on exactly this version of the Windows packages", () => {
    expect(jsonOf(join(packages, "cdktf-outreach/package.json"))).toMatchObject({
      version: "1.2.3",
      optionalDependencies: { "cdktf-outreach-win32-arm64": "1.2.3" },
    });
  });

  it("have a README without pictures, whose relative links lead to the files of this version", () => {
    expect(readFileSync(join(packages, "cdktf-outreach/README.md"), "utf8")).toBe(
      "# cdktf-outreach\n\n[x](https://unpkg.com/cdktf-outreach@1.2.3/dist/provider-manifest.json#x) [y](#y) " +
        "[z](https://z.invalid/)\n",
    );
  });

  it("have a package for Windows that npm installs there only, with the files of the zip", () => {
    const folder = join(packages, "cdktf-outreach-win32-arm64");
    expect(jsonOf(join(folder, "package.json"))).toMatchObject({
      os: ["win32"],
      cpu: ["arm64"],
      version: "1.2.3",
    });
    const { files, launcher, hash } = jsonOf(join(folder, "provider-manifest.json")) as Record<
      string,
      unknown
    >;
    expect(launcher).toBe(`${LAUNCHER}.exe`);
    expect(files).toEqual(readdirSync(join(folder, "provider")).map((name) => ({ name })));
    expect(hash).toBe(hashOfFolder(join(folder, "provider")));
  });
});

test("the repository of a registry gets the documentation, but not the design pages", () => {
  const target = folderOf({});
  copyForRegistry(repository(), target);
  const paths = readdirSync(target, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.md$|LIC/.test(path),
  );
  const examples = ["pull-request", "staging-production"].map((name) => `examples/${name}/README.md`);
  expect(paths.sort()).toEqual(["LICENSE", "README.md", "docs/index.md", ...examples]);
});

/** Needs gpg, which a machine that only tests need not have. */
const withGpg = spawnSync("gpg", ["--version"]).status === 0 ? test : test.skip;

withGpg("gpg accepts the signature of the checksums, and refuses it once they are changed", () => {
  const home = mkdtempSync(join(tmpdir(), "outreach-gpg-"));
  const env = { ...process.env, GNUPGHOME: home };
  try {
    const key = "release@example.com";
    const make = ["--batch", "--passphrase", "", "--quick-generate-key", key, "ed25519", "sign"];
    execFileSync("gpg", make, { env, stdio: "pipe" });
    const sums = join(folderOf({ SHA256SUMS: "abc  file.zip\n" }), "SHA256SUMS");
    signFile(sums, key, env);
    const verified = () => spawnSync("gpg", ["--batch", "--verify", `${sums}.sig`, sums], { env }).status;
    expect(verified()).toBe(0);
    // Registries accept only the binary form.
    expect(readFileSync(`${sums}.sig`).toString("latin1")).not.toContain("BEGIN PGP");
    writeFileSync(sums, "abd  file.zip\n");
    expect(verified()).toBe(1);
    expect(() => signFile(sums, "another@example.com", env)).toThrow("gpg could not sign");
  } finally {
    spawnSync("gpgconf", ["--kill", "all"], { env });
    rmSync(home, { recursive: true, force: true });
  }
});

describe("the signature of a program for Windows", () => {
  /** The headers of a program with 8 bytes of code, and of certificates if it is signed. */
  function program(isSigned: boolean): Buffer {
    const code = 512;
    const bytes = Buffer.alloc(code + 8 + (isSigned ? 16 : 0), 7);
    bytes.fill(0, 0, code);
    bytes.writeUInt32LE(128, 0x3c);
    bytes.write("PE\0\0", 128, "latin1");
    bytes.writeUInt32LE(0xabcd, 128 + 24 + 64);
    if (isSigned) {
      bytes.writeUInt32LE(code + 8, 128 + 24 + 112 + 32);
      bytes.writeUInt32LE(16, 128 + 24 + 112 + 36);
    }
    return bytes;
  }

  it("the build removes the signature and its entry in the header, because a changed program would not match it", () => {
    const unsigned = program(false);
    unsigned.writeUInt32LE(0, 128 + 24 + 64);
    expect(withoutSignature(program(true))).toEqual(unsigned);
  });

  it("the build looks for no signature in a file that is no program for Windows", () => {
    expect(() => withoutSignature(Buffer.alloc(512))).toThrow("no program for Windows");
  });
});
