import { buildSync } from "esbuild";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lockEntries } from "../../src/placing/lock-file";
import { placeProvider } from "../../src/placing/place-provider";
import { hashOfFolder, type ProviderPackage } from "../../src/placing/provider-package";
import { ageTemporaries } from "../commands/killed-at";
import { runWithFewFiles } from "../file-limit";
import { placementBench, versionsIn } from "./placement-bench";

const { folder, newStackFolder, providerOf } = placementBench();

const PROGRAM = `
  import { placeProvider } from "./placing/place-provider";
  import { findProviderPackage } from "./placing/provider-package";
  const [dist, stack] = process.argv.slice(2);`;
const PLACE = `${PROGRAM} placeProvider(findProviderPackage(dist), stack);`;

const program = join(folder, "place.cjs");
beforeAll(() => {
  const stdin = { contents: PLACE, resolveDir: join(__dirname, "../../src") };
  buildSync({ stdin, outfile: program, bundle: true, platform: "node", format: "cjs" });
});

const distOf = ({ folder: files }: ProviderPackage) => join(files, "..");

/** The code is longer than the limit of a file that stands for a full disk. */
const LONG = "// code\n".repeat(10_000);

/** Checks that an engine would find the version that the lock file names. Returns that version. */
function usableVersion(stack: string): string {
  const [entry] = lockEntries(readFileSync(join(stack, ".terraform.lock.hcl"), "utf8"));
  for (const platform of ["linux_amd64", "darwin_arm64"])
    expect(entry!.hashes).toContain(hashOfFolder(join(versionsIn(stack), entry!.version, platform)));
  return entry!.version;
}

/** Names of all entries, except the provider's own. */
function leftovers(stack: string): string[] {
  const names = readdirSync(stack, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.cdktf-outreach-[^/]*$/.test(name));
}

const ENDED = spawnSync(process.execPath, ["--version"]).pid;

const STEPS = ["mkdirSync", "renameSync", "rmSync", "symlinkSync", "writeFileSync"] as const;

/** Runs a task whose writing fails from a step on, as if it was killed there. Reports whether it was. */
function isStopped(last: number, task: () => void): boolean {
  let step = 0;
  const { pid } = process;
  // The temporary files name a process that has ended.
  Object.defineProperty(process, "pid", { value: ENDED });
  const spies = STEPS.map((name) => {
    const original = fs[name] as (...args: unknown[]) => unknown;
    return jest.spyOn(fs, name).mockImplementation(((...args: [string, Buffer]) => {
      step += name === "writeFileSync" ? 2 : 1;
      if (step < last) return original(...args);
      // A file that is being written has half of its bytes.
      if (step === last && name === "writeFileSync") original(args[0], args[1].subarray(0, 1));
      throw new Error("killed");
    }) as never);
  });
  try {
    task();
  } catch (error) {
    expect(String(error)).toContain("killed");
  }
  for (const spy of spies) spy.mockRestore();
  Object.defineProperty(process, "pid", { value: pid });
  return step >= last;
}

test("a kill at any step leaves the old or the new version usable, and a later run removes the rest", () => {
  const [old, next] = [providerOf("1.0.0", "one"), providerOf("1.1.0", "two")];
  const seen: string[] = [];
  for (let last = 1, stopped = true; stopped; last += 1) {
    const stack = newStackFolder();
    placeProvider(old, stack);
    stopped = isStopped(last, () => placeProvider(next, stack));
    seen.push(usableVersion(stack));
    ageTemporaries(stack);
    placeProvider(next, stack);
    expect(usableVersion(stack)).toBe("1.1.0");
    expect(leftovers(stack)).toEqual([]);
  }
  expect(seen.length).toBeGreaterThan(15);
  expect(new Set(seen)).toEqual(new Set(["1.0.0", "1.1.0"]));
});

test("a full disk leaves the old version usable, and no other files", () => {
  const [old, next] = [providerOf("1.0.0", "one"), providerOf("1.1.0", LONG)];
  const stack = newStackFolder();
  placeProvider(old, stack);
  const command = ["-c", 'ulimit -f 8 && exec "$0" "$@"', process.execPath, program, distOf(next), stack];
  const { status, stderr } = spawnSync("sh", command, { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain(`cannot put its provider into ${stack}: EFBIG`);
  expect(stderr).toContain("Make sure that there is space");
  expect(usableVersion(stack)).toBe("1.0.0");
  expect(readdirSync(versionsIn(stack))).toEqual(["1.0.0"]);
});

test("a limit of open files leaves the old version usable", () => {
  const [old, next] = [providerOf("1.0.0", "one"), providerOf("1.1.0", "two")];
  const stack = newStackFolder();
  placeProvider(old, stack);
  const few = `${PROGRAM} const found = findProviderPackage(dist); openAllFiles(); placeProvider(found, stack);`;
  const { status, stderr } = runWithFewFiles(few, distOf(next), stack);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("EMFILE") as string });
  expect(usableVersion(stack)).toBe("1.0.0");
});

test("runs side by side all succeed, and leave nothing but the version", async () => {
  const next = providerOf("1.1.0", LONG);
  const stack = newStackFolder();
  placeProvider(providerOf("1.0.0", "one"), stack);
  const runs = Array.from({ length: 4 }, () =>
    once(spawn(process.execPath, [program, distOf(next), stack], { stdio: "inherit" }), "close"),
  );
  for (const [status] of await Promise.all(runs)) expect(status).toBe(0);
  expect(usableVersion(stack)).toBe("1.1.0");
  expect(readdirSync(versionsIn(stack))).toEqual(["1.1.0"]);
  expect(leftovers(stack)).toEqual([]);
});
