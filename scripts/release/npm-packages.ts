import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WINDOWS_PACKAGES } from "../../src/placing/provider-package";
import { readmeForNpm } from "./npm-readme";
import type { Platform } from "./platforms";

export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository?: unknown;
}

/** Synth looks for the package by this name. */
function windowsPackageName({ name }: Platform): string {
  const names: Readonly<Record<string, string>> = WINDOWS_PACKAGES;
  return names[name]!;
}

export function describeWindowsPackage(folder: string, platform: Platform, main: PackageManifest): void {
  const { version, license, repository } = main;
  const contents = {
    name: windowsPackageName(platform),
    version,
    description: `The provider of ${main.name} for Windows on ${platform.cpu}.`,
    license,
    ...(repository === undefined ? {} : { repository }),
    os: [platform.os],
    cpu: [platform.cpu],
    preferUnplugged: true,
  };
  writeFileSync(join(folder, "package.json"), json(contents));
  writeFileSync(
    join(folder, "README.md"),
    `# ${contents.name}\n\n${contents.description} npm installs it with ${main.name}; do not install it by hand.\n`,
  );
}

/**
 * Only the copy depends on the packages for Windows: npm cannot lock packages before they are published, so
 * the repository's `package.json` does not name them.
 */
export function copyMainPackage(root: string, folder: string, windows: readonly Platform[]): void {
  const [{ files }] = JSON.parse(npm(root, "pack", "--dry-run", "--json", "--ignore-scripts")) as [
    { files: { path: string }[] },
  ];
  for (const { path } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as PackageManifest;
  const readme = join(folder, "README.md");
  const listed = { ...manifest, files: files.map(({ path }) => path) };
  writeFileSync(readme, readmeForNpm(readFileSync(readme, "utf8"), listed));
  const versions = windows.map((platform) => [windowsPackageName(platform), manifest.version]);
  const optionalDependencies = Object.fromEntries(versions) as Record<string, string>;
  writeFileSync(file, json({ ...manifest, optionalDependencies }));
}

export function pack(folder: string, destination: string): void {
  npm(folder, "pack", "--silent", "--ignore-scripts", "--pack-destination", destination);
}

function npm(cwd: string, ...args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync("npm", args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  return stdout;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
