/** Files that show the version to users. In package.json, the blocks for both forks contain the version. */
export const carriers = ["README.md", "docs/guides/hcl.md", "docs/index.md", "package.json"] as const;

interface Versions {
  readonly from: string;
  readonly to: string;
}

/** The pattern does not match a part of a longer version. */
export function versionPattern(version: string): RegExp {
  const escaped = version.replace(/[.+]/g, "\\$&");
  return new RegExp(`(?<![\\w.+-])(cdktf-outreach-)?${escaped}(?=\\.tgz|\\.?(?![\\w.+-]))`, "g");
}

export function withVersion(path: string, text: string, { from, to }: Versions): string {
  if (path !== "package.json") {
    return text.replace(versionPattern(from), (_, name: string | undefined) => `${name ?? ""}${to}`);
  }
  const contents = JSON.parse(text) as Record<"cdktf" | "cdktn", { provider: { version: string } }>;
  for (const { provider } of [contents.cdktf, contents.cdktn]) provider.version = to;
  return `${JSON.stringify(contents, null, 2)}\n`;
}
