import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInUse, lockingFolder } from "../../../src/util/files/lock-file";
import { ChangedFile, writeFiles, writeWhole } from "../../../src/util/files/write-whole";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-write-"));
  file = join(folder, "file");
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = () => readFileSync(file, "utf8");

/** Saves the file as a person does, right after a task has written its temporary file. */
function savingMeanwhile(saved: string, task: () => void): void {
  const { writeFileSync: write } = fs;
  fs.writeFileSync = ((path: string, ...rest: [string]) => {
    write(path, ...rest);
    write(file, saved);
  }) as typeof write;
  try {
    task();
  } finally {
    fs.writeFileSync = write;
  }
}

describe("writing a file", () => {
  it("replaces it if it has the contents that were read, and keeps its mode", () => {
    writeFileSync(file, "old", { mode: 0o640 });
    writeWhole(file, "new", "old");
    expect(text()).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    writeWhole(join(folder, "a/b"), "made", null);
    expect(readdirSync(folder).sort()).toEqual(["a", "file"]);
  });

  it("that fails names the file, also if the error of the system names none", () => {
    const { writeFileSync: write } = fs;
    fs.writeFileSync = () => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    try {
      expect(() => writeWhole(file, "new")).toThrow(
        `${file} cannot be written: ENOSPC: no space left on device, write`,
      );
    } finally {
      fs.writeFileSync = write;
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["changed", "edited", "old"],
    ["created", "edited", null],
    ["removed", null, "old"],
  ])("the write is refused if the file was %s since it was read", (_, now, expected) => {
    if (now !== null) writeFileSync(file, now);
    expect(() => writeWhole(file, "new", expected)).toThrow(ChangedFile);
    expect(existsSync(file) ? text() : null).toBe(now);
  });

  it.each([
    ["changed", "old"],
    ["created", null],
  ])("looks again right before: a file that was %s meanwhile is kept", (_, expected) => {
    if (expected !== null) writeFileSync(file, expected);
    savingMeanwhile("edited", () => {
      expect(() => writeWhole(file, "new", expected)).toThrow(ChangedFile);
    });
    expect(text()).toBe("edited");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("refuses a link, and writes none of several files if one is refused", () => {
    symlinkSync(join(folder, "target"), file);
    expect(() => writeWhole(file, "new")).toThrow("is not a file. Move it away.");
    const files = ["one", "file"].map((path) => ({ path, contents: "new" }));
    expect(() => writeFiles(folder, files)).toThrow("is not a file");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("refuses a path that a link leads out of the folder, and accepts a link inside of it", () => {
    mkdirSync(join(folder, "inside/real"), { recursive: true });
    mkdirSync(join(folder, "outside"));
    symlinkSync("../outside", join(folder, "inside/out"));
    symlinkSync("real", join(folder, "inside/link"));
    const inside = join(folder, "inside");
    expect(() => writeFiles(inside, [{ path: "out/x", contents: "" }])).toThrow("leads out of");
    writeFiles(inside, [{ path: "link/x", contents: "" }]);
    expect(readdirSync(join(folder, "outside"))).toEqual([]);
    expect(existsSync(join(inside, "real/x"))).toBe(true);
  });
});

describe("the lock of a folder", () => {
  const { signal } = new AbortController();
  const ended = () => spawnSync(process.execPath, ["--version"]).pid;

  it("lets one task after the other run, and leaves no file", async () => {
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    await Promise.all(["a", "b"].map((name) => lockingFolder(folder, signal, task(name))));
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a task takes the lock of a process that was killed, and begins without its old temporary files", async () => {
    const pid = ended();
    writeFileSync(join(folder, ".cdktf-outreach.lock"), JSON.stringify({ pid, startedAt: "1" }));
    const left = `.cdktf-outreach-${pid}-00000000-0000-0000-0000-000000000000.tmp`;
    const running = left.replace(`${pid}`, `${process.pid}`);
    writeFileSync(join(folder, left), "half");
    writeFileSync(join(folder, running), "");
    for (const name of [left, running]) utimesSync(join(folder, name), 0, 0);
    expect(isInUse(folder)).toBe(true);
    await lockingFolder(folder, signal, () => Promise.resolve());
    expect(readdirSync(folder)).toEqual([running]);
  });

  it("a wait for the lock ends when the command is interrupted", async () => {
    const controller = new AbortController();
    await lockingFolder(folder, signal, async () => {
      const waiting = lockingFolder(folder, controller.signal, () => Promise.resolve());
      controller.abort();
      await expect(waiting).rejects.toThrow();
    });
  });

  it("removes a new folder that stays empty", async () => {
    const made = join(folder, "new");
    await lockingFolder(made, signal, () => Promise.resolve());
    expect(existsSync(made)).toBe(false);
  });
});
