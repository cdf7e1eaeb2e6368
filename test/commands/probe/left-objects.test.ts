import { removeLeftovers } from "../../../src/commands/probe/named-objects";
import { findLeftovers } from "../../../src/commands/probe/named-objects";
import { OutreachClient, type RawResponse } from "../../../src/client";
import type { SimulatedObject, Simulator } from "../../../src/simulator";
import { callerOptions, closeAll, identity, probe, serverOf, simulate } from "./probing";
import { withHabits } from "./proxy";

/** `PROBE_EVERY=1 npx jest test/commands/probe/left` stops a probe at each of its calls. */
const step = Number(process.env["PROBE_EVERY"] ?? 58);
const minutes = Math.max(2, 60 / step);

/** How many calls a probe makes that creates no objects for page sizes. */
let calls: number;
beforeAll(async () => {
  const simulator = await simulate();
  others(simulator);
  ({ calls } = await probe(simulator, { objects: 0 }));
  await closeAll();
});

/** The numbers of calls to stop at. */
function stopsFrom(first: number): number[] {
  return Array.from({ length: calls }, (_, index) => index + 1).filter(
    (call) => call % step === first % step,
  );
}

/** Objects that no probe may change, some of them with names that resemble those of a probe. */
function others(simulator: Simulator): SimulatedObject[] {
  const { workspaceId } = identity;
  const names = [
    "Europe",
    "cdktf-outreach probe",
    "cdktf-outreach probe of May",
    "cdktf-outreach probe 0123456789abcdef",
  ];
  return simulator.seed({
    workspaceId,
    clusters: names.map((name) => ({ name })),
    snippets: names.map((name) => ({ name, prompt: "" })),
  });
}

/** Loses the connection of every call from number `first`; the first one is carried out if `isCarriedOut`. */
function loseFrom(simulator: Simulator, first: number, isCarriedOut: boolean): void {
  const beforeIt = { type: "reset", when: "before" } as const;
  if (isCarriedOut) simulator.addFault({ nth: first, effect: { type: "reset", when: "after" } });
  simulator.addFault({ nth: isCarriedOut ? first + 1 : first, times: 1_000_000, effect: beforeIt });
}

describe("probe --clean", () => {
  it.each([true, false])(
    "finds all objects of a probe that ends at any call, and no other object (call carried out: %j)",
    async (isCarriedOut) => {
      for (const stop of stopsFrom(isCarriedOut ? 14 : 43)) {
        const simulator = await simulate({ dialect: { listedNames: stop % 2 === 0 ? "cut" : "whole" } });
        const untouched = others(simulator);
        loseFrom(simulator, stop, isCarriedOut);
        const end = await probe(simulator, { objects: 0 }).catch((error: unknown) => error);
        simulator.clearFaults();
        const left = simulator.objects().length - untouched.length;
        if (left > 0) expect(String(end)).toContain("probe --clean.");

        const server = serverOf(simulator);
        const { objects } = await findLeftovers(server);
        expect(objects).toHaveLength(left);
        expect(await removeLeftovers(server, objects)).toEqual([]);
        expect(simulator.objects()).toEqual(untouched);
        await closeAll();
      }
    },
    minutes * 60_000,
  );

  it("leaves an object alone that has another name than the list has shown", async () => {
    const simulator = await simulate();
    const { id } = simulator.create("snippet", identity.workspaceId, {
      ...{ name: "cdktf-outreach probe 0123456789abcdef text", prompt: "" },
    });
    const server = serverOf(simulator);
    const { objects } = await findLeftovers(server);
    simulator.update(id, { name: "Renamed" });
    expect(await removeLeftovers(server, objects)).toEqual([
      expect.stringContaining("does not show its name any more"),
    ]);
    expect(simulator.objects()).toHaveLength(1);
  });

  it("does not know what a list without an array omits", async () => {
    const simulator = await simulate({ dialect: { emptyList: "absent" } });
    expect(await findLeftovers(serverOf(simulator))).toEqual({
      objects: [],
      listed: new Set(),
      unlisted: ["cluster", "snippet"],
    });
  });
});

/** Aborts a signal at a call, before or after it. */
class Aborting extends OutreachClient {
  calls = 0;

  constructor(
    url: string,
    readonly stop: number,
    readonly controller: AbortController,
  ) {
    super(callerOptions(url));
  }

  override async post(request: Parameters<OutreachClient["post"]>[0]): Promise<RawResponse> {
    this.calls += 1;
    if (this.calls === this.stop && this.stop % 2 === 0) this.controller.abort(new Error("interrupted"));
    const response = super.post(request);
    if (this.calls === this.stop) this.controller.abort(new Error("interrupted"));
    return response;
  }
}

it(
  "a probe that is interrupted at any call removes its objects",
  async () => {
    const ends = new Set<string>();
    for (const stop of stopsFrom(1)) {
      const simulator = await simulate({ dialect: {}, lagMs: stop % 3 === 0 ? 400 : 0 });
      const untouched = others(simulator);
      const controller = new AbortController();
      const caller = new Aborting(simulator.url, stop, controller);
      const onRemoved = jest.fn();
      const run = probe(simulator, { caller, signal: controller.signal, objects: 0, onRemoved });
      ends.add(
        await run.then(
          () => "ended",
          ({ message }: Error) => message,
        ),
      );
      if (stop > 1) expect(onRemoved).toHaveBeenCalledTimes(1);
      expect(simulator.objects()).toEqual(untouched);
      await caller.close();
      await closeAll();
    }
    // A probe that is interrupted during the removal ends as any other.
    expect([...ends].filter((end) => end !== "ended")).toEqual(["interrupted"]);
  },
  minutes * 60_000,
);

it("a second interrupt ends the removal, and the error says that objects may be left", async () => {
  const simulator = await simulate();
  const controller = new AbortController();
  const end = probe(simulator, {
    signal: controller.signal,
    onStep: (title) => {
      if (title === "two objects with the same name") controller.abort(new Error("interrupted"));
      if (title.startsWith("removing")) controller.signal.dispatchEvent(new Event("abort"));
    },
  });
  await expect(end).rejects.toThrow(
    "interrupted Objects of the probe may be left: interrupted Remove them later with cdktf-outreach probe --clean.",
  );
});

it.each(["Opener", "cdktf-outreach probe"])(
  "an object of somebody else stays as it is if a create returns its id (%s, which may be a cut name)",
  async (name) => {
    const simulator = await simulate();
    const { id } = simulator.create("snippet", identity.workspaceId, { name, prompt: "Hi" });
    const before = simulator.objects();
    const url = await withHabits(simulator, {
      responds: (operation, body) => (operation === "CreateSnippet" ? { ...body, snippetId: id } : body),
    });
    await expect(probe({ url })).rejects.toThrow(
      new RegExp(
        `^The probe has stopped after its first snippet.* could not be removed \\(snippet .*, snippet ${id}\\)`,
      ),
    );
    expect(simulator.objects().filter((object) => object.id === id)).toEqual(before);
  },
);

describe("a server that stores names in another form ends the probe, which", () => {
  it.each([
    ["removes its object if the form has the random part", (name: string) => name.toUpperCase(), true],
    ["leaves its object and names it if the name is cut", (name: string) => name.slice(0, 32), false],
  ])("%s", async (_, form, isRemoved) => {
    const simulator = await simulate();
    const untouched = others(simulator);
    const url = await withHabits(simulator, {
      changes: (operation, body) =>
        operation === "CreateSnippet" ? { ...body, name: form(String(body["name"])) } : body,
    });
    await expect(probe({ url })).rejects.toThrow(
      isRemoved
        ? /its first snippet.* a read shows it with another name\.$/
        : /a read shows it with another name\. 1 object of the probe could not be removed \(snippet /,
    );
    expect(simulator.objects()).toHaveLength(untouched.length + (isRemoved ? 0 : 1));
  });

  it("creates nothing if the server refuses the names", async () => {
    const simulator = await simulate();
    const url = await withHabits(simulator, {
      refuses: (operation) => (operation === "CreateCluster" ? 400 : undefined),
    });
    await expect(probe({ url })).rejects.toThrow(/its first cluster.* its create is refused with 400\.$/);
    expect(simulator.objects()).toEqual([]);
  });
});

it("an object whose delete is refused, and which the lists lack, is left: the probe names it", async () => {
  const simulator = await simulate();
  let id: unknown;
  const url = await withHabits(simulator, {
    refuses: (operation, { snippetId }) =>
      operation === "DeleteSnippet" && snippetId === id ? 403 : undefined,
    responds: (operation, body) => {
      if (operation === "CreateSnippet") id ??= body["snippetId"];
      const { snippets } = body as { readonly snippets?: readonly { readonly snippetId: unknown }[] };
      return snippets === undefined || isListed
        ? body
        : { ...body, snippets: snippets.filter(({ snippetId }) => snippetId !== id) };
    },
  });
  let isListed = true;
  const onRemoved = jest.fn();
  const onStep = (step: string) => {
    if (step.startsWith("removing")) isListed = false;
  };
  await expect(probe({ url }, { objects: 0, onRemoved, onStep })).rejects.toThrow(
    "1 object of the probe could not be removed (snippet ",
  );
  expect(onRemoved).not.toHaveBeenCalled();
  expect(simulator.objects().map((object) => object.id)).toEqual([id]);
});

it("a delete that the server carries out with an error leaves nothing, and is no error of the probe", async () => {
  const simulator = await simulate();
  const deletes = ["DeleteCluster", "DeleteSnippet"] as const;
  simulator.addFault({
    operation: deletes,
    nth: 4,
    times: 3,
    effect: { type: "status", status: 500, when: "after" },
  });
  await probe(simulator, { objects: 0 });
  expect(simulator.objects()).toEqual([]);
});
