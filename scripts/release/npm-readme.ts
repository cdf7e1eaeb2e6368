/**
 * Returns a README for npm's page: each relative link leads to the file of this very version on unpkg, which
 * serves the files of packages. npm's page resolves relative links only by a public repository, and then to the
 * newest files and not to those of the version. Pictures, which are not in the package, are left out.
 * @throws Error for a link to another file that the package does not have
 */
export function readmeForNpm(
  text: string,
  { name, version, files }: { name: string; version: string; files: readonly string[] },
): string {
  return text.replace(/^!\[.*\n\n/gm, "").replace(/\]\((?!\w+:|#)([^)#\s]+)/g, (_, path: string) => {
    if (!files.includes(path))
      throw new Error(`README.md links to ${path}, which the package does not have.`);
    return `](https://unpkg.com/${name}@${version}/${path}`;
  });
}
