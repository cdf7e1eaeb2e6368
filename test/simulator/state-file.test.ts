import { spawn, spawnSync } from "node:child_process";
import fs, {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
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
import { crc32 } from "node:zlib";
import { InvalidInput, type SimulatorOptions } from "../../src/simulator";
import { openStateFile } from "../../src/simulator/state-file";
import { Store } from "../../src/simulator/store";
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

it("a change is stored before its response: the state file is valid at every length", async () => {
  const simulator = await fill();
  const history: string[] = [];
  const whole = readFileSync(stateFile);
  await simulator.close();
  const header = whole.indexOf("\n") + 1;
  for (let length = header; length <= whole.length; length += 1) {
    writeFileSync(stateFile, whole.subarray(0, length));
    const { history: restored, file } = openStateFile(stateFile);
    const names = new Store(restored)
      .all()
      .map(({ name }) => name)
      .join(" ");
    if (history.at(-1) !== names) history.push(names);
    file.close();
    expect(readFileSync(stateFile).at(-1)).toBe("\n".charCodeAt(0));
  }
  expect(history).toEqual(["", "a", "a b", "a b2", "a b2 c", "a b2"]);
});

it("the simulator continues after an incomplete last line", async () => {
  const simulator = await fill();
  await simulator.close();
  for (const rest of ['deadbeef {"type":"put"', "00000000 {}\n", "\n"]) {
    const good = readFileSync(stateFile);
    writeFileSync(stateFile, Buffer.concat([good, Buffer.from(rest)]));
    const again = await start();
    const count = again.objects().length;
    await createCluster(again, "more");
    await again.close();
    const last = await start();
    expect(last.objects()).toHaveLength(count + 1);
    await last.close();
  }
});

it("a file that is damaged before its last line is refused with the line", async () => {
  const simulator = await fill();
  await simulator.close();
  const lines = readFileSync(stateFile, "utf8").split("\n");
  lines[2] = lines[2]!.replace('"b"', '"x"');
  writeFileSync(stateFile, lines.join("\n"));
  await expect(start()).rejects.toThrow(`${stateFile} is damaged at line 3`);
});

it("another file is refused and stays unchanged", async () => {
  for (const content of ["", "hello", '{"version":4}\n', "not\nours\n"]) {
    writeFileSync(stateFile, content);
    await expect(start()).rejects.toMatchObject({
      message: `${stateFile} is not a state file of this simulator, so it was left unchanged. Name a file that does not exist yet.`,
    });
    expect(readFileSync(stateFile, "utf8")).toBe(content);
  }
});

it("a file of another version is refused and stays unchanged", async () => {
  const simulator = await fill();
  await simulator.close();
  const json = readFileSync(stateFile, "utf8").split("\n")[0]!.slice(9).replace('"version":1', '"version":2');
  const content = `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
  writeFileSync(stateFile, content);
  await expect(start()).rejects.toThrow("has version 2; this simulator reads version 1");
  expect(readFileSync(stateFile, "utf8")).toBe(content);
});

it("the state file is readable for the user only, and no other file remains", async () => {
  const simulator = await fill();
  await simulator.close();
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["state"]);
});

it("the state file is rewritten when most of it is outdated, and loses nothing", async () => {
  const earlier = await start({ seed: 3 });
  const clusters = [{ name: "kept" }, { name: "never written again" }];
  const [kept] = earlier.seed({ workspaceId: identity.workspaceId, clusters });
  for (let index = 0; index < 3_000; index += 1) earlier.setAssociatedCount(kept!.id, index);
  await earlier.close();
  const simulator = await start({ seed: 3 });
  for (let index = 0; index < 3_000; index += 1) simulator.setAssociatedCount(kept!.id, index);
  const doomed = simulator.create("cluster", identity.workspaceId, { name: "doomed" });
  simulator.delete(doomed.id);
  const objects = simulator.objects();
  await simulator.close();
  expect(readFileSync(stateFile, "utf8").split("\n").length).toBeLessThan(3_000);
  const second = await start({ seed: 3 });
  expect(second.objects()).toEqual(objects);
  expect(await createCluster(second, "new")).not.toBe(doomed.id);
});

const noRoom = (): never => {
  throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
};

/** Makes so many changes that the file is rewritten, with a full disk for the first of them. */
async function rewriteWithoutRoom() {
  const simulator = await start();
  const [cluster] = simulator.seed({ workspaceId: identity.workspaceId, clusters: [{ name: "c" }] });
  const change = (times: number) => {
    for (let count = 1; count <= times; count += 1) simulator.setAssociatedCount(cluster!.id, count);
  };
  change(5_003);
  const fsync = jest.spyOn(fs, "fsyncSync").mockImplementation(noRoom);
  const warn = jest.spyOn(process, "emitWarning").mockReturnValue();
  try {
    // The first is one too many, and the second must not go into a file that has been replaced.
    change(2);
    const warnings = warn.mock.calls.map(([warning]) => warning);
    const files = readdirSync(folder);
    const lines = () => readFileSync(stateFile, "utf8").split("\n").length;
    const before = lines();
    fsync.mockRestore();
    change(5_010);
    return { simulator, warnings, files, before, after: lines() };
  } finally {
    fsync.mockRestore();
    warn.mockRestore();
  }
}

it("changes are stored while the rewrite fails, and the rewrite is tried again", async () => {
  const { simulator, warnings, files, before, after } = await rewriteWithoutRoom();
  expect(warnings).toEqual([
    `The state file ${stateFile} could not be rewritten and still grows: ENOSPC: no space left on device`,
  ]);
  expect(files).toEqual(["state", "state.lock"]);
  expect(before).toBeGreaterThan(5_000);
  expect(after).toBeLessThan(5_000);
  await simulator.close();
  expect((await start()).objects()).toMatchObject([{ associatedCount: 5_010 }]);
});

it("a change that is stored only in part is not made, and does no harm to the next change", async () => {
  const simulator = await start();
  const { writeSync } = fs;
  const write = jest.spyOn(fs, "writeSync").mockImplementation((...given: unknown[]) => {
    const [descriptor, bytes, start, , position] = given as [number, Buffer, number, number, number];
    writeSync(descriptor, bytes, start, 400, position);
    return noRoom();
  });
  try {
    expect(() => simulator.create("cluster", "w", { name: "c".repeat(500) })).toThrow(
      `The change was not stored in the state file ${stateFile}: ENOSPC: no space left on device`,
    );
  } finally {
    write.mockRestore();
  }
  expect(simulator.objects()).toEqual([]);
  const stored = simulator.create("cluster", "w", { name: "d" });
  await simulator.close();
  expect((await start()).objects()).toEqual([stored]);
});

it("the state file stays in place when the program changes its folder", async () => {
  const before = process.cwd();
  const other = mkdtempSync(join(tmpdir(), "simulator-other-"));
  try {
    process.chdir(folder);
    const simulator = await start({ stateFile: "state" });
    process.chdir(other);
    const [cluster] = simulator.seed({ workspaceId: identity.workspaceId, clusters: [{ name: "c" }] });
    // So many changes that it is rewritten.
    for (let count = 0; count <= 5_005; count += 1) simulator.setAssociatedCount(cluster!.id, count);
    await simulator.close();
    expect([readdirSync(folder), readdirSync(other)]).toEqual([["state"], []]);
    expect((await start()).objects()).toMatchObject([{ associatedCount: 5_005 }]);
  } finally {
    process.chdir(before);
    rmSync(other, { recursive: true });
  }
});

it("a state file behind links is created at their target", async () => {
  const links = join(folder, "links");
  mkdirSync(join(folder, "there"));
  mkdirSync(links);
  symlinkSync("../there/state", join(links, "one"));
  symlinkSync("links/one", join(folder, "two"));
  symlinkSync(links, join(folder, "way"));
  for (const link of ["two", "way/one"]) {
    const first = await start({ stateFile: join(folder, link) });
    first.seed({ workspaceId: identity.workspaceId, clusters: [{ name: "c" }] });
    await first.close();
    expect((await start({ stateFile: join(folder, "there/state") })).objects()).toMatchObject([
      { name: "c" },
    ]);
    await closeAll();
    rmSync(join(folder, "there/state"));
  }
  expect(readdirSync(links)).toEqual(["one"]);
  symlinkSync("circle", join(folder, "circle"));
  await expect(start({ stateFile: join(folder, "circle") })).rejects.toThrow("ELOOP");
});

it("the id of a deleted object is not reused after a rewrite of the file", () => {
  const { history, file } = openStateFile(stateFile);
  const store = new Store(history, file);
  const base = {
    kind: "snippet",
    workspaceId: "w",
    name: "",
    prompt: "",
    createdAt: "",
    lastUpdatedAt: "",
  } as const;
  store.put({ ...base, id: "x", sequence: 41 });
  store.delete("x");
  file.compactIfWorthwhile(41, Object.defineProperty(new Map(), "size", { value: -5_000 }));
  store.close();
  const again = openStateFile(stateFile);
  expect(new Store(again.history).nextSequence()).toBe(42);
  again.file.close();
});

it("a write after the close fails and reaches no other file", async () => {
  const simulator = await fill();
  await simulator.close();
  const objects = simulator.objects();
  const other = join(folder, "other");
  // One of them has the number that the state file had.
  const descriptors = Array.from({ length: 50 }, () => openSync(other, "w+"));
  expect(() => simulator.create("cluster", "w", { name: "late" })).toThrow("The simulator is closed");
  descriptors.forEach((descriptor) => closeSync(descriptor));
  expect(readFileSync(other, "utf8")).toBe("");
  expect(simulator.objects()).toEqual(objects);
});

it("a link with the name of the temporary file is not followed", async () => {
  const victim = join(folder, "victim");
  writeFileSync(victim, "precious");
  symlinkSync(victim, `${stateFile}.tmp`);
  const objects = (await fill()).objects();
  expect(readFileSync(victim, "utf8")).toBe("precious");
  await closeAll();
  expect(readdirSync(folder).sort()).toEqual(["state", "victim"]);
  expect((await start()).objects()).toEqual(objects);
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

  it("is replaced after its process was killed", async () => {
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

  (onLinux ? it : it.skip)("is replaced if its process has ended, even before the parent has noticed", () => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    const fields = () => readFileSync(`/proc/${child.pid}/stat`, "utf8").replace(/.*\) /, "").split(" ");
    const startedAt = fields()[19];
    // Node takes notice when this function has returned.
    while (fields()[0] !== "Z");
    writeFileSync(`${stateFile}.lock`, JSON.stringify({ pid: child.pid, startedAt }));
    openStateFile(stateFile).file.close();
    expect(readdirSync(folder)).toEqual(["state"]);
  });

  it("is kept if its process runs and the start time is unknown", async () => {
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

  it("is released if the file is unusable", async () => {
    writeFileSync(stateFile, "hello");
    await expect(start()).rejects.toThrow("is not a state file");
    rmSync(stateFile);
    await start();
  });

  it("is not made if the port is in use", async () => {
    const { url } = await simulate();
    await expect(start({ port: Number(new URL(url).port) })).rejects.toThrow("is in use");
    expect(readdirSync(folder)).toEqual([]);
  });
});
