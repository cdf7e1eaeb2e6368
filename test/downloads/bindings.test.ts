import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { cdktfBench, CLI, ROOT, succeeded } from "../cdktf/harness";
import { newerNode, TERRAIN_CLI } from "../cdktf/terrain-cli";
import { packedMirror } from "./mirrors";
import { sharedFolder } from "./release";

const bench = cdktfBench();
const folder = sharedFolder();

const app = (library: string) => `
import { App, TerraformStack } from "${library}";
import { OutreachProvider } from "./.gen/providers/outreach/provider";
import { Snippet } from "./.gen/providers/outreach/snippet";

const app = new App();
const stack = new TerraformStack(app, "generated");
new OutreachProvider(stack, "outreach");
new Snippet(stack, "opener", { name: "Opener", prompt: "Hi {name}" });
app.synth();
`;

const tools: [command: string, library: string, node: string, cli: string][] = [
  ["cdktf", "cdktf", process.execPath, CLI],
  ["cdktn", "cdktn", newerNode(), TERRAIN_CLI],
];

test.each(tools)(
  "%s get makes bindings from a mirror of the release, and an app that uses them synthesizes",
  async (_command, library, node, cli) => {
    const project = bench.project({ package: "none" });
    const { env, close } = await packedMirror(mkdtempSync(join(folder, "mirror-")));
    project.link("tsx", join(ROOT, "node_modules/tsx"));
    const provider = { name: "outreach", source: PROVIDER_ADDRESS, version: PROVIDER_VERSION };
    const command = "node --import tsx main.ts";
    project.write(
      "cdktf.json",
      JSON.stringify({ language: "typescript", app: command, terraformProviders: [provider] }),
    );
    project.write("main.ts", app(library));
    succeeded("get", await project.spawn(node, [cli, "get"], { env }));
    succeeded("synth", await project.spawn(process.execPath, ["--import", "tsx", "main.ts"]));
    const stack = join(project.stackFolder("generated"), "cdk.tf.json");
    expect(JSON.parse(readFileSync(stack, "utf8"))).toMatchObject({
      resource: { outreach_snippet: { opener: { name: "Opener", prompt: "Hi {name}" } } },
      terraform: {
        required_providers: { outreach: { source: PROVIDER_ADDRESS, version: PROVIDER_VERSION } },
      },
    });
    await close();
  },
);
