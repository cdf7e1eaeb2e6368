import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleProvider } from "../scripts/bundle-provider.mjs";
import { PROVIDER_ADDRESS } from "../src/provider/address";
import { PROVIDER_VERSION } from "../src/provider/version";
import { PROBE, root } from "./root";
import { scratchFolder } from "./scratch";

export const builtProvider = join(root, "dist/provider");

const LAUNCHER = `terraform-provider-${PROVIDER_ADDRESS.split("/").at(-1)!}_v${PROVIDER_VERSION}`;

export const shippedLauncher = join(builtProvider, LAUNCHER);

/** CPU time and memory of all processes of the provider in one run of Terraform. */
export interface Usage {
  readonly processes: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

/**
 * Installs the built provider or another bundle where Terraform finds it. Each process of the provider loads
 * the probe.
 */
export function installProvider(folder: string, bundle = builtProvider): void {
  const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  const target = join(folder, "terraform.d/plugins", PROVIDER_ADDRESS, PROVIDER_VERSION, platform);
  mkdirSync(target, { recursive: true });
  cpSync(bundle, target, { recursive: true });
  const script = readFileSync(shippedLauncher, "utf8");
  const probed = script.replace(/^unset NODE_OPTIONS$/m, `export NODE_OPTIONS='--require=${PROBE}'`);
  if (probed === script)
    throw new Error("The launcher has no line that clears NODE_OPTIONS, which the probe replaces.");
  writeFileSync(join(target, LAUNCHER), probed, { mode: 0o755 });
}

export function readUsage(folder: string): Usage {
  const usages = readdirSync(folder).map((name) => {
    const file = join(folder, name);
    const usage = JSON.parse(readFileSync(file, "utf8")) as Omit<Usage, "processes">;
    rmSync(file);
    return usage;
  });
  return {
    processes: usages.length,
    cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    peakMiB: Math.max(0, ...usages.map(({ peakMiB }) => peakMiB)),
  };
}

let echo: Promise<string> | undefined;

export function echoBundle(): Promise<string> {
  echo ??= bundleEcho();
  return echo;
}

async function bundleEcho(): Promise<string> {
  const folder = scratchFolder("echo");
  await bundleProvider("bench/echo.ts", folder);
  // The echo must not need undici, which is in calling.cjs. Without the file, an API call fails.
  rmSync(join(folder, "calling.cjs"));
  return folder;
}
