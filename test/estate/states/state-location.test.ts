import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { locateState } from "../../../src/estate/states/read-states";

describe("a command", () => {
  const before = process.env;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-stack-"));
    process.env = { ...before };
    for (const name of ["TF_DATA_DIR", "TF_WORKSPACE"]) delete process.env[name];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    process.env = before;
  });

  function write(file: string, contents: unknown): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof contents === "string" ? contents : JSON.stringify(contents));
  }
  const synthesized = (backend: unknown) => write("cdk.tf.json", { terraform: { backend } });
  const locate = () => locateState({ folder });
  const fileAt = (...steps: string[]) => ({ file: join(folder, ...steps), isLocal: true });

  it("reads the state from the file of the local backend", () => {
    synthesized({ local: { path: "states/one.tfstate" } });
    expect(locate()).toEqual(fileAt("states/one.tfstate"));
    synthesized({ local: {} });
    expect(locate()).toEqual(fileAt("terraform.tfstate"));
  });

  it("reads the state of the Terraform workspace that TF_WORKSPACE names", () => {
    process.env["TF_WORKSPACE"] = "staging";
    synthesized({ local: { path: "one.tfstate" } });
    expect(locate()).toEqual(fileAt("terraform.tfstate.d/staging/terraform.tfstate"));
    synthesized({ local: { path: "one.tfstate", workspace_dir: "spaces" } });
    expect(locate()).toEqual(fileAt("spaces/staging/terraform.tfstate"));
    process.env["TF_WORKSPACE"] = "default";
    expect(locate()).toEqual(fileAt("one.tfstate"));
  });

  it("reads the state of the selected Terraform workspace, also if TF_DATA_DIR names another data folder", () => {
    synthesized({ local: { path: "one.tfstate" } });
    write(".terraform/environment", "staging");
    write("data/environment", "production\n");
    expect(locate()).toEqual(fileAt("terraform.tfstate.d/staging/terraform.tfstate"));
    process.env["TF_DATA_DIR"] = "data";
    expect(locate()).toEqual(fileAt("terraform.tfstate.d/production/terraform.tfstate"));
    process.env["TF_DATA_DIR"] = join(folder, "nowhere");
    expect(locate()).toEqual(fileAt("one.tfstate"));
  });

  it.each<[string, unknown, boolean]>([
    ["has another type", { s3: { bucket: "states" } }, false],
    ["does not stand in the code", undefined, true],
    ["has a form that only the engine reads", [{ local: {} }], true],
  ])("leaves the state to the engine if the backend %s", (_, backend, isLocal) => {
    synthesized(backend);
    expect(locate()).toEqual({ file: null, isLocal });
  });

  it("leaves the state to the engine if another file of the folder may declare a backend", () => {
    synthesized({ local: {} });
    write("backend_override.tf.json", {});
    expect(locate()).toEqual({ file: null, isLocal: true });
  });

  it("leaves the state to the engine if the last init configured another backend than the code declares", () => {
    synthesized({ local: { path: "one.tfstate" } });
    const initialized = (backend: unknown) => write(".terraform/terraform.tfstate", { version: 3, backend });
    initialized({ type: "local", config: { path: "one.tfstate", workspace_dir: null } });
    expect(locate()).toEqual(fileAt("one.tfstate"));
    initialized({ type: "local", config: { path: "other.tfstate", workspace_dir: null } });
    expect(locate()).toEqual({ file: null, isLocal: true });
    initialized({ type: "s3", config: { bucket: "states" } });
    expect(locate()).toEqual({ file: null, isLocal: false });
  });

  it.each(["cdk.tf.json", ".terraform/terraform.tfstate"])("names a malformed %s in its error", (file) => {
    synthesized({ local: {} });
    write(file, "null");
    expect(locate).toThrow(join(folder, file));
  });
});
