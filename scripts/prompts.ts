// Prints the warnings about prompts: `npm run prompts -- FILE…`. A corpus, as in test/prompts/corpus, is
// compared with its correct warnings. A folder stands for its files.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkPrompt, type PromptFinding } from "../src/prompts";
import { isCorpus, labelOf, measure, readCorpus, type Labelled } from "./prompt-corpus";

const SAMPLES = 10;

interface Sample {
  readonly file: string;
  readonly finding: PromptFinding;
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
  return entries.map((entry) => join(path, entry)).filter((file) => statSync(file).isFile());
}

function printCounts(prompts: number, samples: readonly Sample[]): void {
  const kinds = new Set(samples.map(({ finding }) => finding.kind));
  const warned = new Set(samples.map(({ file }) => file)).size;
  console.log(`${prompts} prompts, ${warned} of them with warnings, ${samples.length} mistakes`);
  for (const kind of kinds) {
    const all = samples.filter(({ finding }) => finding.kind === kind);
    console.log(`\n${kind}: ${all.length}`);
    const distinct = new Map(all.map((sample) => [labelOf(sample.finding), sample]));
    for (const [label, { file, finding }] of [...distinct].slice(0, SAMPLES)) {
      console.log(
        `  ${file}:${finding.line}:${finding.column} ${JSON.stringify(label.slice(kind.length + 2))}`,
      );
    }
  }
}

function printMeasured(corpus: readonly Labelled[]): void {
  const { drawn, right, hits, precision, recall, misses } = measure(corpus);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `\n${corpus.length} prompts with the warnings that are right: ${drawn} drawn, ${right} right, ${hits} both`,
  );
  console.log(`precision ${percent(precision)}, recall ${percent(recall)}`);
  for (const miss of misses) console.log(`  ${miss}`);
}

const files = process.argv.slice(2).flatMap(filesOf);
if (files.length === 0) throw new Error("Name files or folders: npm run prompts -- FILE…");
const texts = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
const labelled = texts.filter(({ text }) => isCorpus(text)).flatMap(({ text }) => readCorpus(text));
const prompts = texts.flatMap(({ file, text }) =>
  isCorpus(text)
    ? readCorpus(text).map(({ title, prompt }) => ({ file: `${file} (${title})`, prompt }))
    : [{ file, prompt: text }],
);
printCounts(
  prompts.length,
  prompts.flatMap(({ file, prompt }) => checkPrompt(prompt).map((finding) => ({ file, finding }))),
);
if (labelled.length > 0) printMeasured(labelled);
