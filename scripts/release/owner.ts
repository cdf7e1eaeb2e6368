/** Only the owner of the project can fill in these members of `package.json`. */
export interface OwnersManifest {
  readonly repository?: { readonly url?: string };
  readonly bugs?: { readonly url?: string; readonly email?: string };
}

const REPOSITORY = /^git\+https:\/\/[^\s/]+\/\S+\.git$/;

/** Returns a message about members that the owner has not filled in; undefined if none is missing. */
export function ownerProblem({ repository, bugs }: OwnersManifest): string | undefined {
  const wanted = [
    ["repository.url", repository?.url, REPOSITORY, 'the repository, as "git+https://HOST/OWNER/NAME.git"'],
    ["bugs.url", bugs?.url, /^https:\/\/\S+$/, "the address of the issues"],
    ["bugs.email", bugs?.email, /^\S+@\S+\.\S+$/, "the address to which people report vulnerabilities"],
  ] as const;
  const missing = wanted
    .filter(([, value, form]) => value === undefined || !form.test(value) || /\bexample\b/.test(value))
    .map(([member, , , meaning]) => `  ${member}: ${meaning}\n`);
  if (missing.length === 0) return undefined;
  return (
    `package.json does not name the owner of the release. Fill in:\n${missing.join("")}` +
    "For a build that nobody publishes, pass --unpublished."
  );
}
