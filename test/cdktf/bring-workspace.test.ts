import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { type CdktfProject, cdktfBench, COMMAND, ROOT, succeeded } from "./harness";
import { CLEAN, editHostile, expectNewFound, expectPulled, filesIn, seedHostile } from "./hostile-workspace";

// From a full workspace to code for CDKTF, and back: export, plan, apply, check, edits in Outreach, pull.

const bench = cdktfBench({ provider: "in-process" });

test("a workspace becomes code for CDKTF that plans clean, and edits come back to its files", async () => {
  const project = bench.project();
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  seedHostile(bench.simulator());
  const exported = await project.command(["export", "--verify", "--no-states"]);
  expect(exported).toMatchObject({ status: 0, stderr: CLEAN });
  await compileStrictly(project);

  project.app({
    whole: 'new OutreachProvider(stack, "outreach"); require("./outreach").declareWorkspace(stack);',
  });
  // CDKTF checks the version of the engine for each import.
  project.write("engine", `#!/bin/sh\necho run >> runs\nexec ${ENGINE} "$@"\n`);
  chmodSync(join(project.folder, "engine"), 0o755);
  await project.synthInProcess({ TERRAFORM_BINARY_NAME: "./engine" });
  expect(readFileSync(join(project.folder, "runs"), "utf8")).toBe("run\n");
  await project.apply("whole");
  // That such an edit is planned as a change is tested with HCL.
  await expectPulled(project, editHostile(bench.simulator()));
  await project.synth();
  await project.engine("whole", ["plan", "-detailed-exitcode"]);
  await expectNewFound(bench.simulator(), project);

  const before = filesIn(join(project.folder, "outreach"));
  expect((await project.command(["export"])).stdout).toContain("Exported 1 cluster and 0 snippets");
  const data = join(project.folder, "outreach/objects.json");
  for (const [file, bytes] of Object.entries(before)) {
    if (file !== data) expect(readFileSync(file, "latin1")).toBe(bytes);
  }
  succeeded("settle", await project.command(["export", "--settle"]));
  const rows = Object.values(JSON.parse(readFileSync(data, "utf8")) as Record<string, unknown>)
    .filter((list) => Array.isArray(list))
    .flat() as { id: string; settled?: boolean }[];
  expect(rows.filter(({ settled }) => settled !== true)).toMatchObject([{ id: "new" }]);
});

/**
 * As a project with TypeScript's strictest settings does, and with only the types of Node.js; the JavaScript
 * goes beside the code. Node.js itself runs TypeScript whose syntax can be erased.
 */
async function compileStrictly(project: CdktfProject): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noUnusedLocals: true, noUnusedParameters: true },
    ...{
      exactOptionalPropertyTypes: true,
      erasableSyntaxOnly: true,
      noPropertyAccessFromIndexSignature: true,
    },
    ...{
      target: "es2022",
      module: "node16",
      skipLibCheck: true,
      types: ["node"],
    },
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["outreach"] }));
  const tsc = join(ROOT, "node_modules/typescript7/bin/tsc");
  succeeded("tsc", await project.spawn(process.execPath, [tsc, "-p", "."]));
}

test("an export that is killed while it reads leaves nothing, and one whose read fails goes on with the next run", async () => {
  const project = bench.project();
  seedHostile(bench.simulator());
  const { simulator } = bench;
  const before = readdirSync(project.folder).sort();
  const held = simulator().addFault({ operation: "GetSnippet", nth: 20, effect: { type: "hold" } });
  const killed = project.spawn(process.execPath, [...COMMAND, "export", "--no-states"]);
  await simulator().waitForCall("GetSnippet", 20);
  project.killAll();
  await killed;
  simulator().release(held);
  simulator().clearFaults();
  expect(readdirSync(project.folder).sort()).toEqual(before);

  // Of one object, not of the nth call: calls of the killed export may still arrive.
  const { id } = simulator()
    .objects()
    .find(({ kind }) => kind === "snippet")!;
  simulator().addFault({
    operation: "GetSnippet",
    match: { id },
    times: 1_000,
    effect: { type: "status", status: 422 },
  });
  const first = await project.command(["export", "--no-states"]);
  expect(first.status).toBe(1);
  expect(first.stdout).toMatch(/Not exported: snippet ".*" \(\w+\): .*422/);
  simulator().clearFaults();
  expect((await project.command(["export", "--no-states"])).stdout).toContain(
    "Exported 0 clusters and 1 snippet to outreach.",
  );
});
