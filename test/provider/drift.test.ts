import { dialectSettings, type Dialect, textStoredAs } from "../../src/simulator";
import { expectOnly, useWorkbench, type Given, type Managed } from "./workbench";

const bench = useWorkbench();

/** Every kind of text that servers and editors normalise. */
const TEXTS = {
  "CRLF line breaks": "one\r\ntwo {x}\r\n",
  "a line break at the end": "one\n",
  "several line breaks at the end": "one\n\r\n\n",
  "only a line break": "\n",
  "a tab at the end": "one\t",
  "two blanks at both ends": "  one two  ",
  "other blanks at both ends": "\u00a0one\u2003\v",
  "only blanks": " \t ",
  "composed characters": "r\u00e9sum\u00e9 {pr\u00e9nom}",
  "decomposed characters": "re\u0301sume\u0301 {pre\u0301nom}",
  "characters that stay decomposed": "\u0915\u093c {\u0915\u093c}",
} as const;

type Stored = Dialect["storedText"];

/** Without NFKC, which makes other characters of some blanks: that is another text. */
const STORED: readonly Stored[] = dialectSettings.storedText.values.filter((way) => way !== "nfkc");

const isChanged = (text: string, storedText: Stored) => textStoredAs(text, storedText) !== text;

/**
 * The ways of storing, each with the texts that it changes. A server that stores texts as they were sent has
 * all of them: the other pairs could not differ from these.
 */
const STORED_TEXTS = STORED.flatMap((storedText) =>
  Object.entries(TEXTS)
    .filter(
      ([, text]) =>
        storedText === "as-sent" || [text, text.normalize("NFC")].some((one) => isChanged(one, storedText)),
    )
    .map(([what, text]) => [storedText, what, text] as const),
);

describe("a change outside", () => {
  it.each<[Managed["type"], string, string | null, string | null]>([
    ["outreach_cluster", "name", "Ours", "Theirs"],
    ["outreach_cluster", "description", "Ours", "Theirs"],
    ["outreach_cluster", "description", "Ours", null],
    ["outreach_cluster", "description", null, "Theirs"],
    ["outreach_snippet", "name", "Ours", "Theirs"],
    ["outreach_snippet", "prompt", "Hi {first_name}", "Theirs"],
  ])("of %s is shown and repaired: its %s, declared as %j, becomes %j", async (type, field, ours, theirs) => {
    const text: Given = type === "outreach_cluster" ? { description: "Sales" } : { prompt: "Hi" };
    const given = { name: "Sales", ...text, [field]: ours };
    const object = await bench.managed(type).settled(given);
    bench.simulator.update(object.id, { [field]: theirs });
    expect(await object.refresh()).toMatchObject({ ...given, [field]: theirs });
    expect((await object.settle(given)).action).toBe("update");
    expect(bench.objects()).toMatchObject([given]);
  });

  it.each([
    ["a letter's case", "hi"],
    ["a line break in the middle", "H\ni"],
    ["a space in the middle", "H i"],
    ["an invisible character at the end", "Hi\u200b"],
    ["a compatible character", "\uff28i"],
  ])("of only %s is drift", async (_what, prompt) => {
    const snippet = await bench.snippet().settled({ name: "Opener", prompt: "Hi" });
    bench.simulator.update(snippet.id, { prompt });
    expect((await snippet.settle({ name: "Opener", prompt: "Hi" })).action).toBe("update");
    expect(bench.objects()).toMatchObject([{ prompt: "Hi" }]);
  });

  it.each([
    ["a tab at the end", "Hi\t"],
    ["two blanks at the start", "  Hi"],
    ["a line break at both ends", "\nHi\r\n"],
    ["what Java trims", "Hi\x1f"],
    ["what Go trims", "Hi\x85"],
  ])("of only %s is not drift, because servers trim texts", async (_what, prompt) => {
    const snippet = await bench.snippet().settled({ name: "Opener", prompt: "Hi" });
    bench.simulator.update(snippet.id, { prompt });
    expect((await snippet.plan({ name: "Opener", prompt: "Hi" })).action).toBe("no-op");
    expect((await snippet.settle({ name: "Opener", prompt: "Hi" })).action).toBe("no-op");
    expect(bench.objects()).toMatchObject([{ prompt }]);
  });

  it("of a value that only the API decides gets into the state without a plan", async () => {
    const given = { name: "Sales" };
    const cluster = await bench.cluster().settled(given);
    bench.simulator.setAssociatedCount(cluster.id, 7);
    const [{ lastUpdatedAt }] = [bench.simulator.update(cluster.id, {})];
    expect(await cluster.refresh()).toMatchObject({ associated_count: 7, last_updated_at: lastUpdatedAt });
    expect((await cluster.plan(given)).action).toBe("no-op");
  });

  it("of a description that is not declared, between plan and apply, is an error that names it", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales" });
    const plan = await cluster.plan({ name: "Marketing" });
    bench.simulator.update(cluster.id, { description: "Theirs" });
    const { errors, saved } = await cluster.carryOut({ name: "Marketing" }, plan);
    expectOnly(
      errors,
      `outreach_cluster (${cluster.id}) has changed since the plan`,
      "Changed: description.",
    );
    expect(saved.state).toMatchObject({ name: "Sales", description: null });
    expect(bench.objects()).toMatchObject([{ name: "Sales", description: "Theirs" }]);
  });
});

it.each(STORED_TEXTS)(
  "a server that stores texts %s causes no drift and no inconsistent result with %s",
  async (storedText, _what, text) => {
    bench.simulator.setDialect({ storedText });
    const settles = async (managed: Managed, given: Given, changed: Given) => {
      await managed.settle(given);
      expect(managed.state).toMatchObject(normal(given));
      await managed.settle(changed);
      await managed.apply(null);
    };
    const more = `${text}!${text}`;
    await settles(bench.cluster(), { name: text, description: text }, { name: text, description: more });
    await settles(bench.snippet(), { name: text, prompt: text }, { name: more, prompt: text });
  },
);

it("every kind of line end counts as the same", async () => {
  const [cluster, snippet] = [bench.cluster(), bench.snippet()];
  await cluster.settle({ name: "Sales", description: "one\rtwo\r\nthree" });
  await snippet.settle({ name: "Opener", prompt: "one\rtwo\r\nthree" });
  bench.simulator.update(cluster.id, { description: "one\ntwo\nthree" });
  bench.simulator.update(snippet.id, { prompt: "one\ntwo\nthree" });
  expect(await cluster.refresh()).toMatchObject({ description: "one\rtwo\r\nthree" });
  expect(await snippet.refresh()).toMatchObject({ prompt: "one\rtwo\r\nthree" });
});

it("the order of the variables stays the same if the server decomposes characters", async () => {
  bench.simulator.setDialect({ storedText: "nfd" });
  const snippet = await bench.snippet().settled({ name: "Opener", prompt: "Hi {f} {\u00e9}" });
  bench.simulator.update(snippet.id, { name: "Closer" });
  expect(await snippet.refresh()).toMatchObject({ name: "Closer", variables: ["f", "\u00e9"] });
});

/** As Terraform hands texts on. */
function normal(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, (value as string).normalize("NFC")]),
  );
}

it.each<Partial<Dialect>>([
  { absentDescription: "null" },
  { absentDescription: "absent" },
  { absentDescription: "empty" },
  { timestamps: "seconds" },
  { timestamps: "offset" },
  { noOpUpdate: "untouched" },
  { createStatus: "201" },
  { unknownFields: "ignored" },
])("a server with the dialect %p causes no drift", async (dialect) => {
  bench.simulator.setDialect(dialect);
  await bench.cluster().settle({ name: "Sales", description: "" });
  const cluster = await bench.cluster().settled({ name: "Sales" });
  await cluster.settle({ name: "Marketing", description: "New" });
  const snippet = await bench.snippet().settled({ name: "Opener", prompt: "Hi" });
  await snippet.settle({ name: "Opener", prompt: "Bye" });
});
