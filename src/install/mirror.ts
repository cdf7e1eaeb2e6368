import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The folder in which Terraform looks for providers before any registry. */
export const MIRROR = "terraform.d/plugins";

/** Reports whether the name of a folder is a version, such as `1.2.0` or `1.2.0-rc1`. */
export function isVersion(name: string): boolean {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(name);
}

/** The file in a shared folder of versions. */
const SHARED = ".shared";

/** Reports whether other folders may use the same versions: because of a link here, or of a link to here. */
export function isShared(versions: string, stackFolder: string): boolean {
  const path = relative(realpathSync(stackFolder), realpathSync(versions));
  return path === ".." || path.startsWith(`..${sep}`) || existsSync(join(versions, SHARED));
}

/** Marks the folder of versions, so that a run in the folder that the link leads to removes no version. */
export function markShared(versions: string): void {
  if (existsSync(join(versions, SHARED))) return;
  try {
    writeFileSync(
      join(versions, SHARED),
      "Another folder has a link to this one, so cdktf-outreach removes no version from it.\n",
    );
  } catch {
    // A folder that this user may not write to can have the right version all the same.
    return;
  }
}
