import { answering, KINDS } from "./kinds";
import { expectOnly, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench();

/** Unique in each text of an object, and on both sides of a change. */
const MARKERS = ["Quokka-4711", "Wombat-0815", "Numbat-2342"] as const;
const marked = (texts: Given, marker: string): Given =>
  Object.fromEntries(
    Object.keys(texts).map((name) => [name, `${name} ${marker} {first_name} and ${marker.toLowerCase()}`]),
  );

interface Said {
  readonly summary: string;
  readonly detail: string;
}

/** The diagnostics as one text. */
function shown(said: readonly Said[]): string {
  return said.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n");
}

describe.each(KINDS)("diagnostics about %s", (type, { given, operations }) => {
  const [own, changed, theirs] = MARKERS.map((marker) => marked(given, marker)) as [Given, Given, Given];
  const said: Said[] = [];
  const hear = ({ errors = [], warnings = [] }: { errors?: readonly Said[]; warnings?: readonly Said[] }) =>
    said.push(...errors, ...warnings);
  const fault = (operation: "create" | "get" | "update" | "delete" | "list", body: object, status = 400) =>
    bench.fault(operations[operation], { type: "status", status, body });
  const refused = async (run: Promise<unknown>) => {
    const error = await run.then(
      () => undefined,
      (thrown: unknown) => thrown as { readonly diagnostics?: readonly Said[] },
    );
    expect(error?.diagnostics).toBeDefined();
    said.push(...error!.diagnostics!);
  };

  beforeEach(() => said.splice(0));
  afterEach(() => {
    expect(said.length).toBeGreaterThan(0);
    for (const marker of MARKERS) expect(shown(said).toLowerCase()).not.toContain(marker.toLowerCase());
  });

  it("quote none of its texts if it has changed since the plan of an update", async () => {
    const object = await bench.managed(type).settled(own);
    const plan = await object.plan(changed);
    bench.simulator.update(object.id, theirs);
    hear(await object.carryOut(changed, plan));
    expect(said[0]!.summary).toBe(`${type} (${object.id}) has changed since the plan`);
  });

  it("quote none of its texts if it was changed outside and is to be deleted", async () => {
    const object = await bench.managed(type).settled(own);
    bench.simulator.update(object.id, theirs);
    hear(await object.plan(null));
  });

  it("quote none of its texts if the API keeps other texts", async () => {
    const object = await bench.managed(type).settled(own);
    const plan = await object.plan(changed);
    const start = () => object.carryOut(changed, plan);
    const edit = () => bench.simulator.update(object.id, theirs);
    hear(await bench.during(operations.update, start, edit, { when: "after" }));
    expect(shown(said)).toContain("the API keeps another");
  });

  it.each(["create", "update"] as const)(
    "quote none of its texts if the server repeats them in its refusal of a %s",
    async (write) => {
      const object = bench.managed(type);
      if (write === "update") await object.apply(own);
      const plan = await object.plan(changed);
      const echo = Object.entries(changed).map(([name, text]) => `${name} may not be "${text as string}"`);
      fault(write, { message: echo.join(", ") });
      hear(await object.carryOut(changed, plan));
      expect(shown(said)).toContain('may not be "(sensitive)"');
    },
  );

  it("quote none of its texts if objects of the name exist, are adopted, or have another name in a read", async () => {
    const { id } = bench.bystander(type, own);
    hear(await bench.managed(type).refreshAndPlan(own));
    const adopting = await bench.configured({ existing_name: "adopt" });
    hear(await bench.managed(type, adopting).refreshAndPlan(own));
    bench.fault(operations.get, answering(id, theirs));
    await refused(bench.managed(type, adopting).refreshAndPlan(own));
    await refused(bench.provider.readDataSource(type, { name: own["name"]! }));
  });

  it("quote none of its texts if data sources find no object or several", async () => {
    await refused(bench.provider.readDataSource(type, { name: own["name"]! }));
    for (let count = 0; count < 2; count += 1) bench.bystander(type, own);
    await refused(bench.provider.readDataSource(type, { name: own["name"]! }));
    expect(said.map(({ summary }) => summary)).toEqual([
      `No ${type} of this name in the workspace`,
      `2 ${type} of this name in the workspace`,
    ]);
  });

  it.each(["list", "get", "create", "delete"] as const)(
    "quote none of its texts if a %s fails",
    async (doing) => {
      const object = bench.managed(type);
      if (doing !== "create" && doing !== "list") await object.apply(own);
      fault(doing, {}, 500);
      if (doing === "get") await refused(object.refresh());
      else if (doing === "list") await refused(object.plan(own));
      else
        hear(
          await object.carryOut(
            doing === "create" ? own : null,
            await object.plan(doing === "create" ? own : null),
          ),
        );
    },
  );
});

describe("warnings of a prompt", () => {
  it.each(["{Quokka 4711}", "{{quokka}}", "{the_quokka, and the rest", "{ quokka }", "{quokka\u200b}"])(
    "quote no text of the prompt: %s",
    async (text) => {
      const found = await bench.provider.validate("outreach_snippet", {
        name: "Quokka",
        prompt: `Hi\n${text}`,
      });
      expect(found).not.toEqual([]);
      expect(shown(found).toLowerCase()).not.toContain("quokka");
      expect(found[0]!.summary).toContain("a text of its prompt, at line 2, column 1, is");
    },
  );
});

describe("errors about the provider's arguments", () => {
  it.each([
    ["existing_name", "Quokka"],
    ["known_variables", ["fine", "Quokka 4711"]],
  ])("quote no text of %s", async (argument, value) => {
    const given = { ...bench.settingsWithout(argument), [argument]: value };
    const error = (await bench
      .launch()
      .validateProvider(given)
      .catch((thrown: unknown) => thrown)) as { readonly diagnostics: readonly Said[] };
    expect(error.diagnostics).toHaveLength(1);
    expect(shown(error.diagnostics).toLowerCase()).not.toContain("quokka");
  });
});

describe("a workspace id that is a word of ours, or the start of ids", () => {
  it.each(["outreach", "acme", "another"])(
    "is redacted neither in the provider's sentences nor in ids: %s",
    async (workspace_id) => {
      const provider = await bench.configured({ workspace_id });
      const { id } = bench.simulator.create("cluster", workspace_id, {
        id: `${workspace_id}-0001`,
        name: "Sales",
      });
      const { warnings } = await bench
        .managed("outreach_cluster", provider)
        .refreshAndPlan({ name: "Sales" });
      expectOnly(
        warnings,
        `outreach_cluster of this name exists already (${id})`,
        `terraform import outreach_cluster.NAME ${id} `,
      );
      expect(shown(warnings)).not.toContain("(sensitive)");
    },
  );

  it("is redacted in the server's text", async () => {
    const provider = await bench.configured({ workspace_id: "another" });
    bench.fault("CreateCluster", {
      type: "status",
      status: 400,
      body: { message: "no room in another, or another workspace" },
    });
    const cluster = bench.managed("outreach_cluster", provider);
    const { errors } = await cluster.attempt({ name: "Sales" });
    expect(errors[0]!.detail).toContain('"no room in (sensitive), or (sensitive) workspace"');
  });
});
