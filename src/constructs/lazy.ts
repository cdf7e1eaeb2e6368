import type { IResolvable } from "cdktf";

/**
 * Whether a token is a value that the program gives at synth, and no expression of Terraform. By its shape and not by its
 * class: where links lead to a second copy of cdktf, what the app makes is of other classes than ours.
 */
export function isLazy(token: IResolvable): boolean {
  return "resolveLazy" in token;
}
