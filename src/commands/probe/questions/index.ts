import type { Question } from "../question";
import { descriptions } from "./descriptions";
import { lengths } from "./lengths";
import { lists } from "./lists";
import { missing } from "./missing";
import { pageSizes } from "./page-sizes";
import { requests } from "./requests";
import { texts } from "./texts";
import { lag, latency } from "./times";
import { writes } from "./writes";

/** The questions that create nothing. */
export const READING: readonly Question[] = [...requests, latency];

/**
 * The questions that create objects. The first measures the lag, for which the others wait. Page sizes come
 * last, because they need the objects of the others.
 */
export const WRITING: readonly Question[] = [
  lag,
  ...writes,
  ...descriptions,
  ...texts,
  ...lengths,
  ...missing,
  ...lists,
  pageSizes,
];
