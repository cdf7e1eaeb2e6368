import { App, TerraformStack } from "cdktf";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutreachProvider } from "../../src/constructs";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** The warnings of a synth in a project whose lock file has this version, by path of the construct. */
function warningsWith(version: string): (readonly [path: string, warning: string])[] {
  const lock = { packages: { "node_modules/cdktf-outreach": { version } } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  mkdirSync(join(folder, "app"), { recursive: true });
  const cwd = jest.spyOn(process, "cwd").mockReturnValue(join(folder, "app"));
  try {
    const app = new App({ outdir: join(folder, "out") });
    for (const id of ["one", "two"]) new OutreachProvider(new TerraformStack(app, id), "outreach");
    app.synth();
    app.synth();
    return app.node.findAll().flatMap(({ node }) => {
      const warnings = node.metadata.filter(({ type }) => type === "@cdktf/warn");
      return warnings.map(({ data }) => [node.path, String(data)] as const);
    });
  } finally {
    cwd.mockRestore();
  }
}

test("synth warns once if the installed version of the package is not the one in the lock file", () => {
  expect(warningsWith("0.0.1")).toEqual([
    [
      "one/outreach",
      `cdktf-outreach ${PROVIDER_VERSION} is installed, but ${join(folder, "package-lock.json")} has 0.0.1, so another ` +
        "machine may plan with another version. Run npm ci, or update the lock file.",
    ],
  ]);
});

test("synth does not warn if the lock file has the installed version", () => {
  expect(warningsWith(PROVIDER_VERSION)).toEqual([]);
});
