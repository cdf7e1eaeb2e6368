import { unknown, type Value } from "../../src/sdk/values";
import { useReviewRun } from "./review-run";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();
const validate = (name: Value, prompt: Value) =>
  bench.provider.validate("outreach_snippet", { name, prompt });

/** A provider with these variables. */
async function knowing(known_variables: Value) {
  const provider = bench.launch();
  await provider.configure({ ...bench.settingsWithout("known_variables"), known_variables });
  return bench.snippet(provider);
}

describe("validating a snippet", () => {
  it("warns of a text that is nearly a placeholder, with the place and without the text", async () => {
    const found = await validate("Opener", "Hi {first_name},\nhow is { company }?");
    expect(found).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary:
          "outreach_snippet: a text of its prompt, at line 2, column 8, is not a placeholder, although it looks like one",
        detail: expect.stringMatching(
          /^In the prompt at line 2, column 8\. .* Write the identifier of a variable between the braces if you mean a variable\.$/,
        ) as string,
        attribute: "prompt",
      }),
    ]);
  });

  it.each([
    ["a prompt that is right", "Hi {first_name}"],
    ["JSON", '{"meta": {}}'],
    ["a prompt that is not known yet", unknown],
  ])("gives no warning about %s", async (_, prompt) => {
    expect(await validate("Opener", prompt)).toEqual([]);
  });
});

describe("validating a text that is empty or only white space", () => {
  it.each([
    ["outreach_snippet", { name: "Opener", prompt: " \n" }, ["outreach_snippet: its prompt is empty"]],
    [
      "outreach_snippet",
      { name: "  ", prompt: "" },
      ["outreach_snippet: its name is empty", "outreach_snippet: its prompt is empty"],
    ],
    ["outreach_snippet", { name: unknown, prompt: "" }, ["outreach_snippet: its prompt is empty"]],
    ["outreach_snippet", { name: "Opener", prompt: unknown }, []],
    ["outreach_cluster", { name: "" }, ["outreach_cluster: its name is empty"]],
    ["outreach_cluster", { name: unknown }, []],
  ])("of %s with %j warns of it", async (type, config, summaries) => {
    const found = await bench.provider.validate(type, config);
    expect(found).toEqual(
      summaries.map((summary) => {
        const name = /(name|prompt) is empty$/.exec(summary)![1];
        return expect.objectContaining({ severity: "warning", summary, attribute: name });
      }),
    );
  });
});

describe("planning a snippet", () => {
  it("names a placeholder that is no known variable, and the closest known variable", async () => {
    const snippet = await knowing(["company", "first_name"]);
    const { warnings } = await snippet.plan({ name: "Opener", prompt: "Hi {firstname} of {company}" });
    expect(warnings).toEqual([
      expect.objectContaining({
        summary: "outreach_snippet: {firstname}, at line 1, column 4, is not a known variable",
        detail:
          "In the prompt at line 1, column 4. The closest known variable is {first_name}. " +
          "Write it, or add the variable to known_variables of the provider.",
      }),
    ]);
  });

  it.each([
    ["are not set", null],
    ["are not known yet", unknown],
    ["are not all known yet", ["company", unknown]],
  ])("gives no warning if the known variables %s", async (_, known) => {
    const snippet = await knowing(known as Value);
    const { warnings } = await snippet.plan({ name: "Opener", prompt: "Hi {anybody}" });
    expect(warnings).toEqual([]);
  });
});

describe("in the run of a review, which checks the prompts itself", () => {
  const reviewRun = useReviewRun();
  beforeEach(() => reviewRun.begin());

  it("the provider gives no warning about a prompt", async () => {
    expect(await validate("", "Hi { company }")).toEqual([]);
    const snippet = await knowing(["company"]);
    expect((await snippet.plan({ name: "Opener", prompt: "Hi {firstname}" })).warnings).toEqual([]);
  });

  it.each([
    [{ known_variables: ["company"] }, { knownVariables: ["company"] }],
    [{ known_variables: null }, { knownVariables: null }],
    [{ known_variables: unknown }, { knownVariables: null }],
    [{ base_url: "https://api.outreach.example:443/v1/" }, { baseUrl: "https://api.outreach.example/v1" }],
    [{ base_url: unknown }, { baseUrl: null }],
  ])(
    "the provider gives the review its settings %j, and a warning that has the address",
    async (given, known) => {
      const [name] = Object.keys(given) as [keyof typeof given];
      const settings = { ...bench.settingsWithout(name), ...given };
      const said = await bench.launch().configure(settings);
      const lines = said.map(({ summary, detail }) => ({
        diagnostic: { summary, detail },
        facts: { configuration: known },
      }));
      expect(lines).toHaveLength(1);
      expect(reviewRun.lines()).toMatchObject(lines);
    },
  );
});

it("with the value 1, as an older review sets it, the provider warns as without a review", async () => {
  process.env["OUTREACH_REVIEW_RUN"] = "1";
  expect(await validate("Opener", "Hi { company }")).toHaveLength(1);
});

it("a file of the review that cannot be written is an error that names the variable", async () => {
  process.env["OUTREACH_REVIEW_RUN"] = "/missing/folder/facts";
  const found = await bench.launch().configure(bench.settingsWithout("known_variables")).catch(String);
  expect(JSON.stringify(found)).toContain("OUTREACH_REVIEW_RUN names a file that cannot be written");
});
