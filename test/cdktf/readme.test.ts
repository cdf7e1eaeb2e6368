import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { cdktfBench, CLI_COMMAND, ROOT, succeeded } from "./harness";

const bench = cdktfBench();
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const [, block] = /^```sh\n(npx --yes[^]*?)^```$/m.exec(readme)!;
const PACKED = `/tmp/cdktf-outreach-${PROVIDER_VERSION}.tgz`;

test("the block of README makes a project and deploys it, once its packages are installed", async () => {
  const project = bench.project();
  for (const name of ["tsx", "@types/node"]) project.link(name, join(ROOT, "node_modules", name));
  project.linkCommands(CLI_COMMAND);
  const lines = block!
    .replace(`npx --yes --package ${PACKED} `, "node_modules/.bin/")
    .replace(`npm install ${PACKED}`, "ln -s ../node_modules node_modules")
    // The test's own simulator stands in for the one that the block starts at a fixed port.
    .replace(/^.*cdktf-outreach simulate .*\n/m, "")
    .replace("http://127.0.0.1:4010", bench.simulator().url)
    // npx takes a second of CPU time each time. It runs the command before this one.
    .replace("npx cdktf deploy", "node_modules/.bin/cdktf deploy");
  const env = { TERRAFORM_BINARY_NAME: ENGINE, GITHUB_ACTIONS: undefined, GITLAB_CI: undefined };
  const outcome = await project.spawn("bash", ["-e", "-c", lines], { env });
  // The story of the quickstart reads such a line of cdktf-cli to tell what a deploy did.
  expect(succeeded("the block", outcome)).toContain(
    "Apply complete! Resources: 2 added, 0 changed, 0 destroyed.",
  );
  // What a review with --plan reads after `cdktf diff`.
  expect(existsSync(join(project.folder, "outreach/cdktf.out/stacks/outbound/plan"))).toBe(true);
  const objects = bench.simulator().objects("ours");
  expect(objects.map(({ name }) => name).sort()).toEqual(["Opener", "Sales Europe"]);
});

test("README installs the file that `npm pack` makes of this version, and starts the simulator in one line", () => {
  expect(block!.split(PACKED)).toHaveLength(3);
  expect(block!.match(/^node_modules\/\.bin\/cdktf-outreach simulate .*&$/gm)).toHaveLength(1);
  expect(readme).toContain("npm pack --pack-destination /tmp");
});

test("README shows the file outbound.ts of a new project", () => {
  expect(readme).toContain(readFileSync(join(ROOT, "examples/starter/outbound.ts"), "utf8"));
});
