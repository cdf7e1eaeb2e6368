import { loadDispatcher, OutreachClient, proxyCredentials } from "../client";
import type { Provider, ProviderFunction } from "../sdk/framework";
import { loadProvider } from "../sdk/load-provider";
import { list, string } from "../sdk/schema";
import { promptVariables } from "../prompts";
import {
  clusterDataSource,
  clustersDataSource,
  snippetDataSource,
  snippetsDataSource,
} from "./data-sources/data-sources";
import { clusterResource } from "./resources/cluster";
import { withRunWarnings } from "./resources/hooks";
import { snippetResource } from "./resources/snippet";
import { giveConfiguration } from "./run/review-run";
import { Run } from "./run/run";
import { configurationSchema, type configurationAttributes } from "./settings/configuration";
import { clientOptions, readSettings } from "./settings/settings";
import { readRestrictions } from "./settings/restrictions";
import { PROVIDER_VERSION } from "./version";

const promptVariablesFunction: ProviderFunction = {
  summary: "The variables a prompt uses",
  description: "Returns the identifiers that a prompt contains as `{variable_id}`, each once and sorted.",
  parameters: [{ name: "prompt", of: string, description: "A snippet's prompt." }],
  returns: list(string),
  call: (prompt: string) => promptVariables(prompt),
};

/** Configuring the provider sends no request, because the client is made on first use. */
export const outreachProvider: Provider<Run, typeof configurationAttributes> = {
  version: PROVIDER_VERSION,
  schema: configurationSchema,
  async configure(config, call) {
    const { settings, warnings } = readSettings(config, process.env);
    call.diagnostics.add(...warnings);
    const { user_id, workspace_id, authorization_token } = settings;
    giveConfiguration(settings, call);
    for (const secret of [user_id, workspace_id, authorization_token, ...proxyCredentials()]) {
      if (typeof secret === "string") call.secrets.add(secret);
    }
    const { stopped, terraformVersion, log } = call;
    // Loads the dispatcher now, because a synth may replace the files of this version before the first call.
    await loadDispatcher();
    return new Run({
      settings,
      restrictions: readRestrictions(process.env),
      connect: (known) => new OutreachClient(clientOptions(known, terraformVersion, log)),
      stopped,
    });
  },
  close: (run) => run.close(),
  resources: {
    outreach_cluster: withRunWarnings(clusterResource, "outreach_cluster"),
    outreach_snippet: withRunWarnings(snippetResource, "outreach_snippet"),
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

export const loadOutreachProvider = loadProvider(outreachProvider);
