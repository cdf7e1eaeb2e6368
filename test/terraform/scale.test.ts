import { readdirSync } from "node:fs";
import { announcementsOf, BUILT, workbench } from "./harness";

/** What Terraform itself does for one of them grows with their number. */
const COUNT = 60;
/** Enough to be deleted 50 at a time. */
const DELETED = 50;

describe("many resources at a time (scenario 35)", () => {
  const bench = workbench();

  it("are created with few connections and no file left open, planned, and a part of them deleted", async () => {
    const project = await bench.project({
      provider: "both",
      env: { OUTREACH_MAX_CONCURRENT_REQUESTS: "10" },
    });
    const simulator = bench.simulator();
    const configure = (count: number) =>
      project.configure({
        // Terraform evaluates an expression in for_each once for every instance, a local value only once.
        locals: { many: `\${{for i in range(${count}) : tostring(i) => i}}` },
        resource: {
          outreach_snippet: {
            many: {
              for_each: "${local.many}",
              name: "Snippet ${each.key}",
              prompt: "Number ${each.key} of {company}",
            },
          },
        },
      });
    configure(COUNT);
    await project.actions("-parallelism=50");
    simulator.addFault({ operation: "CreateSnippet", nth: COUNT, effect: { type: "hold" } });
    const run = project.start(["apply", "-no-color", "-parallelism=50", "plan"], BUILT);
    await simulator.waitForCall("CreateSnippet", COUNT);
    const plugins = run.pluginPids();
    expect(plugins).toHaveLength(1);
    // Node's own, the socket to the engine, and at most ten connections to the API.
    const openFiles = `/proc/${plugins[0]}/fd`;
    if (process.platform === "linux") expect(readdirSync(openFiles).length).toBeLessThan(60);
    simulator.release();
    expect((await run.ended).status).toBe(0);
    expect(simulator.objects()).toHaveLength(COUNT);
    // One list for each process, whatever the number of creates: the plan's and the apply's.
    expect(simulator.counts()).toMatchObject({ CreateSnippet: COUNT, GetSnippet: COUNT, ListSnippet: 2 });

    expect(await project.announcements(["-parallelism=50"])).toEqual([]);
    configure(COUNT - DELETED);
    await project.apply("-parallelism=50", "-refresh=false");
    expect(simulator.objects()).toHaveLength(COUNT - DELETED);
    expect(Object.keys(project.state())).toHaveLength(COUNT - DELETED);
  });
});

describe("a prompt of 5 MB (scenario 36)", () => {
  const bench = workbench();

  it("the provider creates the prompt, reads it back without drift, and changes it", async () => {
    const project = await bench.project();
    // Few lines: Terraform compares two texts line by line, in memory that grows with the square of their
    // number.
    const greeting = `Hi {first_name} – „Grüße“ 🎉, from {company}. ${"Write a short and friendly mail. ".repeat(30)}`;
    const line = `${greeting.repeat(50)}\n`;
    const text = line.repeat(Math.ceil(5_000_000 / Buffer.byteLength(line)));
    const configure = (prompt: string) => {
      project.write("prompt.txt", prompt);
      project.configure({
        resource: { outreach_snippet: { big: { name: "Big", prompt: '${file("prompt.txt")}' } } },
      });
    };
    configure(text);
    // In its plain output, Terraform shows the text.
    await project.apply("-json");
    expect(bench.object("Big")).toEqual(expect.objectContaining({ prompt: text }));

    configure(`${text}{last}`);
    // The refresh of this plan finds no drift.
    expect(announcementsOf(await project.apply("-json"))).toEqual(["update outreach_snippet.big"]);
    expect(project.attributes("outreach_snippet.big")["variables"]).toEqual([
      "company",
      "first_name",
      "last",
    ]);
    expect(bench.object("Big")).toEqual(expect.objectContaining({ prompt: `${text}{last}` }));
  });
});
