import { inRounds, median, ratios } from "../../bench/statistics";

describe("the median", () => {
  it.each([
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])("of %j is %d", (numbers, expected) => expect(median(numbers)).toBe(expected));

  it("of nothing is an error", () => expect(() => median([])).toThrow("no median"));
});

describe("rounds", () => {
  it("let every contender run once in each, and the last one first in the next", async () => {
    const order: string[] = [];
    const run = (name: string) => () => Promise.resolve(order.push(name));
    const results = await inRounds(3, { floor: run("floor"), ours: run("ours"), echo: run("echo") });
    expect(order.join(" ")).toBe("floor ours echo echo ours floor floor ours echo");
    expect(results).toEqual({ floor: [1, 6, 7], ours: [2, 5, 8], echo: [3, 4, 9] });
  });

  it("are compared within themselves, so that a slow one does not count", () => {
    expect(median(ratios([2, 20, 2], [1, 10, 1], (seconds) => seconds))).toBe(2);
    expect(ratios([{ s: 3 }], [{ s: 2 }], ({ s }) => s)).toEqual([1.5]);
  });
});
