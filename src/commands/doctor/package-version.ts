import { differentLockedVersion, findInstalled, findNearest } from "../../placing";
import { readText } from "../../util/files/read-file";
import { parseJson } from "../../util/json";
import type { DoctorContext } from "./context";
import { error, type Finding, warning } from "./finding";

/** Checks that the installed version of this package is the one in the lock file, and the one of doctor. */
export function checkPackageVersion({ folder, environment, provider }: DoctorContext): Finding[] {
  const installed = findInstalled("cdktf-outreach", folder, environment)?.version ?? "";
  if (installed === "") return [];
  const findings = lockFileFindings(folder);
  const locked = differentLockedVersion(folder, installed);
  if (locked !== undefined) {
    const { file, version, command } = locked;
    const text = `cdktf-outreach ${installed} is installed, but ${file} has ${version}, so another machine may plan with another version.`;
    findings.push(warning(text, `Run ${command}, or update the lock file.`));
  }
  if (!(provider instanceof Error) && provider.version !== installed) {
    const text = `This doctor belongs to version ${provider.version}, but the project has cdktf-outreach ${installed}.`;
    findings.push(warning(text, "Run npx cdktf-outreach doctor in the project."));
  }
  return findings;
}

/** A lock file of npm that npm cannot read says nothing about the version. */
function lockFileFindings(folder: string): Finding[] {
  const file = findNearest(folder, ["npm-shrinkwrap.json", "package-lock.json"]);
  if (file === undefined || parseJson(readText(file)) !== undefined) return [];
  return [
    error(`${file} is not JSON.`, "Restore it from version control, or remove it and run npm install."),
  ];
}
