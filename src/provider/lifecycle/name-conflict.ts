import { ProviderError, describe, MOVED_BLOCK } from "../wording/subject";
import type { Concerned } from "../run/operation";

/** Returns the error of a create that has the name of a managed object, even of one that is to be deleted. */
export function nameConflict({ subject, run }: Concerned): ProviderError {
  return new ProviderError(
    `${describe(subject)} has the name of another resource of this configuration`,
    `One of the two resources is to be created, and Terraform may create it before the other resource is deleted or renamed. existing_name = ${JSON.stringify(run.settings.existingName)} needs different names. ` +
      `Declare another name for one of them, write ${MOVED_BLOCK} if they are the same resource under a new address, or plan with existing_name = "warn".`,
    "name",
  );
}
