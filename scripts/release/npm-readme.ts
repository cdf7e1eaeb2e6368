/**
 * npm's page would resolve relative links to the newest files, so each link leads to the file of this version
 * on unpkg. Pictures are not in the package, so they are left out.
 * @throws Error for a link to a file that the package does not have
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
