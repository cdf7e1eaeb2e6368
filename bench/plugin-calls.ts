import { objectToWire } from "../src/sdk/framework/wire-value";
import type { ObjectValue } from "../src/sdk/values";
import { Provider } from "../src/sdk/wire/generated/tfplugin6";
import { outreachProvider } from "../src/provider/provider";
import { PluginClient } from "./plugin-client";
import type { PluginProcess } from "./plugin-process";
import { promptOf } from "./prompt";
import type { StoredInstance } from "./stack";

const TYPE = "outreach_snippet";
const { schema } = outreachProvider.resources[TYPE]!;

function configOf(index: number): ObjectValue {
  const given: ObjectValue = { name: `Snippet ${index}`, prompt: promptOf(index, 1) };
  return objectOf(Object.keys(schema.attributes), given);
}

function objectOf(names: readonly string[], given: ObjectValue): ObjectValue {
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null]));
}

async function configured(plugin: PluginProcess): Promise<PluginClient> {
  const client = new PluginClient(plugin);
  const { schema: provider } = outreachProvider;
  const config = objectToWire(provider, objectOf(Object.keys(provider.attributes), {}));
  await client.callAll(Provider.GetProviderSchema, [{}]);
  await client.callAll(Provider.ConfigureProvider, [{ terraformVersion: "1.11.4", config }]);
  return client;
}

/** Makes the calls of a plan without changes, one RPC after the other. */
export async function planUnchanged(plugin: PluginProcess, stored: readonly StoredInstance[]): Promise<void> {
  const client = await configured(plugin);
  const configs = stored.map(({ attributes }) =>
    objectToWire(schema, objectOf(Object.keys(schema.attributes), pick(attributes, ["name", "prompt"]))),
  );
  await client.callAll(
    Provider.ValidateResourceConfig,
    configs.map((config) => ({ typeName: TYPE, config })),
  );
  const upgraded = await client.callAll(
    Provider.UpgradeResourceState,
    stored.map(({ attributes }) => ({
      typeName: TYPE,
      version: schema.version ?? 0,
      rawState: { json: Buffer.from(JSON.stringify(attributes)) },
    })),
  );
  const read = await client.callAll(
    Provider.ReadResource,
    stored.map((instance, index) => ({
      typeName: TYPE,
      currentState: upgraded[index]!.upgradedState!,
      private: Buffer.from(instance.private ?? "", "base64"),
    })),
  );
  await client.callAll(
    Provider.PlanResourceChange,
    read.map(({ newState, private: priorPrivate }, index) => ({
      typeName: TYPE,
      priorState: newState!,
      // Without changes, the proposed state equals the prior state.
      proposedNewState: newState!,
      config: configs[index]!,
      priorPrivate,
    })),
  );
  client.close();
}

export async function createAll(plugin: PluginProcess, count: number): Promise<void> {
  const client = await configured(plugin);
  const nothing = objectToWire(schema, null);
  const configs = Array.from({ length: count }, (_, index) => objectToWire(schema, configOf(index)));
  const planned = await client.callAll(
    Provider.PlanResourceChange,
    configs.map((config) => ({
      typeName: TYPE,
      priorState: nothing,
      // Terraform sends null for attributes that the configuration does not set.
      proposedNewState: config,
      config,
    })),
  );
  await client.callAll(
    Provider.ApplyResourceChange,
    planned.map(({ plannedState, plannedPrivate }, index) => ({
      typeName: TYPE,
      priorState: nothing,
      plannedState: plannedState!,
      config: configs[index]!,
      plannedPrivate,
    })),
  );
  client.close();
}

function pick(attributes: StoredInstance["attributes"], names: readonly string[]): ObjectValue {
  return Object.fromEntries(names.map((name) => [name, attributes[name] as string]));
}
