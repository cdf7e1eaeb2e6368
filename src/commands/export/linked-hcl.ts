import { constants, copyFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProviderPackage, placeProvider } from "../../placing";
import { makeTemporaryFolder } from "../../estate/engine/temporary-files";

/** What an engine writes beside its configuration, and what is of no use to it. */
const LEFT_OUT = /^\.|^terraform\.d$|^node_modules$|\.tfstate(\.|$)/;

/** Overrides a remote backend, which would bring its state into the plan. */
const LOCAL_STATE = { terraform: { backend: { local: {} } } };

/** Makes a temporary folder with the configuration of another folder, with the provider and an empty state. */
export function linkedHcl(out: string): { readonly folder: string; readonly remove: () => void } {
  const folder = makeTemporaryFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const name of readdirSync(out).filter((one) => !LEFT_OUT.test(one))) {
      linkOrCopy(join(out, name), join(folder, name));
    }
    writeFileSync(join(folder, "outreach_verify_override.tf.json"), JSON.stringify(LOCAL_STATE));
    placeProvider(findProviderPackage(), folder);
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Links a folder, or copies a file: on Windows, a link to a file needs a privilege, and a junction none. */
function linkOrCopy(target: string, path: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) symlinkSync(target, path, "junction");
  else if (found?.isFile() === true) copyFileSync(target, path, constants.COPYFILE_FICLONE);
}
