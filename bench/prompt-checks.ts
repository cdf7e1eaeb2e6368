// Measures the checks of prompts: microseconds for an ordinary prompt, and milliseconds for 1 MB of braces of
// each shape.
//
//   node --import tsx bench/prompt-checks.ts
import { checkPrompt, warningsOfPrompt } from "../src/prompts";
import { promptOf } from "./prompt";
import { median } from "./statistics";

const LENGTH = 1_000_000;
const GOAL = 300;
const SHAPES = [
  ...[
    "{}",
    "{",
    "}",
    "}{",
    "{ ",
    "{} ",
    "{a ",
    "{a b}",
    "{a_b }",
    "{first name} ",
    "{{x}} ",
    "{{a|b}}",
    "{{a} ",
    "{a}} ",
  ],
  ...[
    "{{{a}}} ",
    "[{",
    "({",
    "|{",
    "`{a b}",
    "```\n{a }\n",
    "{a_b\n",
    "{a_b,\n",
    "a: {}\n",
    "in {} ",
    "f({x ",
  ],
  ...[
    "{a}",
    "{é}",
    "{é e}",
    "｛会社｝",
    "={{a}}",
    "\\a{b c}",
    `{a${" ".repeat(150)}!}`,
    `{a|${"x ".repeat(70)}}`,
    `${"`".repeat(9)}{x`,
  ],
];

/** Returns milliseconds of user time. Other programs affect user time less than clock time. */
function timeOf(action: () => unknown): number {
  const since = process.cpuUsage();
  action();
  return process.cpuUsage(since).user / 1000;
}

function microsecondsOf(prompt: string): number {
  const times = 50_000;
  const run = () => {
    for (let time = 0; time < times; time += 1) checkPrompt(prompt);
  };
  run();
  return (median(Array.from({ length: 5 }, () => timeOf(run))) * 1000) / times;
}

const ordinary = promptOf(1, 1);
console.log(`an ordinary prompt: ${microsecondsOf(ordinary).toFixed(2)} µs`);
console.log(`with one mistake: ${microsecondsOf(`${ordinary}Hi {first name}`).toFixed(2)} µs`);
let slow = 0;
for (const shape of SHAPES) {
  const text = shape.repeat(Math.ceil(LENGTH / shape.length)).slice(0, LENGTH);
  const times = Array.from({ length: 3 }, () =>
    timeOf(() => warningsOfPrompt("x", text, { known: ["company"] })),
  );
  const milliseconds = median(times);
  if (milliseconds > GOAL) slow += 1;
  console.log(`1 MB of ${JSON.stringify(shape.slice(0, 20))}: ${milliseconds.toFixed(0)} ms`);
}
console.log(slow === 0 ? `all within ${GOAL} ms` : `${slow} shapes take more than ${GOAL} ms`);
