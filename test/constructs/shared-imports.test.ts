import {
  type App,
  TerraformCount,
  TerraformIterator,
  TerraformStack,
  TerraformVariable,
  Testing,
} from "cdktf";
import type { Construct } from "constructs";
import {
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
  type OutreachProviderConfig,
  plainText,
} from "../../src/constructs";
import { temporaryFolder, warningsOf } from "./stacks";

const folder = temporaryFolder();

const app = () => Testing.app({ outdir: folder });

function stackIn(scope: Construct, id: string, config?: OutreachProviderConfig): TerraformStack {
  const stack = new TerraformStack(scope, id);
  new OutreachProvider(stack, "outreach", config);
  return stack;
}

function importing(stack: TerraformStack, id: string, objectId = "5b1f"): OutreachSnippet {
  const snippet = new OutreachSnippet(stack, id, { name: `${stack.node.id} ${id}`, prompt: "p" });
  snippet.importFrom(objectId);
  return snippet;
}

/** The errors and warnings of a synth, with the paths of their constructs. */
function reportsOf({ node: { root } }: TerraformStack): string[] {
  const reports: string[] = [];
  for (const stack of root.node.children.filter(TerraformStack.isStack)) {
    try {
      // The second synth must not warn anew.
      for (let times = 0; times < 2; times += 1) Testing.synth(stack, true);
    } catch (error) {
      reports.push((error as Error).message);
    }
  }
  const warnings = root.node
    .findAll()
    .flatMap((one) => warningsOf(one).map((warning) => `${one.node.path}: ${warning}`));
  return [...reports, ...warnings];
}

const HARM =
  "Each resource would overwrite the content of the other, and a delete of either deletes the object.";

test("two resources of one stack that import the same object are an error that names both", () => {
  const stack = stackIn(app(), "stack");
  importing(stack, "a");
  importing(stack, "b");
  expect(reportsOf(stack)).toEqual([
    expect.stringContaining(
      `[stack/b] stack/a also imports the object "5b1f" (outreach_snippet). ${HARM} Remove one of the two resources.`,
    ),
  ]);
});

test("an id of plainText counts as the same id, although CDKTF keeps a part of it as a token", () => {
  const stack = stackIn(app(), "stack");
  importing(stack, "a", plainText("5b1e8a02"));
  importing(stack, "b", plainText("5b1e8a02"));
  expect(reportsOf(stack)).toEqual([expect.stringContaining('also imports the object "5b1e8a02"')]);
});

test("two stacks with the same provider settings that import the same object get a warning that names both", () => {
  const root = app();
  const settings = { baseUrl: "https://a.example", workspaceId: "${w}" };
  const [one, two] = ["one", "two"].map((id) => stackIn(root, id, settings)) as [
    TerraformStack,
    TerraformStack,
  ];
  importing(one, "a");
  importing(two, "b");
  const reports = reportsOf(two).filter((report) => !report.includes("cdk.tf.json"));
  expect(reports).toEqual([
    'two/b: one/a also imports the object "5b1f" (outreach_snippet). If both stacks manage the same workspace: ' +
      `${HARM} Remove one of the two resources. If they do not, set workspaceId or baseUrl of their providers.`,
  ]);
});

test("aliases of one workspace count as one provider", () => {
  const stack = stackIn(app(), "stack", { workspaceId: "${w}" });
  const provider = new OutreachProvider(stack, "second", {
    alias: "b",
    workspaceId: "${w}",
    existingName: "fail",
  });
  importing(stack, "a");
  importing(stack, "b").provider = provider;
  expect(reportsOf(stack)[0]).toContain("[stack/b] stack/a also imports");
});

const fine: Readonly<Record<string, (root: App) => TerraformStack>> = {
  "other ids and other kinds": (root) => {
    const stack = stackIn(root, "stack");
    importing(stack, "a");
    importing(stack, "b", "5b20");
    new OutreachCluster(stack, "c", { name: "c" }).importFrom("5b1f");
    return stack;
  },
  "providers of different workspaces": (root) => {
    importing(stackIn(root, "one", { workspaceId: "${w}" }), "a");
    const two = stackIn(root, "two", { workspaceId: "${x}" });
    importing(two, "a");
    return two;
  },
  "a resource that imports the object twice, or another object in the end": (root) => {
    const stack = stackIn(root, "stack");
    importing(stack, "a").importFrom("5b1f");
    const other = importing(stack, "b");
    other.importFrom("5b20");
    return stack;
  },
  "an importing resource that moves to another one, which imports the object, too": (root) => {
    const stack = stackIn(root, "stack");
    importing(stack, "old").moveTo("new");
    importing(stack, "new").addMoveTarget("new");
    return stack;
  },
  "an object that moves from a stack, which forgets it, to another stack, which imports it": (root) => {
    const one = stackIn(root, "one");
    one.addOverride("removed", [{ from: "outreach_snippet.a", lifecycle: { destroy: false } }]);
    const two = stackIn(root, "two");
    importing(two, "a");
    return two;
  },
  "resources that may have no instance": (root) => {
    const stack = stackIn(root, "stack");
    const flag = new TerraformVariable(stack, "flag", { type: "number" });
    importing(stack, "a");
    importing(stack, "b").count = 0;
    importing(stack, "c").count = TerraformCount.of(flag.numberValue);
    importing(stack, "d").forEach = TerraformIterator.fromList(["x"]);
    importing(stack, "e").addOverride("count", "${var.flag}");
    return stack;
  },
  "imports of another app in the same process": (root) => {
    const stack = stackIn(root, "stack");
    importing(stack, "a");
    importing(stackIn(app(), "stack"), "b");
    return stack;
  },
};

test.each(Object.entries(fine))("%s are not reported", (_, declare) => {
  const reports = reportsOf(declare(app())).filter((report) => report.includes("also imports"));
  expect(reports).toEqual([]);
});
