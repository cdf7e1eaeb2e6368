import { App, TerraformStack, TerraformVariable } from "cdktf";
import { OutreachProvider } from "cdktf-outreach";
import { declareOutbound } from "./outbound";

const app = new App();

// Replace this check by a backend for each stack: node_modules/cdktf-outreach/docs/guides/remote-state.md
if (process.env["GITHUB_ACTIONS"] ?? process.env["GITLAB_CI"])
  throw new Error("The state is a file, which is lost with the runner. Declare a backend in main.ts.");

for (const name of ["staging", "production"]) {
  const stack = new TerraformStack(app, name);
  // The value of this variable comes from TF_VAR_staging_workspace_id or TF_VAR_production_workspace_id.
  const workspaceId = new TerraformVariable(stack, `${name}_workspace_id`, { sensitive: true });
  // The provider reads OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_AUTHORIZATION_TOKEN.
  new OutreachProvider(stack, "outreach", { workspaceId: workspaceId.stringValue });
  declareOutbound(stack, { hasDrafts: name === "staging" });
}

app.synth();
