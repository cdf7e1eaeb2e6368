import { movedAddress } from "../../../src/estate/declared/rows";

const moved = (address: string, moves: Readonly<Record<string, string>>, occupied: readonly string[] = []) =>
  movedAddress(address, new Map(Object.entries(moves)), new Set(occupied));

describe("the address of an object after the next apply", () => {
  it.each<[string, string, Record<string, string>, string]>([
    ["is its own if nothing moves it", "a.x", { "a.xy": "a.z" }, "a.x"],
    ["is the later address of its resource", "a.x", { "a.x": "a.y" }, "a.y"],
    ["keeps the key of its instance", 'a.x["k"]', { "a.x": "a.y" }, 'a.y["k"]'],
    ["is the later address of its instance", "a.x[0]", { "a.x[0]": "a.y" }, "a.y"],
    [
      "is below the later address of its module",
      "module.m.a.x[1]",
      { "module.m": "module.n" },
      "module.n.a.x[1]",
    ],
    [
      "is below the later address of an instance of its module",
      "module.m[0].a.x",
      { "module.m": "module.n" },
      "module.n[0].a.x",
    ],
    ["is at the end of several moves", "a.x", { "a.y": "a.z", "a.x": "a.y" }, "a.z"],
  ])("%s", (_, address, moves, expected) => {
    expect(moved(address, moves)).toBe(expected);
  });

  it("is its own if another object of the state has the later address", () => {
    expect(moved("a.x", { "a.x": "a.y" }, ["a.x", "a.y"])).toBe("a.x");
  });

  it("is found even if the moves form a circle", () => {
    expect(moved("a.x", { "a.x": "a.y", "a.y": "a.x" }, [])).toMatch(/^a\.[xy]$/);
  });
});
