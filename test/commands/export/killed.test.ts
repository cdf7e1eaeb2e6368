import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readCode } from "../../../src/commands/export/code";
import { writing } from "../../../src/commands/export";
import type { ExportOptions } from "../../../src/commands/export/options";
import type { WorkspaceObject } from "../../../src/estate/workspace/workspace";
import { ageTemporaries, killedAt } from "../killed-at";
import { decided } from "./write-export";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-killed-"));
const out = join(folder, "outreach");
afterAll(() => rmSync(folder, { recursive: true }));

const EUROPE: WorkspaceObject = { ...object("cluster", "Europe"), kind: "cluster", description: "Sales" };
const OPENER: WorkspaceObject = { ...object("snippet", "Opener"), kind: "snippet", prompt: "Hi {name}\n" };
const NUDGE: WorkspaceObject = { ...object("snippet", "Nudge"), kind: "snippet", prompt: "Still {name}?\n" };

function object(kind: string, name: string) {
  return { id: `${kind}-${name}`, name, lastUpdatedAt: null };
}

/** Decides and writes as an export does that has read these objects. */
async function write(format: "cdktf" | "hcl", objects: readonly WorkspaceObject[]) {
  const project = { fork: "cdktf", isModule: false, place: "outreach" };
  const options = { format, out, dryRun: false, ...project } as unknown as ExportOptions;
  const { signal } = new AbortController();
  return writing(async () => decided(out, await readCode(options, signal), objects), options, signal);
}

/** The contents of all files below the folder of the export, without temporary files and the lock. */
function files(isAll = false): Record<string, string> {
  const entries = existsSync(out) ? readdirSync(out, { recursive: true, withFileTypes: true }) : [];
  const found = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    found
      .filter((file) => isAll || !basename(file).startsWith(".cdktf-outreach"))
      .map((file) => [file, readFileSync(file, "utf8")]),
  );
}

describe.each(["cdktf", "hcl"] as const)(
  "an export that is killed at any step of its writing (%s)",
  (format) => {
    it.each([
      ["into a new folder", [], [EUROPE, OPENER]],
      ["into the folder of an earlier export", [EUROPE, OPENER], [EUROPE, OPENER, NUDGE]],
    ])(
      "leaves whole files %s, and a rerun completes them and leaves nothing else",
      async (_, earlier, objects) => {
        const prepare = async () => {
          rmSync(out, { recursive: true, force: true });
          if (earlier.length > 0) await write(format, earlier);
        };
        await prepare();
        const before = files();
        await write(format, objects);
        const expected = files();
        let step = 1;
        for (await prepare(); await killedAt(step, () => write(format, objects)); await prepare()) {
          for (const [file, text] of Object.entries(files()))
            expect([before[file], expected[file]]).toContain(text);
          if (format === "hcl") noResourceWithoutImport();
          if (existsSync(out)) ageTemporaries(out);
          await write(format, objects);
          expect(files(true)).toEqual(expected);
          step += 1;
        }
        expect(step).toBeGreaterThan(15);
      },
    );
  },
);

/** An apply would create the object of such a resource a second time. */
function noResourceWithoutImport(): void {
  const texts = files();
  const all = Object.values(texts).join("\n");
  const imports = texts[join(out, "outreach-imports.tf.json")] ?? "";
  for (const [, type, name] of all.matchAll(/^resource "(\w+)" "([\w-]+)"/gm)) {
    expect(imports).toContain(`"${type}.${name}"`);
  }
}
