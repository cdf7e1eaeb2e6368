/**
 * What makes a reader look at changes, the most dangerous first. Every format shows changes in this order.
 *
 * - `delete`: objects are deleted at the server.
 * - `overwrite`: content that was edited outside of Terraform is overwritten.
 * - `replace`: objects are replaced.
 * - `forget`: objects leave the state and stay at the server.
 * - `variables`: prompts lose placeholders.
 * - `warning`: warnings are about the changes.
 * - `outlier`: the edit shares lines with the edit of more objects, and is not the same.
 * - `single`: no other object changes in the same way.
 * - `group`: several objects change in the same way.
 * - `kept`: objects are only imported or moved.
 */
export const DANGERS = [
  "delete",
  "overwrite",
  "replace",
  "forget",
  "variables",
  "warning",
  "outlier",
  "single",
  "group",
  "kept",
] as const;

export type Danger = (typeof DANGERS)[number];

/** Dangers that come first, also if the change was pending before this branch: the next apply does it. */
export const LOUD: ReadonlySet<Danger> = new Set(["delete", "overwrite", "replace"]);

/** Dangers that a long review folds. */
export const HARMLESS: ReadonlySet<Danger> = new Set(["single", "group", "kept"]);
