import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { App } from "cdktf";
import { RegionStack } from "./region-stack";

/** Each region has its own stack, which is planned, reviewed and applied separately. */
const app = new App();

new RegionStack(app, "emea", {
  language: "British English",
  clusters: {
    "new-business": "First contact in the UK, the Nordics and DACH",
    renewals: "Customers in their last quarter",
    partners: "Resellers and integrators",
  },
  prompts: promptsOf("emea"),
});

new RegionStack(app, "americas", {
  language: "American English",
  clusters: {
    "new-business": "First contact in the US and Canada",
    events: "Invitations; paused between conferences",
  },
  prompts: promptsOf("americas"),
});

app.synth();

/** Returns the prompt files of a region by snippet name. A new file adds a snippet. */
function promptsOf(region: string): Record<string, string> {
  const files = readdirSync(`prompts/${region}`).filter((file) => file.endsWith(".md"));
  return Object.fromEntries(files.map((file) => [basename(file, ".md"), `prompts/${region}/${file}`]));
}
