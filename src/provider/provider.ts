import { loadDispatcher, proxyCredentials } from "../client";
import type { Provider } from "../plugin/framework";
import { clusterDataSource } from "./data-sources/cluster";
import { clusterResource } from "./resources/cluster";
import { clustersDataSource } from "./data-sources/clusters";
import { configurationSchema, type configurationAttributes } from "./settings/configuration";
import { connect } from "./settings/connect";
import { promptVariablesFunction } from "./prompt-variables-function";
import { readSettings } from "./settings/settings";
import { snippetDataSource } from "./data-sources/snippet";
import { snippetResource } from "./resources/snippet";
import { snippetsDataSource } from "./data-sources/snippets";
import { PROVIDER_VERSION } from "./version";
import { Workspace } from "./run/run";

/** The provider `outreach`. Configuring it calls no API: the client is made when a hook first needs it. */
export const outreachProvider: Provider<Workspace, typeof configurationAttributes> = {
  version: PROVIDER_VERSION,
  schema: configurationSchema,
  async configure(config, call) {
    const settings = readSettings(config, process.env, call);
    const { user_id, workspace_id, authorization_token } = settings;
    for (const secret of [user_id, workspace_id, authorization_token, ...proxyCredentials()]) {
      if (typeof secret === "string") call.secrets.add(secret);
    }
    const { stopped, terraformVersion, log } = call;
    // An apply may wait for other resources before its first call, and by then a synth may have replaced this version.
    await loadDispatcher();
    return new Workspace(settings, (known) => connect(known, terraformVersion, log), stopped);
  },
  close: (workspace) => workspace.close(),
  resources: {
    outreach_cluster: clusterResource,
    outreach_snippet: snippetResource,
  },
  dataSources: {
    outreach_cluster: clusterDataSource,
    outreach_clusters: clustersDataSource,
    outreach_snippet: snippetDataSource,
    outreach_snippets: snippetsDataSource,
  },
  functions: {
    prompt_variables: promptVariablesFunction,
  },
};
