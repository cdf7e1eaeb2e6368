import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Returns the CLI configuration files with a block that makes an engine ignore `terraform.d/plugins`. */
export function findInstallationBlocks(env: NodeJS.ProcessEnv): string[] {
  return configurationFiles(env).filter((file) => {
    const withoutComments = readFileSync(file, "utf8").replace(/\/\*[^]*?\*\/|^\s*(?:#|\/\/).*$/gm, "");
    return /(?:^|[\s}])"?provider_installation"?\s*[:{]/.test(withoutComments);
  });
}

/** Returns the CLI configuration files that exist, in the order in which the engines look for them. */
function configurationFiles(env: NodeJS.ProcessEnv): string[] {
  const named = env.TF_CLI_CONFIG_FILE ?? env.TERRAFORM_CONFIG;
  if (named !== undefined && named !== "") return [named].filter(isFile);
  const home = env.HOME ?? homedir();
  const config = env.XDG_CONFIG_HOME ?? join(home, ".config");
  const files = [join(home, ".terraformrc"), join(home, ".tofurc"), join(config, "opentofu/tofurc")];
  const folder = join(home, ".terraform.d");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const fragments = names.filter((name) => /\.tfrc(\.json)?$/.test(name)).map((name) => join(folder, name));
  return [...files, ...fragments].filter(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
