import { getEventListeners } from "node:events";
import { isUnknown, unknown, type Value } from "../../src/sdk/values";
import { environmentVariable } from "../../src/provider/settings/configuration";
import { outreachProvider } from "../../src/provider/provider";
import { Refused } from "../sdk/core";
import { credentials, useWorkbench, type Given, type ProviderProcess } from "./workbench";

const bench = useWorkbench();

const ARGUMENTS = Object.keys(outreachProvider.schema.attributes);
const REQUIRED = ["base_url", "user_id", "workspace_id"];

/** The diagnostics of a configuration that must be refused. */
async function refusal(configuring: Promise<unknown>) {
  const error = await configuring.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refused);
  return (error as Refused).diagnostics;
}

/** Configures from nothing but these arguments and variables. */
async function configure(given: Given, variables: Readonly<Record<string, string>> = {}) {
  const provider = bench.launch();
  Object.assign(process.env, variables);
  return { provider, warnings: await provider.configure(given) };
}

describe("a missing argument", () => {
  it.each(REQUIRED)("%s is one error that names argument and variable", async (missing) => {
    const given = bench.settingsWithout(missing);
    const [error, ...others] = await refusal(configure(given));
    expect(others).toEqual([]);
    expect(error!.summary).toBe(`The outreach provider needs ${missing}`);
    expect(error!.detail).toContain(`${missing} (${environmentVariable(missing)})`);
    expect(error!.attribute).toBe(missing);
  });

  it("together with others is still one error", async () => {
    const errors = await refusal(configure({}));
    expect(errors).toHaveLength(1);
    for (const name of REQUIRED)
      expect(errors[0]!.detail).toContain(`${name} (${environmentVariable(name)})`);
  });

  it.each(["", "  "])("is reported for an environment variable %p", async (text) => {
    const given = bench.settingsWithout("user_id");
    const [error] = await refusal(configure(given, { OUTREACH_USER_ID: text }));
    expect(error!.summary).toBe("The outreach provider needs user_id");
  });

  it("does not fail validation, which needs no credentials", async () => {
    expect(await bench.launch().validateProvider({})).toEqual([]);
  });
});

describe("a malformed argument", () => {
  const secret = credentials.authorization_token;
  const malformed: [argument: string, value: Value][] = [
    ["base_url", "outreach.example.com"],
    ["base_url", "ftp://outreach.example.com"],
    ["base_url", `https://${secret}@outreach.example.com`],
    ["base_url", `https://outreach.example.com/?token=${secret}`],
    ["authorization_token", `${secret} ${secret}`],
    ["authorization_token", `${secret}é`],
    ["request_timeout", 0],
    ["request_timeout", 100_000],
    ["max_retries", 101],
    ["max_retries", 1.5],
    ["max_concurrent_requests", 0],
    ["max_concurrent_requests", 2.5],
    ["requests_per_second", 0],
    ["requests_per_second", 1_000_000],
    ["visibility_timeout", -1],
    ["visibility_timeout", 3601],
    ["declared_clusters", -1],
    ["declared_clusters", 1.5],
    ["declared_snippets", 1.5],
    ["existing_name", "ADOPT"],
    ["known_variables", ["company", "{first_name}"]],
    ["known_variables", ["two words"]],
    ["known_variables", ["company", null]],
  ];

  it("a malformed entry of known_variables is named by its number", async () => {
    const [error] = await refusal(
      configure({ ...bench.settings, known_variables: ["company", "two words"] }),
    );
    expect(error!.summary).toBe("Entry 2 of known_variables is not the identifier of a variable");
  });

  it.each([...malformed, ["user_id", ""], ["workspace_id", " "], ["authorization_token", ""]])(
    "%s = %p in the configuration is one error that names argument and variable",
    async (argument, value) => {
      const given = { ...bench.settings, [argument]: value };
      for (const refused of [bench.launch().validateProvider(given), configure(given)]) {
        const [error, ...others] = await refusal(refused);
        expect(others).toEqual([]);
        expect(error!.summary).toContain(argument);
        expect(error!.detail).toContain(environmentVariable(argument));
        expect(error!.attribute).toBe(argument);
      }
    },
  );

  it.each([...malformed, ["max_retries", "many"], ["request_timeout", "60s"], ["max_retries", "Infinity"]])(
    "%s = %p in the environment is one error that names argument and variable",
    async (argument, value) => {
      const given = bench.settingsWithout(argument);
      const variable = environmentVariable(argument);
      const [error, ...others] = await refusal(configure(given, { [variable]: String(value as string) }));
      expect(others).toEqual([]);
      expect(error!.summary).toContain(argument);
      expect(error!.summary).toContain(`(from ${variable})`);
      expect(error!.detail).toContain(variable);
    },
  );
});

describe("an argument that is not known yet", () => {
  const doomed = async (provider: ProviderProcess) => {
    const cluster = await bench.cluster().applied({ name: "Sales" });
    return provider.refresh(cluster.type, cluster.instance);
  };

  const hints = ["known_variables", "outside_edits", "read_ahead", "declared_clusters", "declared_snippets"];
  const needed = ARGUMENTS.filter((argument) => !hints.includes(argument));
  it.each(needed)("%s is accepted, and fails only when a call needs it", async (argument) => {
    const given = { ...bench.settings, [argument]: unknown };
    const { provider, warnings } = await configure(given);
    expect(warnings).toEqual([]);
    const workspace_id = argument === "workspace_id" ? unknown : bench.settings["workspace_id"]!;
    const { action, planned } = await bench.cluster(provider).plan({ name: "New" });
    expect({ action, planned }).toMatchObject({ action: "create", planned: { workspace_id } });
    expect((await bench.snippet(provider).plan({ name: "New", prompt: "{x}" })).action).toBe("create");

    const [error, ...others] = await refusal(doomed(provider));
    expect(others).toEqual([]);
    expect(error!.summary).toBe(
      `The outreach provider cannot reach the workspace: ${argument} not known yet`,
    );
    expect(error!.detail).toContain(environmentVariable(argument));
    expect(bench.sent("GetCluster")).toHaveLength(1);
  });

  it("is reported once for all resources, and in short for each import", async () => {
    const clusters = await Promise.all(
      ["A", "B", "C"].map(async (name) => {
        const cluster = await bench.cluster().applied({ name });
        return cluster;
      }),
    );
    const { provider } = await configure({ ...bench.settings, base_url: unknown });
    const [first, ...others] = clusters.map(({ type, instance }) => provider.refresh(type, instance));
    expect(await refusal(first!)).toHaveLength(1);
    const states = (await Promise.all(others)).map(({ state }) => state);
    expect(states).toEqual(clusters.slice(1).map(({ instance }) => instance.state));
    const [error] = await refusal(provider.import("outreach_cluster", "c-1"));
    expect(error!.detail).toBe(
      "Another error of this run reports the reason. Fix the reason, then run again.",
    );
  });

  it("is not replaced by the environment", async () => {
    const { provider } = await configure(
      { ...bench.settings, user_id: unknown },
      { OUTREACH_USER_ID: "other" },
    );
    const [error] = await refusal(doomed(provider));
    expect(error!.summary).toContain("user_id not known yet");
  });

  it("passes validation", async () => {
    const given = Object.fromEntries(ARGUMENTS.map((argument) => [argument, unknown]));
    expect(await bench.provider.validateProvider(given)).toEqual([]);
    expect(ARGUMENTS.every((argument) => isUnknown(given[argument]!))).toBe(true);
  });
});

describe("credentials that others could read", () => {
  const PLAIN = "base_url sends the credentials over plain http";
  const UNCHECKED = "base_url sends the credentials to a server whose certificate is not checked";

  it.each([
    ["http://outreach.example.com", "1", PLAIN],
    ["http://192.0.2.1:8080/api", "1", PLAIN],
    ["HTTP://EXAMPLE.COM", "1", PLAIN],
    ["https://outreach.example.com", "0", UNCHECKED],
    ["HTTPS://192.0.2.1:8443/api", "0", UNCHECKED],
  ])("at %s with NODE_TLS_REJECT_UNAUTHORIZED = %p are a warning", async (base_url, value, summary) => {
    const variables = { NODE_TLS_REJECT_UNAUTHORIZED: value };
    const { warnings } = await configure({ ...bench.settings, base_url }, variables);
    expect(warnings).toMatchObject([{ severity: "warning", summary, attribute: "base_url" }]);
  });

  it("are a warning if the address comes from the environment", async () => {
    const given = bench.settingsWithout("base_url");
    const { warnings } = await configure(given, { OUTREACH_BASE_URL: "http://outreach.example.com" });
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ["http://127.0.0.1:1", "1"],
    ["http://localhost", "1"],
    ["http://[::1]:8080", "1"],
    ["https://outreach.example.com", "1"],
    ["https://outreach.example.com", "false"],
    ["https://localhost:8443", "0"],
  ])("do not exist at %s with NODE_TLS_REJECT_UNAUTHORIZED = %s", async (base_url, value) => {
    const variables = { NODE_TLS_REJECT_UNAUTHORIZED: value };
    expect((await configure({ ...bench.settings, base_url }, variables)).warnings).toEqual([]);
  });
});

describe("configuring", () => {
  it("calls no API", async () => {
    await bench.configured();
    expect(bench.simulator.journal()).toEqual([]);
  });

  it("a second time replaces the configuration as a whole, for an engine that stays attached", async () => {
    const { provider } = await configure({ ...bench.settings, base_url: "http://127.0.0.1:1" });
    for (let run = 0; run < 3; run += 1) await provider.configure(bench.settings);
    expect(getEventListeners(provider.runtime.stopped, "abort")).toHaveLength(1);
    await bench.cluster(provider).apply({ name: "Sales" });
    expect(bench.objects()).toMatchObject([{ name: "Sales" }]);
  });
});
