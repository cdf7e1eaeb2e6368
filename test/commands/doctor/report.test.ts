import { examine, textOf } from "../../../src/commands/doctor";
import { error, ok, warning } from "../../../src/commands/doctor/context";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

test("the report has one line for each finding, and the totals on the last line", () => {
  const findings = [
    { ...ok("v22.19.0"), check: "Node.js" },
    { ...error("It is\u202e broken.", "Repair it."), check: "engine" },
    { ...error("It is missing.", "Make it."), check: "installed provider" },
    { ...warning("Both.", "Remove one."), check: "CDKTF" },
    { ...ok("Fine."), check: "network" },
  ];
  expect(textOf(findings)).toBe(
    [
      "ok       Node.js             v22.19.0",
      "ERROR    engine              It is⟨U+202E⟩ broken. Repair it.",
      "ERROR    installed provider  It is missing. Make it.",
      "warning  CDKTF               Both. Remove one.",
      "ok       network             Fine.",
      "2 errors, 1 warning, 2 ok",
      "",
    ].join("\n"),
  );
});

test("what cannot be found out is an error of one check, and no other check says that it is ok", async () => {
  bench.stack("one");
  const findings = await examine(
    bench.facts({
      places: new Error("cdktf.json is not JSON."),
      engine: new Error("No engine runs."),
      node: { status: null, stdout: "", stderr: "", error: new Error("spawn node ENOENT") },
      environment: { OUTREACH_USER_ID: "" },
    }),
  );
  expect(findings.map((finding) => `${finding.check}: ${lineOf(finding)}`)).toEqual([
    expect.stringMatching(/^Node\.js: error: .*ENOENT\. Put node on PATH/),
    "engine: error: No engine runs.",
    "engine settings: error: cdktf.json is not JSON.",
    "network: ok: The proxy, certificate and TLS settings are valid.",
    expect.stringMatching(/^API: warning: Not checked/),
  ]);
});

test("a package without a built provider is one error of all checks", async () => {
  bench.stack("one");
  const context = { ...bench.facts(), provider: new Error("cdktf-outreach cannot find its provider.") };
  const errors = (await examine(context)).filter(({ status }) => status === "error");
  expect(errors.map(lineOf)).toEqual(["error: cdktf-outreach cannot find its provider."]);
});

test("an examination that is stopped rejects with the reason", async () => {
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(examine(bench.facts({ signal }))).rejects.toThrow("stopped");
});
