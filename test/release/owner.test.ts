import { ownerProblem } from "../../scripts/release/owner";

const owned = {
  repository: { url: "git+https://git.host.invalid/owner/cdktf-outreach.git" },
  bugs: { url: "https://git.host.invalid/owner/cdktf-outreach/issues", email: "security@host.invalid" },
};

it("a release with an owner is accepted", () => {
  expect(ownerProblem(owned)).toBeUndefined();
});

it("a release is refused while package.json has no repository and no contact, and the message lists both", () => {
  expect(ownerProblem({})).toMatch(
    /^package\.json does not name the owner of the release\. Fill in:\n {2}repository\.url: .*\n {2}bugs\.url: .*\n {2}bugs\.email: .*\nFor a build/,
  );
});

it.each([
  ["repository.url", { ...owned, repository: { url: "https://git.host.invalid/owner/cdktf-outreach" } }],
  ["repository.url", { ...owned, repository: { url: "git+https://example.com/owner/cdktf-outreach.git" } }],
  ["bugs.url", { ...owned, bugs: { ...owned.bugs, url: "TODO" } }],
  ["bugs.email", { ...owned, bugs: { ...owned.bugs, email: "owner at host" } }],
])("a release with a placeholder as %s is refused", (member, manifest) => {
  expect(ownerProblem(manifest)).toContain(`Fill in:\n  ${member}: `);
});
