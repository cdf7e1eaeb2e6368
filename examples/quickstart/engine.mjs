import { spawnSync } from "node:child_process";

/**
 * Returns the engine that TERRAFORM_BINARY_NAME names, else terraform, else tofu, and its version. If no
 * engine runs, the error says what to install or correct.
 */
export function findEngine() {
  const wanted = process.env.TERRAFORM_BINARY_NAME ?? "";
  const failing = [];
  for (const engine of wanted === "" ? ["terraform", "tofu"] : [wanted]) {
    const { status, error, stdout } = spawnSync(engine, ["version"], { encoding: "utf8" });
    if (status === 0) return { engine, version: /\bv(\d\S*)/.exec(stdout)?.[1] ?? "" };
    if (error?.code !== "ENOENT") failing.push(`${engine} version`);
  }
  if (wanted !== "")
    throw new Error(
      `TERRAFORM_BINARY_NAME names ${JSON.stringify(wanted)}, which does not run. Name another program, or unset it.`,
    );
  if (failing.length > 0)
    throw new Error(`${failing.join(" and ")} failed, though on PATH. Run that by itself to see why.`);
  throw new Error(
    "Neither terraform nor tofu is on PATH: install Terraform (https://developer.hashicorp.com/terraform/install) " +
      "or OpenTofu (https://opentofu.org/docs/intro/install) and run this again.",
  );
}
