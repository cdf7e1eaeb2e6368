import type { Question } from "../question";
import { requests } from "./requests";
import { lag, latency } from "./times";

/** The questions that create nothing. */
export const READING: readonly Question[] = [...requests, latency];

/**
 * The questions that create objects. The first measures the lag, for which the others wait. Lists come last,
 * because they need the objects of the others.
 */
export const WRITING: readonly Question[] = [lag];
