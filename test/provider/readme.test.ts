import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "../../src/client/options";
import { configurationAttributes, environmentVariable } from "../../src/provider/configuration";
import { outreachProvider } from "../../src/provider/provider";
import type { Settings } from "../../src/provider/settings";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { Workspace } from "../../src/provider/workspace";

type Argument = keyof typeof configurationAttributes;

const { resources, dataSources, functions } = outreachProvider;
const ARGUMENTS = Object.keys(configurationAttributes) as Argument[];
const readme = readFileSync(join(__dirname, "../../README.md"), "utf8");
const setups = readFileSync(join(__dirname, "../../docs/guides/setups.md"), "utf8");

/** The rows of README's table of the provider's arguments. Two arguments that share a row have one each. */
const rows = readme
  .replace(/^[^]*?\n### Provider: .*\n|\n### Cluster: [^]*$/g, "")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => {
    const [, names, variables, , text] = line.split("|").map((cell) => cell.trim());
    return named(names!).map((argument, index) => ({
      argument,
      variable: named(variables!)[index],
      text: text!.replaceAll("`", ""),
    }));
  });

function named(cell: string): string[] {
  return Array.from(cell.matchAll(/`([\w:]+)(?:\(\w+\))?`/g), ([, name]) => name!);
}

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What the code does without an argument, in the words of the table. */
function defaults(): Record<Argument, unknown> {
  const required = { base_url: "https://a.example", user_id: "u", workspace_id: "w" };
  const unset = Object.fromEntries(ARGUMENTS.map((argument) => [argument, null]));
  const settings = { ...unset, ...required } as unknown as Settings;
  const workspace = new Workspace(
    settings,
    () => {
      throw new Error("Nothing is to be called here.");
    },
    new AbortController().signal,
  );
  const client = readOptions({ baseUrl: required.base_url, userId: "u", workspaceId: "w" });
  return {
    base_url: "required",
    user_id: "required",
    workspace_id: "required",
    authorization_token: client.headers["authorization"] ?? "not sent",
    request_timeout: client.requestTimeoutMs / 1000,
    max_retries: client.maxRetries,
    max_concurrent_requests: client.maxConcurrentRequests,
    requests_per_second: client.requestsPerSecond ?? "no limit",
    visibility_timeout: workspace.visibilityTimeoutMs / 1000,
    existing_name: workspace.existingName,
    // The tests of the settings and of the construct show these.
    read_ahead: true,
    declared_clusters: "counted",
    declared_snippets: "counted",
    known_variables: workspace.knownVariables ?? "not checked",
  };
}

/** What README names in a table below one of its headings, where that says what it is about. */
function namedBelow(heading: RegExp): string[] {
  const section = readme.split(/^#+ /m).find((one) => heading.test(one.split("\n")[0]!)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => named(line.split("|")[1]!))
    .sort();
}

describe("README", () => {
  it.each(Object.entries(resources))("has a table of the attributes of %s", (type, { schema }) => {
    expect(namedBelow(new RegExp(`\\(\`${type}\`\\)`))).toEqual(Object.keys(schema.attributes).sort());
  });

  it("names the folder of this version, among the other setups", () => {
    const folders = Array.from(setups.matchAll(/outreach\/outreach\/(\d[^/]*)\//g), ([, version]) => version);
    expect(folders).toEqual([PROVIDER_VERSION]);
  });

  it("has a table of the data sources and functions", () => {
    const classes = Object.keys(dataSources).map((type) => `Data${pascalCase(type)}`);
    const calls = Object.keys(functions).map((name) => `provider::outreach::${name}`);
    expect(namedBelow(/^Data sources and function/)).toEqual([...classes, ...calls].sort());
  });
});

describe("README's table of the provider's arguments", () => {
  it("has every argument and its environment variable", () => {
    expect(rows.map(({ argument, variable }) => [argument, variable]).sort()).toEqual(
      ARGUMENTS.map((argument) => [argument, environmentVariable(argument)]).sort(),
    );
  });

  it("tells the defaults that the code has", () => {
    const told = Object.fromEntries(rows.map(({ argument, text }) => [argument, text]));
    const had = Object.entries(defaults()).map(([argument, value]) => [argument, String(value)]);
    expect(told).toEqual(Object.fromEntries(had));
  });

  it("agrees with the descriptions in the schema where they tell a default", () => {
    const told = ARGUMENTS.flatMap((argument) => {
      const { description } = configurationAttributes[argument].options;
      const [, named, chosen] = /Default:? ([\w ]+)\.|`(\w+)` \(default\)/.exec(description) ?? [];
      const text = named ?? chosen;
      return text === undefined ? [] : [{ argument, text }];
    });
    expect(told.map(({ argument }) => argument)).toEqual([
      "request_timeout",
      "max_retries",
      "max_concurrent_requests",
      "requests_per_second",
      "visibility_timeout",
      "existing_name",
      "read_ahead",
    ]);
    for (const { argument, text } of told)
      expect([argument, text]).toEqual([argument, rows.find((row) => row.argument === argument)?.text]);
  });
});
