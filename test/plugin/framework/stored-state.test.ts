import { DiagnosticSeverity, Provider as Rpcs } from "../../../src/plugin/wire/generated/tfplugin6";
import type { Core } from "../core";
import { configured, type Things } from "./things";

const TYPE = "test_thing";
let core: Core<Things>;

beforeEach(async () => {
  ({ core } = await configured());
});

describe("upgrading a stored state", () => {
  const upgrade = (version: number, json: unknown) =>
    core.rpc(Rpcs.UpgradeResourceState, {
      typeName: TYPE,
      version,
      rawState: { json: Buffer.from(JSON.stringify(json)) },
    });

  it("drops removed attributes and sets new ones to null", async () => {
    expect((await upgrade(2, { id: "thing-1", title: "a", gone: 1 })).diagnostics).toEqual([]);
  });

  it("runs the upgrade of the version that wrote it", async () => {
    const { upgradedState, diagnostics } = await upgrade(1, { id: "thing-1", label: "a" });
    expect(diagnostics).toEqual([]);
    expect(Buffer.from(upgradedState!.msgpack).toString("latin1")).toContain("thing-1");
  });

  it.each([
    [2, { id: "thing-1", title: "a", size: "many" }, "size: this text is not a decimal number."],
    [2, [], "an object is required, found an array."],
    [2, null, "an object is required, found null."],
    [1, null, "an object is required, found null."],
    [1, { id: "thing-1", label: {} }, "label: a string is required, found an object."],
  ])("reports the problem of a state of version %i that is %j", async (version, json, problem) => {
    const { diagnostics } = await upgrade(version, json);
    expect(diagnostics).toMatchObject([
      {
        summary: "The state of test_thing cannot be read",
        detail: expect.stringContaining(problem) as string,
      },
    ]);
    expect(diagnostics[0]!.detail).toContain("terraform state rm");
  });

  it.each([
    ["that it does not contain", undefined],
    ["in the form of Terraform 0.11", {}],
  ])("reports that it cannot read a state %s", async (_what, rawState) => {
    const { upgradedState, diagnostics } = await core.rpc(Rpcs.UpgradeResourceState, {
      typeName: TYPE,
      version: 2,
      rawState,
    });
    expect(upgradedState).toBeUndefined();
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      "The state of test_thing has a form that this provider cannot read",
    ]);
  });

  it("reports which version is needed when there is no upgrade", async () => {
    const { diagnostics } = await upgrade(0, {});
    expect(diagnostics.map(({ summary }) => summary)).toEqual([expect.stringContaining("schema version 0")]);
  });
});

describe("a moved block from another resource type", () => {
  it("is rejected with advice, although the server capabilities do not announce moves", async () => {
    const move = { sourceTypeName: "terraform_data", targetTypeName: TYPE };
    const { diagnostics } = await core.rpc(Rpcs.MoveResourceState, move);
    expect(diagnostics).toMatchObject([
      {
        severity: DiagnosticSeverity.ERROR,
        summary: "terraform_data cannot become test_thing",
        detail: expect.stringMatching(/Import the object by its id as test_thing/) as string,
      },
    ]);
  });
});
