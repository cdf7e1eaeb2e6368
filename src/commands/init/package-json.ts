import type { JsonObject } from "../../util/json";

export const FORKS = ["cdktf", "cdktn"] as const;

export type Fork = (typeof FORKS)[number];

/**
 * cdktf-cli's node-pty has no build for newer Node.js (docs/guides/setups.md). The replacement has no build
 * for musl.
 */
const PTY = { "@cdktf/node-pty-prebuilt-multiarch": "npm:@lydell/node-pty@^1.1.0" };

/**
 * `own` is the package.json of this package. The new project gets the versions with which this package is
 * tested.
 */
export function packageJson(fork: Fork, own: JsonObject, isMusl: boolean): object {
  const tested = own["devDependencies"] as Readonly<Record<string, string>>;
  const library = tested[fork];
  return {
    private: true,
    scripts: {
      diff: `${fork} diff`,
      deploy: `${fork} deploy`,
      review: "cdktf-outreach review --format text",
      test: "tsc && node --import tsx --test outbound.test.ts",
    },
    dependencies: {
      [fork]: library,
      "cdktf-outreach": `^${String(own["version"])}`,
      // cdktn 0.24 does not accept newer versions of constructs.
      constructs: fork === "cdktn" ? ">=10.6.0 <10.8.0" : tested["constructs"],
    },
    devDependencies: {
      "@types/node": tested["@types/node"],
      [`${fork}-cli`]: library,
      tsx: tested["tsx"],
      typescript: tested["typescript7"]?.replace("npm:typescript@", ""),
    },
    ...(fork === "cdktf" && !isMusl && { overrides: PTY }),
  };
}

/** Alpine uses musl instead of glibc. */
export function isMusl(): boolean {
  if (process.platform !== "linux" || process.report === undefined) return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}
