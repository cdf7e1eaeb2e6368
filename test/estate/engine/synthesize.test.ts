import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { synthesize, synthesizedCommit } from "../../../src/estate/engine/synthesize";
import { commitIn, digestOfFile, SYNTH_RECORD } from "../../../src/placing/records";

let folder: string;
const before = process.cwd();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-synth-"));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

function write(file: string, contents: string | object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof contents === "string" ? contents : JSON.stringify(contents));
}

describe("a review that synthesizes first", () => {
  const silent = { isTTY: false, write: () => true } as unknown as NodeJS.WriteStream;
  const run = (app?: string, more: object = {}) => {
    write("cdktf.json", { ...(app !== undefined && { app }), ...more });
    return synthesize(new AbortController().signal, silent);
  };

  it("runs the app of cdktf.json with the output folder and the context that cdktf gives it", async () => {
    const app = 'mkdir -p "$CDKTF_OUTDIR" && printf %s "$CDKTF_CONTEXT_JSON" > "$CDKTF_OUTDIR/manifest.json"';
    await run(app, { output: "built", context: { region: "emea" } });
    expect(readFileSync(join(folder, "built/manifest.json"), "utf8")).toBe('{"region":"emea"}');
    const targetVersions = { terraform: ">=1.8.0" };
    await run(app, { output: "built", context: { region: "emea" }, targetVersions });
    expect(JSON.parse(readFileSync(join(folder, "built/manifest.json"), "utf8"))).toEqual({
      region: "emea",
      targetVersions,
    });
  });

  it.each([
    ["fails", "echo 'no such prompt' >&2; exit 3", "ended with status 3"],
    ["writes no stacks", "echo 'no such prompt'", "wrote no cdktf.out/manifest.json"],
  ])("never reviews the stacks of an earlier synth if the app %s", async (_, app, problem) => {
    write("cdktf.out/manifest.json", { stacks: {} });
    await expect(run(app)).rejects.toThrow(`${problem}, so nothing is reviewed.\nno such prompt`);
  });

  it("runs nothing in a project without an app", async () => {
    await run();
    rmSync(join(folder, "cdktf.json"));
    await synthesize(new AbortController().signal, silent);
  });
});

describe("a review of synthesized stacks", () => {
  const stacks = () => [{ name: "emea", folder: join(folder, "cdktf.out/stacks/emea") }];
  const record = (more: object = {}) => {
    const sources = { "../../../prompts/a.md": digestOfFile(join(folder, "prompts/a.md")), ...more };
    write(`cdktf.out/stacks/emea/${SYNTH_RECORD}`, { version: 1, commit: commitIn(folder).commit, sources });
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@localhost", ...args], { cwd: folder });
  const commit = (message: string) => {
    git("add", "prompts");
    git("commit", "-q", "-m", message);
  };

  beforeEach(() => {
    write("prompts/a.md", "Hi.\n");
    git("init", "-q");
    commit("One");
  });

  it("names the commit of the synth, with -dirty if files differed from it", () => {
    record();
    const found = synthesizedCommit(stacks());
    expect(found).toMatch(/^[0-9a-f]{40}$/);
    write("prompts/a.md", "Hello.\n");
    record();
    expect(synthesizedCommit(stacks())).toBe(`${found}-dirty`);
  });

  it("refuses a stack if a prompt file has changed or is missing, and the error says what to do", () => {
    record({ "../../../prompts/b.md": "x" });
    expect(() => synthesizedCommit(stacks())).toThrow(/prompts\/b\.md has changed since the stack emea was/);
    record();
    write("prompts/a.md", "Hello.\n");
    expect(() => synthesizedCommit(stacks())).toThrow(
      /prompts\/a\.md has changed since the stack emea was synthesized\. Run cdktf synth, or leave out --skip-synth and --cdktf-out\.$/,
    );
  });

  it("refuses a stack if data of its commit has changed since, which no record names, but not for its own files", () => {
    write("cdktf.out/stacks/emea/cdk.tf.json", {});
    write("prompts/clusters.json", ["Sales"]);
    git("add", "cdktf.out");
    commit("Two");
    record();
    write("cdktf.out/stacks/emea/cdk.tf.json", { resource: {} });
    expect(synthesizedCommit(stacks())).toMatch(/^[0-9a-f]{40}$/);
    write("prompts/clusters.json", ["Sales", "Support"]);
    expect(() => synthesizedCommit(stacks())).toThrow(
      "prompts/clusters.json has changed since the stack emea was synthesized. Run cdktf synth",
    );
    record();
    expect(synthesizedCommit(stacks())).toMatch(/-dirty$/);
  });

  it("refuses a stack if another commit is checked out", () => {
    record();
    write("prompts/other.md", "Hi.\n");
    commit("Two");
    expect(() => synthesizedCommit(stacks())).toThrow(
      /was synthesized from the commit [0-9a-f]{40}, and another/,
    );
  });

  describe("if nothing shows the age of a stack", () => {
    const environment = process.env;
    let sha: string;
    beforeEach(() => {
      process.env = { ...environment };
      for (const name of ["GITHUB_SHA", "CI_COMMIT_SHA"]) delete process.env[name];
      sha = commitIn(folder).commit!;
      record();
    });
    afterEach(() => (process.env = environment));

    /** As in a container whose user does not own the checkout. */
    const refuseOwner = () => (process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1");
    const removeProject = () => {
      for (const name of ["prompts", ".git"]) rmSync(join(folder, name), { recursive: true });
    };
    const recordWithoutCommit = () => {
      const file = `cdktf.out/stacks/emea/${SYNTH_RECORD}`;
      const written = JSON.parse(readFileSync(join(folder, file), "utf8")) as object;
      write(file, { ...written, commit: null });
    };

    it.each<[string, () => void, RegExp]>([
      [
        "git refuses the owner of the files",
        refuseOwner,
        /from the commit [0-9a-f]{40}, and git does not say .* \(detected dubious ownership.*\)\. .*GITHUB_SHA or CI_COMMIT_SHA/,
      ],
      ["the project is not here", removeProject, /from the commit [0-9a-f]{40}, and git does not say which/],
      [
        "synth recorded no commit, and one is checked out",
        recordWithoutCommit,
        /emea was synthesized where git did not say the commit/,
      ],
      [
        "git refuses the owner, and refused it for synth",
        () => {
          recordWithoutCommit();
          refuseOwner();
        },
        /emea was synthesized where git did not say the commit/,
      ],
      [
        "synth recorded no commit, and the project is not here",
        () => {
          recordWithoutCommit();
          removeProject();
        },
        /none of the files that the stack emea was synthesized from is here/,
      ],
    ])("refuses it if %s, unless this review has synthesized it", (_, happen, message) => {
      happen();
      expect(() => synthesizedCommit(stacks())).toThrow(message);
      expect(() => synthesizedCommit(stacks())).toThrow(/run cdktf synth/i);
      expect(() => synthesizedCommit(stacks(), true)).not.toThrow();
    });

    it.each(["GITHUB_SHA", "CI_COMMIT_SHA"])("takes the commit in %s, where git cannot be asked", (name) => {
      refuseOwner();
      process.env[name] = sha;
      expect(synthesizedCommit(stacks())).toBe(sha);
      expect(commitIn(folder).commit).toBe(sha);
      process.env[name] = sha.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
      expect(() => synthesizedCommit(stacks())).toThrow("and another one is checked out");
      process.env[name] = "main; rm -rf /";
      expect(commitIn(folder).commit).toBeNull();
      delete process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"];
      process.env[name] = sha.replace(/./g, "0");
      expect(synthesizedCommit(stacks())).toBe(sha);
    });

    it("accepts it in a project without a repository, if its sources are as they were", () => {
      recordWithoutCommit();
      rmSync(join(folder, ".git"), { recursive: true });
      expect(synthesizedCommit(stacks())).toBeNull();
    });
  });

  it("refuses a stack whose record cannot be read, and accepts one without a record", () => {
    expect(synthesizedCommit(stacks())).toBeNull();
    write(`cdktf.out/stacks/emea/${SYNTH_RECORD}`, { version: 2 });
    expect(() => synthesizedCommit(stacks())).toThrow("was not written by this version of cdktf-outreach");
  });
});
