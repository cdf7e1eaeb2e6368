import { platformBuilds, PLATFORMS } from "../../placing";
import { isAtLeast, OLDEST_NODE } from "../../util/versions";
import type { DoctorContext } from "./context";
import { error, failed, type Finding, ok } from "./finding";

/** The oldest engines that the package is tested with. */
const OLDEST = { Terraform: [1, 5, 7], OpenTofu: [1, 6, 0] } as const;

/** Checks the Node.js on PATH, with which the engine starts the provider. */
export function checkNode({ node: { status, stdout, stderr, error: failure } }: DoctorContext): Finding[] {
  const cure = "Put node on PATH: the engine starts the provider with it.";
  if (failure !== undefined && "code" in failure && failure.code === "ENOENT")
    return [error("There is no node on PATH.", cure)];
  const version = stdout.trim();
  if (status !== 0 || !/^v\d+\.\d+\.\d+/.test(version)) {
    const reason = failure?.message ?? stderr.trim().split("\n")[0]!;
    return [error(`node --version does not print a version${reason === "" ? "" : `: ${reason}`}.`, cure)];
  }
  if (isAtLeast(version, OLDEST_NODE)) return [ok(version)];
  return [
    error(`${version} is too old.`, `Install ${OLDEST_NODE.join(".")} or newer, and put it first on PATH.`),
  ];
}

/** Checks that an engine is present, runs, and is new enough for protocol 6 and import blocks. */
export function checkEngine({ engine, provider }: DoctorContext): Finding[] {
  if (engine instanceof Error) return [failed(engine)];
  const { version, platform } = engine;
  const oldest = OLDEST[version.startsWith("OpenTofu") ? "OpenTofu" : "Terraform"];
  if (!isAtLeast(version, oldest))
    return [error(`${version} is too old.`, `Install ${oldest.join(".")} or newer.`)];
  const known =
    provider instanceof Error ? PLATFORMS : platformBuilds(provider).map((build) => build.platform);
  if (platform === undefined || known.includes(platform)) return [ok(version)];
  const cure = `Use an engine for one of ${known.join(", ")}.`;
  return [error(`${version} is built for ${platform}, on which the provider does not run.`, cure)];
}
