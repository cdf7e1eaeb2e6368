import { readOptions } from "../../../src/commands/export/options";
import { nextSteps } from "../../../src/commands/export/report";

it.each([
  ["outreach", "./outreach", "export --settle"],
  ["lib/workspace", "./lib/workspace", "export --out lib/workspace --settle"],
])("the printed steps import and settle the export in the folder %s", (out, path, command) => {
  const steps = nextSteps(readOptions(["--out", out, "--fork", "cdktn"]));
  expect(steps[1]).toBe(`  import { declareWorkspace } from "${path}";`);
  expect(steps).toContain("  npx cdktn deploy outreach");
  expect(steps.at(-1)).toBe(`  npx cdktf-outreach ${command}`);
});
