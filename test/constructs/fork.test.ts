import {
  DataOutreachSnippets,
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
  type OutreachProviderConfig,
} from "../../src/constructs";
import { FORK } from "../../src/constructs/fork-name";
import { stackIn, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** A version of the fork that these tests run with, and one of the other. */
const [OWN, OTHER] = FORK === "cdktf" ? ["0.21.1", "0.24.0"] : ["0.24.0", "0.21.0"];
const OTHER_FORK = FORK === "cdktf" ? "cdktn" : "cdktf";

/** A stack in an app that gives its constructs this version. */
function stackInAppOf(version: string) {
  const stack = stackIn(folder);
  stack.node.setContext("cdktfVersion", version);
  return stack;
}

const constructs = {
  OutreachProvider: (version: string, config: OutreachProviderConfig = {}) =>
    new OutreachProvider(stackInAppOf(version), "it", config),
  OutreachCluster: (version: string) => new OutreachCluster(stackInAppOf(version), "it", { name: "n" }),
  OutreachSnippet: (version: string) =>
    new OutreachSnippet(stackInAppOf(version), "it", { name: "n", prompt: "p" }),
  DataOutreachSnippets: (version: string) => new DataOutreachSnippets(stackInAppOf(version), "it"),
};

test.each(Object.entries(constructs))(
  "an %s in an app of the other fork is refused with the module to import from",
  (name, make) => {
    const module = FORK === "cdktf" ? "cdktf-outreach/cdktn" : "cdktf-outreach";
    expect(() => make(OTHER!)).toThrow(
      new RegExp(
        `^stack/it: the app is made with ${OTHER_FORK} ${OTHER}, and this ${name} with ${FORK} .*"${module}"\\.$`,
      ),
    );
    expect(() => make(OWN!)).not.toThrow();
  },
);

test.each(["stubbed", "0.0.0"])("an app without a real version passes: %s", (version) => {
  expect(() => constructs.OutreachProvider(version)).not.toThrow();
});
