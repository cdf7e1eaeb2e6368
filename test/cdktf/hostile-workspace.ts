import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Simulator } from "../../src/simulator";
import { type CdktfProject, WORKSPACE_ID } from "./harness";

// A full workspace that becomes code or HCL, and edits in Outreach that come back to it.

/** Names and texts that come from a server, whose users do not think of code. */
export const NAMES = [
  ...[
    "Opener",
    "Opener",
    "opener",
    "a/b",
    "../../etc",
    "CON",
    "con",
    "nul",
    "",
    "😀",
    "名前",
    "Ärger",
    "123 go",
  ],
  ...[
    "*/ end",
    "${danger}",
    "%{if}",
    "$${x}",
    "quote\"'`",
    "line\nbreak",
    "\u202eright",
    "  spaced  ",
    "outreach",
  ],
  ...[
    "e\u0301cole",
    "tab\tx",
    "\\back",
    "${TfToken[TOKEN.0]}",
    "a\u2028b",
    "default",
    "// c",
    "x".repeat(10_000),
  ],
];
const EDITED = "one\ntwo\nthree\nfour\nfive\n";
const PROMPTS = [
  ...[
    "Hi {name}\n",
    "\ufeffmarked\n",
    "no end",
    "",
    "${x} %{y} $${z}\n",
    "a\r\nb\r\n",
    '"q" \\ \t\n',
    "e\u0301\n",
  ],
  ...["```\n{a}\n```\n", "<<EOF\nEOF\n", "${TfToken[TOKEN.7]} x\n", EDITED],
];

/** Puts a cluster and a snippet of every name into the workspace. */
export function seedHostile(simulator: Simulator): void {
  simulator.seed({
    workspaceId: WORKSPACE_ID,
    clusters: NAMES.map((name, index) => ({ name, ...(index % 2 === 0 && { description: `of ${name}` }) })),
    snippets: NAMES.map((name, index) => ({ name, prompt: PROMPTS[index % PROMPTS.length]! })),
  });
}

/** The bytes of every file below a folder, by path. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), "latin1"),
    ]),
  );
}

/** Edits every snippet of one prompt, as people do in Outreach. Returns their number. */
export function editHostile(simulator: Simulator): number {
  const found = simulator.objects().filter((object) => object.kind === "snippet" && object.prompt === EDITED);
  for (const { id } of found) simulator.update(id, { prompt: EDITED.replace("two", "2") });
  return found.length;
}

/** What --verify prints of the objects. */
export const CLEAN = `Verified with the engine: ${2 * NAMES.length} to import, 0 to add, 0 to change, 0 to destroy.\n`;

/** Expects that edits in Outreach of applied objects come back to the files. */
export async function expectPulled(project: CdktfProject, edits: number): Promise<void> {
  const pulled = await project.command(["pull"]);
  expect(pulled).toMatchObject({ status: 2, stderr: "" });
  expect(pulled.stdout.match(/^Wrote /gm)).toHaveLength(edits);
  expect(await project.command(["pull"])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Nothing to pull\. Compared \d+ objects\.\n$/) as string,
  });
}

/** Expects that a check names an object that was created in Outreach. */
export async function expectNewFound(simulator: Simulator, project: CdktfProject): Promise<void> {
  simulator.create("cluster", WORKSPACE_ID, { name: "New" });
  const checked = await project.command(["check", "--json"]);
  expect(checked.status).toBe(2);
  const { unmanaged } = JSON.parse(checked.stdout) as { unmanaged: { name: string }[] };
  expect(unmanaged).toMatchObject([{ name: "New" }]);
}
