import { App, TerraformStack } from "cdktf";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();
const credentials = {
  OUTREACH_USER_ID: "usr-7c1e-mallow",
  OUTREACH_WORKSPACE_ID: "wsp-9f40-thistle",
  OUTREACH_AUTHORIZATION_TOKEN: "tok-3b6d-bramble",
};

const environment = { ...process.env };
afterEach(() => {
  process.env = environment;
});

/** Every file below a folder. */
function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => join(root, path))
    .filter((path) => lstatSync(path).isFile());
}

test("credentials in the environment are in no file that synth writes", () => {
  Object.assign(process.env, credentials);
  const outdir = join(folder, "cdktf.out");
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  new OutreachCluster(stack, "cluster", { name: "c" });
  new OutreachSnippet(stack, "snippet", { name: "n", prompt: "p" });
  app.synth();
  const files = filesIn(outdir);
  const names = files.map((file) => file.slice(outdir.length + 1));
  expect(names).toEqual(expect.arrayContaining(["manifest.json", "stacks/stack/cdk.tf.json"]));
  const values = Object.values(credentials);
  const holding = files.filter((file) => {
    const text = readFileSync(file, "latin1");
    return values.some((value) => text.includes(value));
  });
  expect(holding).toEqual([]);
});
