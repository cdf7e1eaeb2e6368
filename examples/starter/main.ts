import { App, TerraformStack } from "cdktf";
import { OutreachProvider } from "cdktf-outreach";
import { declareOutbound } from "./outbound";

const app = new App();
const stack = new TerraformStack(app, "outbound");

// Replace this check by a backend: node_modules/cdktf-outreach/docs/guides/remote-state.md
if (process.env["GITHUB_ACTIONS"] ?? process.env["GITLAB_CI"])
  throw new Error("The state is a file, which is lost with the runner. Declare a backend in main.ts.");

// The provider reads OUTREACH_BASE_URL, OUTREACH_USER_ID, OUTREACH_WORKSPACE_ID and
// OUTREACH_AUTHORIZATION_TOKEN.
new OutreachProvider(stack, "outreach");
declareOutbound(stack);

app.synth();
