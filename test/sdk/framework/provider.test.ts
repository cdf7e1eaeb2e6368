import { encode } from "@msgpack/msgpack";
import type { Provider } from "../../../src/sdk/framework";
import { number, optional, required, string } from "../../../src/sdk/schema";
import { decodeMsgpack, types, unknown } from "../../../src/sdk/values";
import { DiagnosticSeverity, Provider as Rpcs } from "../../../src/sdk/wire/generated/tfplugin6";
import { Core, Refused } from "../core";
import { configured, provider, Things, type Given } from "./things";

const TYPE = "test_thing";
let things: Things;
let core: Core<Things>;

beforeEach(async () => {
  ({ things, core } = await configured());
});

describe("validating a configuration", () => {
  it.each<[string, object, string, string]>([
    ["an invalid value", { title: "bad" }, "title is bad", "title"],
    ["a value of a computed attribute", { title: "a", id: "thing-7" }, "id cannot be set", "id"],
    ["an unknown value of a computed attribute", { title: "a", id: unknown }, "id cannot be set", "id"],
    [
      "null for a required attribute, which Terraform accepts,",
      { title: null },
      "title is required, and its value is null",
      "title",
    ],
  ])("rejects %s and names the attribute", async (_what, given, summary, attribute) => {
    const refused = core.validate(TYPE, given as Given);
    await expect(refused).rejects.toThrow(summary);
    await expect(refused).rejects.toBeInstanceOf(Refused);
    await expect(refused).rejects.toMatchObject({ diagnostics: [{ attribute }] });
  });

  it("returns the warning of a validator as a warning", async () => {
    const problem = { summary: "title is odd", detail: "Look at it.", severity: "warning" } as const;
    const attributes = { title: required(string, { description: "title", validate: () => problem }) };
    const source = {
      schema: { description: "Odd.", attributes },
      read: () => Promise.resolve({ title: "a" }),
    };
    core = new Core({ ...provider(things), dataSources: { test_odd: source } });
    const expected = [{ ...problem, attribute: "title" }];
    expect(await core.validateDataSource("test_odd", { title: "a" })).toMatchObject(expected);
  });

  it.each([
    ["a whole number beyond 2^53", 2n ** 53n],
    ["a number that no double holds", "1e400"],
  ])("rejects %s, and names its attribute", async (_what, limit) => {
    const config = { msgpack: encode({ limit }, { useBigInt64: true }) };
    for (const rpc of [Rpcs.ValidateProviderConfig, Rpcs.ConfigureProvider]) {
      const { diagnostics } = await core.rpc(rpc, { config });
      expect(diagnostics).toMatchObject([
        {
          summary: "The provider cannot use the value of limit",
          detail:
            "limit: the number is too large for the provider, which handles numbers up to 2^53-1. Correct the value of limit.",
          attribute: { steps: [{ attributeName: "limit" }] },
        },
      ]);
    }
  });

  it("accepts unknown values", async () => {
    expect(await core.validate(TYPE, { title: unknown, size: unknown })).toEqual([]);
  });
});

describe("configuring the provider", () => {
  const whole = { summary: "The limit is too small", detail: "Give more." };

  it("rejects an invalid value that was unknown during validation", async () => {
    let configured = 0;
    const limit = optional(number, {
      description: "limit",
      validate: (value) => (Number(value) < 1 ? whole : undefined),
    });
    const definition: Provider<Things> = {
      ...provider(things),
      schema: { description: "Things.", attributes: { limit } },
      configure() {
        configured += 1;
        return things;
      },
    };
    core = new Core(definition);
    expect(await core.validateProvider({ limit: unknown })).toEqual([]);
    await expect(core.configure({ limit: 0 })).rejects.toThrow("The limit is too small");
    expect(configured).toBe(0);
  });
});

describe("a provider function", () => {
  const call = (text: string) =>
    core.rpc(Rpcs.CallFunction, {
      name: "shout",
      arguments: [{ msgpack: Buffer.from([0xa0 + text.length, ...Buffer.from(text)]) }],
    });

  it("returns its result", async () => {
    expect(decodeMsgpack(types.string, (await call("hey")).result!.msgpack)).toBe("HEY");
  });

  it("reports an unknown function, resource type or data source", async () => {
    const { error } = await core.rpc(Rpcs.CallFunction, { name: "other", arguments: [] });
    expect(error).toEqual({ text: "This provider has no function other." });
    const typeName = "other";
    const resource = await core.rpc(Rpcs.ValidateResourceConfig, { typeName });
    const dataSource = await core.rpc(Rpcs.ValidateDataResourceConfig, { typeName });
    const { ERROR } = DiagnosticSeverity;
    expect([...resource.diagnostics, ...dataSource.diagnostics]).toMatchObject([
      { severity: ERROR, summary: "This provider has no resource type other" },
      { severity: ERROR, summary: "This provider has no data source other" },
    ]);
  });

  it("GetFunctions lists the functions, for OpenTofu", async () => {
    const { functions } = await core.rpc(Rpcs.GetProviderSchema, {});
    expect(functions.map(({ key }) => key)).toEqual(["shout"]);
    expect(await core.rpc(Rpcs.GetFunctions, {})).toEqual({ functions });
  });
});

it("a stop aborts the calls that run and those that begin later, and none that has ended", async () => {
  const { runtime } = new Core(provider(new Things()));
  const aborted: string[] = [];
  const call = (name: string) => ({ signal: new AbortController().signal, abort: () => aborted.push(name) });
  await runtime.serve(call("ended"), () => undefined);
  await expect(runtime.serve(call("failed"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  let end = () => {};
  const running = runtime.serve(call("running"), () => new Promise<void>((resolve) => (end = resolve)));
  runtime.stop();
  await runtime.serve(call("later"), () => undefined);
  expect(aborted).toEqual(["running", "later"]);
  end();
  await running;
});
