import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { locateState } from "../../src/estate/states/read-states";

describe("the commands locate the state of a stack where the engine writes it", () => {
  const before = process.env;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-stack-"));
    const backend = { local: { path: "one.tfstate", workspace_dir: "spaces" } };
    const resource = { terraform_data: { thing: { input: "here" } } };
    writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ terraform: { backend }, resource }));
    process.env = { ...before, TF_DATA_DIR: "data" };
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    process.env = before;
  });

  const engine = (...args: string[]) =>
    execFileSync(process.env["TERRAFORM_BINARY_NAME"]!, args, {
      cwd: folder,
      env: process.env,
      stdio: ["ignore", "pipe", "pipe"],
    });

  it("in the Terraform workspace that was selected with TF_DATA_DIR, and in the one of TF_WORKSPACE", () => {
    engine("init");
    engine("workspace", "new", "staging");
    const stack = { name: "one", folder, dependencies: [] };
    for (const workspace of [undefined, "default"]) {
      if (workspace !== undefined) process.env["TF_WORKSPACE"] = workspace;
      const { file } = locateState(stack);
      engine("apply", "-auto-approve");
      expect(readFileSync(file!, "utf8")).toContain('"here"');
      expect(file).toBe(
        join(folder, workspace === undefined ? "spaces/staging/terraform.tfstate" : "one.tfstate"),
      );
    }
  });
});
