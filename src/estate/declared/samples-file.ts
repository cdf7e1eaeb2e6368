import { lstatSync, readFileSync, statSync } from "node:fs";
import { parseSamples, type Sample } from "../../prompts";
import { parseLossless } from "../../util/json";

const DEFAULT_FILE = "prompts/samples.json";

/** In bytes. The HTML page of a review contains the whole file. */
const MAX_BYTES = 1024 * 1024;

/** Reads the file of `--samples`, or else prompts/samples.json. No samples if neither exists. */
export function readSamples(given: string | undefined): { file: string; samples: Sample[] } {
  if (given === undefined && lstatSync(DEFAULT_FILE, { throwIfNoEntry: false }) === undefined)
    return { file: DEFAULT_FILE, samples: [] };
  const file = given ?? DEFAULT_FILE;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true)
    throw new Error(`There is no file ${JSON.stringify(file)}. Name a file of samples with --samples.`);
  if (found.size > MAX_BYTES)
    throw new Error(`${file} has more than 1 MiB. Keep fewer or shorter samples in this file.`);
  return { file, samples: parseSamples(parseLossless(file, readFileSync(file)), file) };
}
