import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { measure, readCorpus } from "../../scripts/prompt-corpus";

const root = join(__dirname, "../..");
const folder = join(__dirname, "corpus");
const corpus = readdirSync(folder).flatMap((file) => readCorpus(readFileSync(join(folder, file), "utf8")));

describe("on prompts as people write them", () => {
  const measured = measure(corpus);

  it("at least 95 % of the warnings are right", () => {
    expect(measured.precision).toBeGreaterThanOrEqual(0.95);
  });

  it("at least 95 % of the right warnings are drawn", () => {
    expect(measured.recall).toBeGreaterThanOrEqual(0.95);
  });

  it("the corpus is large, and at least half of its texts should draw no warning", () => {
    const silent = corpus.filter(({ right }) => right.length === 0).length;
    expect(corpus.length).toBeGreaterThanOrEqual(120);
    expect(silent / corpus.length).toBeGreaterThan(0.3);
    expect(new Set(corpus.map(({ title }) => title)).size).toBe(corpus.length);
  });
});

test("a wrong warning lowers the precision, and a missing one lowers the recall", () => {
  const right = ["nearly: {a name} => {a_name}"];
  const one = {
    title: "one",
    prompt: "{first name} {}x",
    right: ["nearly: {first name} => {first_name}", ...right],
  };
  expect(measure([one])).toMatchObject({ drawn: 2, right: 2, hits: 1, precision: 0.5, recall: 0.5 });
  expect(measure([one]).misses).toEqual(["+ empty: {} =>  (one)", `- ${right[0]} (one)`]);
});

test("`npm run prompts` prints counts, samples and figures of files and folders", () => {
  const run = (...files: string[]) =>
    execFileSync(process.execPath, ["--import", "tsx", "scripts/prompts.ts", ...files], {
      cwd: root,
      encoding: "utf8",
    });
  const output = run("test/prompts/corpus", "examples/quickstart");
  expect(output).toMatch(/^\d+ prompts, \d+ of them with warnings, \d+ mistakes\n/);
  expect(output).toContain("\ndoubled: ");
  expect(output).toMatch(/\n {2}test\/prompts\/corpus\/\w+\.txt \(.+\):1:\d+ "\{\{.+\}\} => \{.+\}"\n/);
  expect(output).toMatch(/\nprecision \d+\.\d %, recall \d+\.\d %\n/);
});
