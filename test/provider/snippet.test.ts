import { unknown } from "../../src/sdk/values";
import { MAX_TEXT_BYTES } from "../../src/prompts";
import { credentials, useWorkbench } from "./workbench";

const bench = useWorkbench();

describe("creating a snippet", () => {
  it("plans the values that the API decides as unknown, and the variables as known", async () => {
    const { action, planned } = await bench.snippet().plan({ name: "Opener", prompt: "Hi {first_name} {a}" });
    expect(action).toBe("create");
    expect(planned).toEqual({
      name: "Opener",
      prompt: "Hi {first_name} {a}",
      acknowledged_warnings: null,
      variables: ["a", "first_name"],
      id: unknown,
      workspace_id: credentials.workspace_id,
      adopted: null,
      created_at: unknown,
      last_updated_at: unknown,
    });
  });

  it.each([
    ["quotes and backslashes", 'She said "hi" \\ \\n'],
    ["template signs", "${x} %{y} {{z}} $${a}"],
    ["line breaks", "one\r\ntwo\rthree\n\n"],
    ["emoji", "👩‍💻 {company} 🇪🇺"],
    ["nothing", ""],
    ["many words", "word ".repeat(100_000)],
  ])("keeps a prompt of %s byte for byte", async (_what, prompt) => {
    const snippet = await bench.snippet().settled({ name: "Opener", prompt });
    expect(bench.objects()).toMatchObject([{ prompt }]);
    expect(snippet.state).toMatchObject({ prompt });
  });

  it("creates and deletes a snippet with the longest prompt, and refuses a longer text in each argument", async () => {
    const longest = "x".repeat(MAX_TEXT_BYTES - 2);
    const snippet = await bench.snippet().applied({ name: "Opener", prompt: longest });
    await snippet.apply(null);
    expect(bench.objects()).toEqual([]);
    const longer = `${longest}x`;
    const long: [type: string, config: Record<string, string>, argument: string][] = [
      ["outreach_snippet", { name: "n", prompt: longer }, "prompt"],
      ["outreach_snippet", { name: "n", prompt: "\u0001".repeat(MAX_TEXT_BYTES / 6 + 1) }, "prompt"],
      ["outreach_snippet", { name: longer, prompt: "p" }, "name"],
      ["outreach_cluster", { name: "n", description: longer }, "description"],
    ];
    for (const [type, config, argument] of long)
      await expect(bench.provider.validate(type, config)).rejects.toThrow(
        `${type}: ${argument} is too long\nThe ${argument} has 7.9 MiB as JSON.`,
      );
  });
});

describe("updating a snippet", () => {});

describe("the variables of a prompt", () => {
  it("appear and vanish in the plan", async () => {
    const snippet = await bench.snippet().settled({ name: "Opener", prompt: "Hi {first_name} of {company}" });
    const { planned } = await snippet.plan({ name: "Opener", prompt: "Hi {first_name} in {city}" });
    expect(snippet.state["variables"]).toEqual(["company", "first_name"]);
    expect(planned!["variables"]).toEqual(["city", "first_name"]);
  });

  it("are unknown if the prompt is unknown, at a create and at an update", async () => {
    const snippet = bench.snippet();
    const given = { name: "Opener", prompt: unknown };
    expect((await snippet.plan(given)).planned!["variables"]).toBe(unknown);
    await snippet.settle({ name: "Opener", prompt: "Hi {first_name}" });
    expect((await snippet.plan(given)).planned!["variables"]).toBe(unknown);
  });
});
