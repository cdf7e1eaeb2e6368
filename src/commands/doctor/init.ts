import { rmSync } from "node:fs";
import { join } from "node:path";
import { withoutLog } from "../../estate/engine/run-engine";
import { makeTemporaryFolder } from "../../estate/engine/temporary-files";
import { requirementsIn } from "../../estate/hcl/requirements";
import type { DoctorContext, Engine, Place } from "./context";
import type { Finding } from "./finding";
import { findingsIn, type SharedFinding } from "./places";
import { isOf, requiresProvider } from "./requirements";
import { runProgram } from "./run-program";

/**
 * Runs init as the engine would, because only the engine knows all that makes it fail: syntax, required_version,
 * arguments, duplicate blocks. Without the backend, with a temporary data folder, and with a lock file that it may
 * not write. Runs it only if it needs no registry, and if no earlier check has found what makes init fail.
 */
export async function checkInit(context: DoctorContext, earlier: readonly Finding[]): Promise<Finding[]> {
  const { engine, places, provider } = context;
  if (engine instanceof Error || places instanceof Error || provider instanceof Error) return [];
  if (earlier.some(({ status }) => status === "error")) return [];
  const isLocal = (place: Place) =>
    requiresProvider(place, provider) &&
    requirementsIn(place.folder).every(({ source }) => isOf(provider, source) || /^\.\.?\//.test(source));
  const found = new Map<Place, SharedFinding[]>();
  // One after the other, because the engines may share a plugin cache.
  for (const place of places.filter(isLocal)) found.set(place, await initFindings(place, engine, context));
  return findingsIn([...found.keys()], (place) => found.get(place) ?? []);
}

/** The last two take back arguments of TF_CLI_ARGS_init that would write files, or that exclude a lock file to read. */
const ARGUMENTS = [
  ...["-backend=false", "-input=false", "-no-color", "-lockfile=readonly"],
  ...["-from-module=", "-upgrade=false"],
];

async function initFindings(
  { folder }: Place,
  { program, version }: Engine,
  { environment, signal }: DoctorContext,
): Promise<SharedFinding[]> {
  const name = `${version.startsWith("OpenTofu") ? "tofu" : "terraform"} init`;
  const temporary = makeTemporaryFolder();
  try {
    const data = { TF_DATA_DIR: join(temporary, "data"), TF_PLUGIN_CACHE_DIR: undefined };
    const run = await runProgram(program, ["init", ...ARGUMENTS], {
      environment: { ...withoutLog(environment), ...data },
      signal,
      folder,
    });
    if (run.status === 0)
      return [{ status: "ok", text: (names) => `${name} succeeds in ${names}; the backend was not asked.` }];
    // What only our own argument makes fail says nothing about the user's init.
    if (run.status === null || run.stderr.includes("-lockfile=readonly")) return [];
    const text = (names: string) => `${name} fails in ${names}: ${reasonIn(run.stderr)}.`;
    return [{ status: "error", text, cure: `Run ${name} there, and correct what it reports.` }];
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Returns the first error that names a place, else the first one, without lines of the configuration. */
function reasonIn(stderr: string): string {
  const errors = stderr.split(/^Error: /m).slice(1);
  const first = errors.find((one) => PLACE.test(one)) ?? errors[0] ?? stderr;
  const [summary = ""] = first.trim().split(/\n\s*\n/);
  const place = PLACE.exec(first)?.slice(1, 3).join(" line ");
  return `${summary.replaceAll(/\s+/g, " ").replace(/\.$/, "")}${place === undefined ? "" : ` (${place})`}`;
}

const PLACE = /^ {2}on (.+?) line (\d+)/m;
