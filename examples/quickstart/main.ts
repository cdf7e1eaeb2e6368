import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import { OutreachCluster, OutreachProvider, OutreachSnippet, promptFile } from "cdktf-outreach";
import { startSimulatorInBackground } from "./simulator-in-background";

class Outbound extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // For a real workspace, the OUTREACH_… variables set all three arguments.
    new OutreachProvider(this, "outreach", {
      baseUrl: process.env["OUTREACH_BASE_URL"] ?? startSimulatorInBackground(),
      userId: this.credential("user_id"),
      workspaceId: this.credential("workspace_id"),
    });

    const europe = new OutreachCluster(this, "sales-europe", {
      name: "Sales Europe",
      description: "Warm mailboxes of the European sales team",
    });
    new OutreachCluster(this, "partners", {
      name: "Partners",
      description: "Partner programme, kept apart from sales",
    });

    for (const name of ["opener", "value", "case-study", "nudge", "goodbye"]) {
      new OutreachSnippet(this, name, {
        name: `Sequence 1: ${name}`,
        prompt: promptFile(`examples/quickstart/prompts/${name}.md`),
      });
    }

    // `npm run quickstart` imports this snippet, which exists in Outreach already.
    const existing = process.env["QUICKSTART_IMPORT_ID"];
    if (existing !== undefined) {
      const prompt = promptFile("examples/quickstart/prompts/welcome.md");
      new OutreachSnippet(this, "welcome", { name: "Welcome", prompt }).importFrom(existing);
    }

    new TerraformOutput(this, "europe-cluster-id", { value: europe.id });
  }

  /**
   * The simulator accepts any two ids. A real id in a default would be in the output, so synth warns of it.
   */
  private credential(name: "user_id" | "workspace_id"): string | undefined {
    if (process.env[`OUTREACH_${name.toUpperCase()}`] !== undefined) return undefined;
    return new TerraformVariable(this, name, { default: `quickstart-${name}`, sensitive: true }).stringValue;
  }
}

const app = new App();
new Outbound(app, "quickstart");
app.synth();
