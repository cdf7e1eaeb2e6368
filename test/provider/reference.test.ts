import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "../../src/client/options";
import { configurationAttributes } from "../../src/provider/settings/configuration";
import { ProviderSettings, type Settings } from "../../src/provider/settings/settings";
import { PROVIDER_VERSION } from "../../src/provider/version";

type Argument = keyof typeof configurationAttributes;

const root = join(__dirname, "../..");
const ARGUMENTS = Object.keys(configurationAttributes) as Argument[];
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

/**
 * What the code does without an argument, in the words of its description. An argument that it needs has no
 * default.
 */
function defaults(): Partial<Record<Argument, unknown>> {
  const required = { base_url: "https://a.example", user_id: "u", workspace_id: "w" };
  const unset = Object.fromEntries(ARGUMENTS.map((argument) => [argument, null]));
  const settings = new ProviderSettings({ ...unset, ...required } as unknown as Settings);
  const client = readOptions({ baseUrl: required.base_url, userId: "u", workspaceId: "w" });
  return {
    request_timeout: client.requestTimeoutMs / 1000,
    max_retries: client.maxRetries,
    max_concurrent_requests: client.maxConcurrentRequests,
    requests_per_second: client.requestsPerSecond ?? "no limit",
    visibility_timeout: settings.visibilityTimeoutMs / 1000,
    existing_name: settings.existingName,
    outside_edits: settings.outsideEdits,
    // The tests of the settings show it.
    read_ahead: true,
  };
}

test("the reference pages are what `npm run generate` writes today, one for each part of the schema", () => {
  const script = join(root, "scripts/generate-docs.mjs");
  const pages = JSON.parse(execFileSync(process.execPath, [script, "--print"], { encoding: "utf8" })) as {
    path: string;
    text: string;
  }[];
  expect(pages.map(({ path }) => path)).toEqual([
    "docs/index.md",
    "docs/resources/cluster.md",
    "docs/resources/snippet.md",
    "docs/data-sources/cluster.md",
    "docs/data-sources/clusters.md",
    "docs/data-sources/snippet.md",
    "docs/data-sources/snippets.md",
    "docs/functions/prompt_variables.md",
  ]);
  for (const { path, text } of pages) expect({ path, text: textOf(path) }).toEqual({ path, text });
});

test("the descriptions of the provider's arguments name the defaults that the code has", () => {
  const described = ARGUMENTS.flatMap((argument) => {
    const { description } = configurationAttributes[argument].options;
    const [, last, marked] = /Default:? ([\w ]+)\.|`(\w+)` \(default\)/.exec(description) ?? [];
    const text = last ?? marked;
    return text === undefined ? [] : [[argument, text]];
  });
  const had = Object.entries(defaults()).map(([argument, value]) => [argument, String(value)]);
  expect(described).toEqual(had);
});

test("the pages that show how the provider is required name this version", () => {
  const pages = ["docs/index.md", "docs/guides/hcl.md"].map(textOf);
  const versions = pages.flatMap((page) =>
    Array.from(page.matchAll(/^ *version = "(.*)"$/gm), ([, version]) => version),
  );
  expect(versions).toEqual([PROVIDER_VERSION, PROVIDER_VERSION]);
});
