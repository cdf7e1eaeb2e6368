import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Returns the CLI configuration files, of Terraform and of OpenTofu, with a `provider_installation` block.
 * With such a block, an engine ignores `terraform.d/plugins` of the working directory.
 */
export function findInstallationBlocks(env: NodeJS.ProcessEnv): string[] {
  return configurationFiles(env).filter((file) =>
    /(?:^|[\s}])"?provider_installation"?\s*[:{]/.test(withoutComments(readFileSync(file, "utf8"))),
  );
}

/** Returns the CLI configuration files that exist, in the order in which the engines look for them. */
function configurationFiles(env: NodeJS.ProcessEnv): string[] {
  const named = env.TF_CLI_CONFIG_FILE ?? env.TERRAFORM_CONFIG;
  if (named !== undefined && named !== "") return [named].filter(isFile);
  const home = env.HOME ?? homedir();
  const config = env.XDG_CONFIG_HOME ?? join(home, ".config");
  const files = [join(home, ".terraformrc"), join(home, ".tofurc"), join(config, "opentofu/tofurc")];
  return [...files, ...fragments(join(home, ".terraform.d"))].filter(isFile);
}

function fragments(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.tfrc(\.json)?$/.test(name))
    .map((name) => join(folder, name));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|^\s*(?:#|\/\/).*$/gm, "");
}
