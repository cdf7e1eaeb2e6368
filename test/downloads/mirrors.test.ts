import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { workbench } from "../terraform/harness";
import { type Mirror, networkMirror, packedMirror } from "./mirrors";
import { HOST, pathWithEngineOnly, sharedFolder, zipOf } from "./release";

const bench = workbench({ provider: "built" });
const folder = sharedFolder();

/** Without registries, Node.js, and settings of the person who runs the tests. */
const env = { PATH: pathWithEngineOnly(folder), NODE_OPTIONS: "--require ./missing.cjs" };

const SNIPPET = { outreach_snippet: { opener: { name: "Opener", prompt: "Hi {name}" } } };

const places: [name: string, open: (folder: string) => Promise<Mirror>][] = [
  ["a packed filesystem mirror", packedMirror],
  ["a network mirror", networkMirror],
];

describe.each(places)("from %s, on a machine without Node.js", (_name, open) => {
  let mirror: Mirror;
  beforeAll(async () => (mirror = await open(mkdtempSync(join(folder, "mirror-")))));
  afterAll(() => mirror.close());

  /** A project whose lock file has only the checksum of a zip, which a registry publishes. */
  async function lockedTo(zipHash: string) {
    const project = await bench.project({ env: { ...env, ...mirror.env } });
    rmSync(join(project.folder, "terraform.d"), { recursive: true });
    project.configure({ resource: SNIPPET });
    project.write(
      ".terraform.lock.hcl",
      `provider "${PROVIDER_ADDRESS}" {\n  version = "${PROVIDER_VERSION}"\n  hashes = ["${zipHash}"]\n}\n`,
    );
    return project;
  }

  test("the engine installs the locked provider, applies, plans nothing more, and destroys", async () => {
    const zipHash = `zh:${createHash("sha256")
      .update(readFileSync(zipOf(HOST)))
      .digest("hex")}`;
    const project = await lockedTo(zipHash);
    await project.succeed(["init", "-input=false", "-no-color"]);
    const lock = readFileSync(join(project.folder, ".terraform.lock.hcl"), "utf8");
    expect(lock).toMatch(/"h1:[\w+/]+=*"/);
    expect(lock).toContain(`"${zipHash}"`);
    await project.apply();
    expect(bench.object("Opener")).toMatchObject({ prompt: "Hi {name}" });
    await project.expectEmptyPlan();
    await project.destroy();
    expect(bench.simulator().objects()).toEqual([]);
  });

  test("the engine refuses a zip with another checksum than the locked one", async () => {
    const project = await lockedTo(`zh:${"0".repeat(64)}`);
    const { status, stderr } = await project.run(["init", "-input=false", "-no-color"]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("checksums") as string });
  });
});
