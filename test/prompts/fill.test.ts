import { fill } from "../../src/prompts";

describe("fill", () => {
  it("puts values in place of placeholders, and keeps a placeholder without a value", () => {
    const filled = fill("Hi {first_name}, {first_name} of {company}! {{json}}", {
      first_name: "Ada",
      title: "Dr",
    });
    expect(filled).toEqual({
      text: "Hi Ada, Ada of {company}! {{json}}",
      missing: ["company"],
      empty: [],
      unused: ["title"],
    });
  });

  it("does not fill braces of a value, and keeps the dollar signs of a replacement pattern", () => {
    expect(fill("{a}{b}", { a: "{b}$&$1", b: "x" }).text).toBe("{b}$&$1x");
  });

  it("reports an empty value, and a value of only white space", () => {
    expect(fill("{a} {b} {c}", { a: "", b: " \n", c: "0" })).toMatchObject({
      empty: ["a", "b"],
      missing: [],
    });
  });

  it("finds no value under the names of inherited properties", () => {
    expect(fill("{constructor} {__proto__}", {})).toMatchObject({ missing: ["__proto__", "constructor"] });
  });

  it("compares variables in Unicode's composed form", () => {
    expect(fill("{pre\u0301nom}", { "pr\u00e9nom": "Ada" })).toMatchObject({
      text: "Ada",
      missing: [],
      unused: [],
    });
    expect(fill("{pre\u0301nom} {pr\u00e9nom}", {})).toMatchObject({ missing: ["pr\u00e9nom"] });
    expect(fill("{pre\u0301nom} {pr\u00e9nom}", { "pre\u0301nom": "" })).toMatchObject({
      empty: ["pr\u00e9nom"],
    });
  });
});
