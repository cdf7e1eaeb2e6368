import { OutreachProvider } from "../../src/constructs";
import { stackIn, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** What an app of another version tells its constructs. */
function providerInAppOf(version: string): () => OutreachProvider {
  const stack = stackIn(folder);
  stack.node.setContext("cdktfVersion", version);
  return () => new OutreachProvider(stack, "outreach");
}

test("a provider of CDKTF in an app of CDK Terrain is refused, with the command that helps", () => {
  expect(providerInAppOf("0.24.0")).toThrow(
    /^The app is made with cdktn 0\.24\.0, and cdktf-outreach with cdktf 0\.21\.\d+, so .* npm install cdktf@npm:cdktn@0\.24\.0$/,
  );
  expect(providerInAppOf("1.0.0")).toThrow("cdktn 1.0.0");
});

test.each(["stubbed", "0.0.0", "0.9.4", "0.20.12", "0.21.1"])("an app of CDKTF %s is not", (version) => {
  expect(providerInAppOf(version)).not.toThrow();
});
