import { isMet, ratio, tableOf, wordsOf } from "../../bench/report";

describe("a goal", () => {
  it.each([
    [1.5, true],
    [1.504, true],
    [1.506, false],
  ])("of 1.5 with a measured %d is met: %s", (value, met) => {
    expect(isMet(ratio("start", "start", [value], 1.5))).toBe(met);
  });

  it("a figure without a goal neither meets nor misses one", () => {
    expect(isMet(ratio("start", "start", [9]))).toBeUndefined();
  });
});

describe("the table", () => {
  it("shows the median of the rounds, how far they lie apart, and what is missed", () => {
    expect(
      tableOf([
        ratio("plan", "against the floor", [2.1, 1.9, 2.345], 2),
        { figure: "calls", what: "for each create", value: 2, unit: "calls", goal: 2 },
      ]),
    ).toBe(
      [
        "| figure | what              | measured | from … to  | goal | met |",
        "| ------ | ----------------- | -------- | ---------- | ---- | --- |",
        "| plan   | against the floor | 2.1 ×    | 1.9 … 2.35 | ≤ 2  | NO  |",
        "| calls  | for each create   | 2 calls  |            | ≤ 2  | yes |",
      ].join("\n"),
    );
  });
});

it("explains the floor and the echo where the table names them", () => {
  const result = (what: string) => ratio("plan", what, [1]);
  const both = wordsOf([result("plan of 10, against the floor"), result("plan of 10, against the echo")]);
  expect(both).toMatch(/^the floor: .*\nthe echo: .*$/);
  expect(wordsOf([result("plan of 10, against the lean floor")])).toMatch(/^the lean floor: .*$/);
  expect(wordsOf([result("calls for each object")])).toBe("");
});
