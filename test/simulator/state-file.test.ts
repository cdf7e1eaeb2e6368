import { spawn, spawnSync } from "node:child_process";
import fs, {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidInput, type SimulatorOptions } from "../../src/simulator";
import { openStateFile } from "../../src/simulator/state-file";
import { call, closeAll, createCluster, createSnippet, identity, simulate } from "./harness";

const onLinux = process.platform === "linux";

let folder: string;
let stateFile: string;

beforeEach(() => {
  // Messages name the file itself, and the temporary folder may be a link, as on a Mac.
  folder = realpathSync(mkdtempSync(join(tmpdir(), "simulator-state-")));
  stateFile = join(folder, "state");
});

afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

/** Returns the names of the objects in a state file. */
function namesIn(text: string): string[] {
  const { objects } = JSON.parse(text) as { objects: { name: string }[] };
  return objects.map(({ name }) => name);
}

const start = (options: SimulatorOptions = {}) => simulate({ stateFile, ...options });

async function fill() {
  const simulator = await start({ seed: 1 });
  const clusterId = await createCluster(simulator, "a", { clusterDescription: "d \ud800 é\u2028" });
  const snippetId = await createSnippet(simulator, "b", "p");
  await call(simulator, "UpdateSnippet", { snippetId, name: "b2", prompt: "p2" });
  const doomed = await createSnippet(simulator, "c");
  await call(simulator, "DeleteSnippet", { snippetId: doomed });
  simulator.setAssociatedCount(clusterId, 4);
  return simulator;
}

it("the state file keeps all objects over a restart", async () => {
  const first = await fill();
  const objects = first.objects();
  await first.close();
  const second = await start({ seed: 1 });
  expect(second.objects()).toEqual(objects);
  const next = await createCluster(second, "next");
  expect(objects.map(({ id }) => id)).not.toContain(next);
});

it("the state file stays empty after a reset, and ids are not reused", async () => {
  const first = await fill();
  const ids = first.objects().map(({ id }) => id);
  first.reset();
  await first.close();
  const second = await start({ seed: 1 });
  expect(second.objects()).toEqual([]);
  expect(ids).not.toContain(await createCluster(second, "a"));
});

it("each change is stored before its response", async () => {
  const simulator = await start();
  const stored = () => namesIn(readFileSync(stateFile, "utf8"));
  const snippetId = await createSnippet(simulator, "a", "p");
  expect(stored()).toEqual(["a"]);
  await call(simulator, "UpdateSnippet", { snippetId, name: "b", prompt: "p" });
  expect(stored()).toEqual(["b"]);
  simulator.seed({ workspaceId: identity.workspaceId, clusters: [{ name: "c" }, { name: "d" }] });
  expect(stored()).toEqual(["b", "c", "d"]);
  await call(simulator, "DeleteSnippet", { snippetId });
  expect(stored()).toEqual(["c", "d"]);
});

it.each<[string, (text: string) => string, string]>([
  ["was cut off", (text) => text.slice(0, -10), "is not a state file of this simulator, or is damaged"],
  [
    "has another version",
    (text) => text.replace('"version":1', '"version":2'),
    "has version 2; this simulator reads",
  ],
  ["is empty", () => "", "is not a state file"],
  [
    "is another JSON file",
    () => '{"version":4}\n',
    "so it was left unchanged. Name a file that does not exist yet",
  ],
])("a file that %s is refused, stays unchanged and is not locked", async (_title, damage, message) => {
  await (await fill()).close();
  const damaged = damage(readFileSync(stateFile, "utf8"));
  writeFileSync(stateFile, damaged);
  await expect(start()).rejects.toThrow(message);
  expect(readFileSync(stateFile, "utf8")).toBe(damaged);
  expect(readdirSync(folder)).toEqual(["state"]);
});

it("the state file is readable for the user only, and no other file remains", async () => {
  const simulator = await fill();
  await simulator.close();
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["state"]);
});

const noRoom = (): never => {
  throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
};

it("a change that cannot be stored is not made, and does no harm to the next change", async () => {
  const simulator = await start();
  const first = simulator.create("cluster", "w", { name: "first" });
  const rename = jest.spyOn(fs, "renameSync").mockImplementation(noRoom);
  const words = `The change was not stored in the state file ${stateFile}: ENOSPC: no space left on device`;
  try {
    expect(() => simulator.create("cluster", "w", { name: "c" })).toThrow(words);
    expect(() => simulator.delete(first.id)).toThrow(words);
    expect(() => simulator.seed({ workspaceId: "w", clusters: [{ name: "s" }, { name: "t" }] })).toThrow(
      words,
    );
  } finally {
    rename.mockRestore();
  }
  expect(simulator.objects()).toEqual([first]);
  expect(readdirSync(folder).sort()).toEqual(["state", "state.lock"]);
  const second = simulator.create("cluster", "w", { name: "d" });
  await simulator.close();
  expect((await start()).objects()).toEqual([first, second]);
});

describe("the lock of a state file", () => {
  const inUse = `is in use by another simulator (process ${process.pid}). Stop that process first, or name another file.`;

  it("refuses a second simulator, through a link too, and keeps the file unchanged", async () => {
    const simulator = await fill();
    const bytes = readFileSync(stateFile);
    const link = join(folder, "link");
    symlinkSync(stateFile, link);
    await expect(start()).rejects.toThrow(InvalidInput);
    await expect(start()).rejects.toThrow(inUse);
    await expect(start({ stateFile: link })).rejects.toThrow(inUse);
    expect(readFileSync(stateFile)).toEqual(bytes);

    await createCluster(simulator, "goes on");
    const objects = simulator.objects();
    await simulator.close();
    expect((await start()).objects()).toEqual(objects);
  });

  it("lets the next simulator replace it after its process was killed", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const left = ["", JSON.stringify({ pid, startedAt: null })];
    // The process id is in use again, by a process that started at another time.
    if (onLinux) left.push(JSON.stringify({ pid: process.pid, startedAt: "1" }));
    for (const lock of left) {
      writeFileSync(`${stateFile}.lock`, lock);
      const simulator = await start();
      await expect(start()).rejects.toThrow(inUse);
      await simulator.close();
      expect(readdirSync(folder)).toEqual(["state"]);
    }
  });

  (onLinux ? it : it.skip)(
    "a simulator replaces the lock of a process that has ended, even before the parent has noticed",
    () => {
      const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
      const fields = () => readFileSync(`/proc/${child.pid}/stat`, "utf8").replace(/.*\) /, "").split(" ");
      const startedAt = fields()[19];
      // Node takes notice when this function has returned.
      while (fields()[0] !== "Z");
      writeFileSync(`${stateFile}.lock`, JSON.stringify({ pid: child.pid, startedAt }));
      openStateFile(stateFile).close();
      expect(readdirSync(folder)).toEqual(["state"]);
    },
  );

  it("stays if its process runs and the start time is unknown", async () => {
    writeFileSync(`${stateFile}.lock`, JSON.stringify({ pid: process.pid, startedAt: null }));
    await expect(start()).rejects.toThrow(inUse);
    expect(readdirSync(folder)).toEqual(["state.lock"]);
  });

  it("works without hard links", async () => {
    const links = jest.spyOn(fs, "linkSync").mockImplementation(() => {
      throw Object.assign(new Error("operation not supported"), { code: "ENOTSUP" });
    });
    const simulator = await start();
    await expect(start()).rejects.toThrow(inUse);
    await simulator.close();
    expect(readdirSync(folder)).toEqual(["state"]);
    await start();
    links.mockRestore();
  });

  it("leaves no file on a full disk", async () => {
    const real = fs.writeFileSync;
    const write = jest.spyOn(fs, "writeFileSync").mockImplementation((file) => {
      real(file, "");
      noRoom();
    });
    await expect(start()).rejects.toThrow(
      `The state file ${stateFile} cannot be used: ENOSPC: no space left on device.`,
    );
    write.mockRestore();
    expect(readdirSync(folder)).toEqual([]);
  });
});
