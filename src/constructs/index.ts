import "./installed-fork";

export { DataOutreachCluster, type DataOutreachClusterConfig } from "./generated/data-outreach-cluster";
export { DataOutreachClusters, type DataOutreachClustersConfig } from "./generated/data-outreach-clusters";
// TypeScript may name these types in the declarations that it generates for a user's constructs.
export {
  type DataOutreachClustersClustersList,
  type DataOutreachClustersClustersOutputReference,
} from "./generated/data-outreach-clusters";
export { DataOutreachSnippet, type DataOutreachSnippetConfig } from "./generated/data-outreach-snippet";
export { DataOutreachSnippets, type DataOutreachSnippetsConfig } from "./generated/data-outreach-snippets";
export {
  type DataOutreachSnippetsSnippetsList,
  type DataOutreachSnippetsSnippetsOutputReference,
} from "./generated/data-outreach-snippets";
export type { OutreachClusterConfig } from "./generated/outreach-cluster";
export {
  type OutreachSnippetAcknowledgedWarnings,
  type OutreachSnippetAcknowledgedWarningsList,
  type OutreachSnippetAcknowledgedWarningsOutputReference,
  type OutreachSnippetConfig,
} from "./generated/outreach-snippet";
export type { OutreachProviderConfig } from "./generated/provider";
export { promptFile, promptVariables, variable } from "./prompts";
export { OutreachProvider } from "./provider";
export { OutreachCluster, OutreachSnippet } from "./resources";
export { removed } from "./stack";
export { plainText } from "./tokens";
export type { PromptFileOptions } from "../prompts/file";
