import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../figure";
import { measure } from "../measure";
import { builtProvider } from "../provider";
import { ratio, type Result } from "../report";
import { root } from "../root";
import { scratchFolder } from "../scratch";
import { inRounds, ratios } from "../statistics";

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

export const packageSize: Figure = async ({ rounds }) => {
  const cache = scratchFolder("npm-cache");
  const ours = await pack(root, cache);
  const empty = scratchFolder("empty");
  writeFileSync(join(empty, "package.json"), JSON.stringify({ name: "empty", version: "1.0.0" }));
  const nothing = await pack(empty, cache);
  const installs = await inRounds(rounds(3, 1), {
    ours: () => install(ours.tarball, cache),
    empty: () => install(nothing.tarball, cache),
  });
  const names = readdirSync(builtProvider).filter((name) => name.endsWith(".cjs"));
  const bundle = names.reduce((sum, name) => sum + statSync(join(builtProvider, name)).size, 0);
  const figure = "package";
  const results: Result[] = [
    { figure, what: "npm pack, packed", value: ours.size / 1024, unit: "KiB" },
    { figure, what: "npm pack, unpacked", value: ours.unpackedSize / 1024 ** 2, unit: "MiB", goal: 3 },
    { figure, what: "npm pack", value: ours.entryCount, unit: "files" },
    { figure, what: "the provider's bundle", value: bundle / 1024, unit: "KiB" },
    {
      figure,
      what: "installed beside cdktf and constructs",
      value: Math.max(...installs.ours.map(({ others }) => others)),
      unit: "packages",
      goal: 0,
    },
    ratio(
      figure,
      "npm install of the tarball, against that of an empty one",
      ratios(installs.ours, installs.empty, ({ seconds }) => seconds),
    ),
  ];
  return { results };
};

async function pack(source: string, cache: string): Promise<Packed & { readonly tarball: string }> {
  const folder = scratchFolder("packed");
  await npm(folder, cache, ["pack", source, "--json", "--ignore-scripts"]);
  const [packed] = JSON.parse(readFileSync(join(folder, "output.txt"), "utf8")) as [Packed];
  return { ...packed, tarball: join(folder, packed.filename) };
}

/** Every CDKTF project has the peer dependencies, so the install leaves them out. */
async function install(tarball: string, cache: string): Promise<{ seconds: number; others: number }> {
  const folder = scratchFolder("installed");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const options = ["--offline", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const { seconds } = await npm(folder, cache, ["install", tarball, ...options]);
  const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  return { seconds, others: installed.length - 1 };
}

function npm(folder: string, cache: string, args: readonly string[]) {
  const env = { ...process.env, npm_config_update_notifier: "false", npm_config_loglevel: "error" };
  return measure({ command: ["npm", ...args, "--cache", cache], folder, env });
}
