import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeProvider } from "../../src/placing/place-provider";
import { placementBench, versionsIn } from "./placement-bench";

const { newStackFolder, providerOf } = placementBench();

const one = () => providerOf("1.0.0", "one");
const two = () => providerOf("1.1.0", "two");

/** A stack with a version that its lock file names. */
function stackWithOne(): string {
  const stack = newStackFolder();
  placeProvider(one(), stack);
  return stack;
}

test("files and folders beside the versions, and hidden ones, stay", () => {
  const stack = stackWithOne();
  for (const name of ["notes", ".git", "1.0.0-notes of mine"]) {
    mkdirSync(join(versionsIn(stack), name));
    writeFileSync(join(versionsIn(stack), name, "todo.md"), "important");
  }
  writeFileSync(join(versionsIn(stack), "README"), "important");
  expect(placeProvider(two(), stack)).toMatchObject({ removed: ["1.0.0"], kept: [] });
  expect(readdirSync(versionsIn(stack)).sort()).toEqual(
    [".git", "1.0.0-notes of mine", "1.1.0", "README", "notes"].sort(),
  );
  expect(readFileSync(join(versionsIn(stack), "notes/todo.md"), "utf8")).toBe("important");
});

test("a version that the lock file did not name stays", () => {
  const stack = newStackFolder();
  const other = newStackFolder();
  placeProvider(one(), other);
  mkdirSync(versionsIn(stack), { recursive: true });
  renameSync(join(versionsIn(other), "1.0.0"), join(versionsIn(stack), "1.0.0"));
  const { removed, kept } = placeProvider(two(), stack);
  expect({ removed, kept }).toMatchObject({ removed: [], kept: [{ version: "1.0.0" }] });
  expect(kept[0]!.reason).toContain("the lock file did not name it");
  expect(readdirSync(versionsIn(stack)).sort()).toEqual(["1.0.0", "1.1.0"]);
});

test.each(["terraform.d", "terraform.d/plugins"])(
  "no version is removed from a folder that %s leads to by a link",
  (shared) => {
    const owner = stackWithOne();
    const guest = newStackFolder();
    if (shared.includes("/")) mkdirSync(join(guest, "terraform.d"));
    symlinkSync(join(owner, shared), join(guest, shared));
    expect(placeProvider(one(), guest)).toMatchObject({ removed: [], kept: [] });
    const reason = "other folders share this one by a link";
    expect(placeProvider(two(), guest)).toMatchObject({ removed: [], kept: [{ version: "1.0.0", reason }] });
    expect(readdirSync(versionsIn(owner)).sort()).toEqual(["1.0.0", "1.1.0"]);
  },
);

test("a link in place of the needed version is replaced, and the folder that it leads to stays unchanged", () => {
  const stack = newStackFolder();
  const theirs = join(newStackFolder(), "theirs");
  mkdirSync(join(theirs, "linux_amd64"), { recursive: true });
  writeFileSync(join(theirs, "linux_amd64/provider.cjs"), "theirs");
  mkdirSync(versionsIn(stack), { recursive: true });
  symlinkSync(theirs, join(versionsIn(stack), "1.0.0"));
  placeProvider(one(), stack);
  expect(readFileSync(join(theirs, "linux_amd64/provider.cjs"), "utf8")).toBe("theirs");
  expect(readFileSync(join(versionsIn(stack), "1.0.0/darwin_arm64/provider.cjs"), "utf8")).toBe("one");
});

test.each(["linux_amd64", "darwin_arm64"])(
  "a file that somebody has put into %s of the needed version is an error that names it, and stays",
  (platform) => {
    const stack = newStackFolder();
    const folder = join(versionsIn(stack), "1.0.0", platform);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "notes.md"), "important");
    expect(() => placeProvider(one(), stack)).toThrow(
      `${join(folder, "notes.md")} is not a file of the provider`,
    );
    expect(readFileSync(join(folder, "notes.md"), "utf8")).toBe("important");
  },
);
