import { movedAddress } from "../../src/estate/rows";

it.each<[string, string, Record<string, string>, string, string[]?]>([
  ["keeps its address if nothing moves it", "a.x", { "a.xy": "a.z" }, "a.x"],
  ["moves with its resource", "a.x", { "a.x": "a.y" }, "a.y"],
  ["keeps the key of its instance", 'a.x["k"]', { "a.x": "a.y" }, 'a.y["k"]'],
  ["moves alone if its instance moves", "a.x[0]", { "a.x[0]": "a.y" }, "a.y"],
  ["moves with its module", "module.m.a.x[1]", { "module.m": "module.n" }, "module.n.a.x[1]"],
  ["moves with an instance of its module", "module.m[0].a.x", { "module.m": "module.n" }, "module.n[0].a.x"],
  ["takes several moves to their end", "a.x", { "a.y": "a.z", "a.x": "a.y" }, "a.z"],
  ["stays if an object of the state has the later address", "a.x", { "a.x": "a.y" }, "a.x", ["a.x", "a.y"]],
])("at the next apply, an object %s", (_, address, moves, expected, occupied = []) => {
  expect(movedAddress(address, new Map(Object.entries(moves)), new Set(occupied))).toBe(expected);
});

it("an object is found even if the moves form a circle", () => {
  const moves = new Map(Object.entries({ "a.x": "a.y", "a.y": "a.x" }));
  expect(movedAddress("a.x", moves, new Set())).toMatch(/^a\.[xy]$/);
});
