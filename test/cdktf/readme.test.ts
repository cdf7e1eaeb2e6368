import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { cdktfBench, CLI_COMMAND, ROOT, succeeded } from "./harness";

const bench = cdktfBench();
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const [, block] = /^```sh\n(npm init[^]*?)^```$/m.exec(readme)!;

/** The part of the block that needs a registry: it makes a package.json and installs the packages. */
const installation = block!.slice(0, block!.indexOf("\n\n"));

test("the block of README deploys from an empty folder, once its packages are installed", async () => {
  const project = bench.project();
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  project.linkCommands(CLI_COMMAND);
  // The test's own simulator stands in for the one that the block starts at a fixed port.
  const lines = block!
    .slice(installation.length)
    .replace(/^.*cdktf-outreach simulate .*\n/m, "")
    // test/house/documented-examples.test.ts runs the type check.
    .replace(/^npx tsc .*\n/m, "")
    // npx takes a second of CPU time each time. It runs the command before this one.
    .replace("npx cdktf deploy", "node_modules/.bin/cdktf deploy")
    .replace("http://127.0.0.1:4010", bench.simulator().url);
  const env = { TERRAFORM_BINARY_NAME: ENGINE };
  const outcome = await project.spawn("bash", ["-e", "-c", lines], { env });
  // The story of the quickstart reads such a line of cdktf-cli to tell what a deploy did.
  expect(succeeded("the block", outcome)).toContain(
    "Apply complete! Resources: 3 added, 0 changed, 0 destroyed.",
  );
  // What a review with --plan reads after `cdktf diff`.
  expect(existsSync(join(project.stackFolder("outbound"), "plan"))).toBe(true);
  const objects = bench.simulator().objects("ours");
  expect(objects.map(({ name }) => name).sort()).toEqual(["Goodbye", "Opener", "Sales Europe"]);
});

test("README installs the file that `npm pack` makes of this version, and starts the simulator in one line", () => {
  expect(installation.split("\n").every((line) => line.startsWith("npm "))).toBe(true);
  expect(installation).toContain(` /tmp/cdktf-outreach-${PROVIDER_VERSION}.tgz `);
  expect(block!.match(/^node_modules\/\.bin\/cdktf-outreach simulate .*&$/gm)).toHaveLength(1);
  expect(readme).toContain("npm pack --pack-destination /tmp");
});
