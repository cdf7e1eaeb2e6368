import { rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../src/commands/pull";
import { ageTemporaries, killedAt } from "../killed-at";
import { runCommand } from "../programs/process";
import { workspaceBench } from "../workspace-project";

const bench = workspaceBench();

const TEXT = "one\ntwo\nthree\n";
const EDITED = TEXT.replace("two", "2");
const NAMES = ["first", "second"];
const FILES = NAMES.map((name) => `${name}.md`);

it("a pull that is killed at any step of its writing leaves whole files, and a rerun completes it", async () => {
  const project = bench.project();
  const objects = NAMES.map((name) => bench.snippet(name, TEXT));
  project.stack(
    "one",
    objects.map((object) => ({ object, name: object.name, file: `${object.name}.md` })),
  );
  for (const { id } of objects) bench.simulator().update(id, { prompt: EDITED });
  const request = { folder: project.folder, environment: project.settings, events: [] };
  const pull = () => runCommand(run, [], request);
  const left = new Set<string>();
  let step = 0;
  for (let isKilled = true; isKilled;) {
    for (const file of FILES) project.write(file, TEXT);
    rmSync(join(project.folder, "outreach-pulled.json"), { force: true });
    isKilled = await killedAt((step += 1), pull);
    const texts = FILES.map((file) => project.read(file));
    for (const text of texts) expect([TEXT, EDITED]).toContain(text);
    left.add(texts.map((text) => (text === TEXT ? "before" : "after")).join(", "));
    ageTemporaries(project.folder);
    expect([0, 2]).toContain((await pull()).status);
    for (const file of FILES) expect(project.read(file)).toBe(EDITED);
    expect(Object.keys(project.files()).filter((file) => file.startsWith("."))).toEqual([]);
  }
  expect([...left]).toEqual(["before, before", "after, before", "after, after"]);
});
