import type { Origin } from "./review";

/** The origins of changes in the order of display: what this branch adds comes first. */
export const ORIGINS: readonly Origin[] = ["branch", "unknown", "base"];
