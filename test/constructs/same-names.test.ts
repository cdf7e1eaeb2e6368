import { Fn, TerraformCount, TerraformIterator, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { stackWithProvider, temporaryFolder, warningsOf } from "./stacks";

const folder = temporaryFolder();

/** By the path of their construct. */
function warningsIn(stack: TerraformStack): Record<string, string[]> {
  // The second synth must not warn anew.
  Testing.synth(stack, true);
  Testing.synth(stack, true);
  const found = stack.node.findAll().map((one) => [one.node.path, warningsOf(one)] as const);
  return Object.fromEntries(found.filter(([, warnings]) => warnings.length > 0));
}

test("synth warns of the later one of two resources with one type, provider and name", () => {
  const stack = stackWithProvider(folder);
  for (const id of ["a", "b", "c"]) new OutreachSnippet(stack, id, { name: "Opener", prompt: "p" });
  const sentence =
    'outreach_snippet "Opener": stack/a declares another resource with this name. If neither object exists yet, an apply creates duplicates that differ only ' +
    "in their ids, and existing_name cannot decide which resource owns which object. Rename one of the two.";
  expect(warningsIn(stack)).toEqual({ "stack/b": [sentence], "stack/c": [sentence] });
});

test("names that are the same text in Terraform count as one name", () => {
  const stack = stackWithProvider(folder);
  new OutreachCluster(stack, "composed", { name: "Z\u00fcrich" });
  new OutreachCluster(stack, "decomposed", { name: "Zu\u0308rich", count: 1 });
  expect(Object.keys(warningsIn(stack))).toEqual(["stack/decomposed"]);
});

test("several providers in one stack cause one warning", () => {
  const stack = stackWithProvider(folder);
  new OutreachProvider(stack, "other", { alias: "other", workspaceId: "${w}" });
  for (const id of ["a", "b"]) new OutreachSnippet(stack, id, { name: "Opener", prompt: "p" });
  expect(warningsIn(stack)["stack/b"]).toHaveLength(1);
});

const fine: Readonly<Record<string, (stack: TerraformStack) => void>> = {
  "a cluster and a snippet of one name": (stack) => {
    new OutreachCluster(stack, "a", { name: "n" });
    new OutreachSnippet(stack, "b", { name: "n", prompt: "p" });
  },
  "resources of two providers": (stack) => {
    const provider = new OutreachProvider(stack, "eu", { alias: "eu", workspaceId: "w" });
    new OutreachCluster(stack, "a", { name: "n" });
    new OutreachCluster(stack, "b", { name: "n", provider });
  },
  "names that only Terraform knows": (stack) => {
    const name = new TerraformVariable(stack, "name", {}).stringValue;
    for (const id of ["a", "b"]) new OutreachCluster(stack, id, { name });
    for (const id of ["c", "d"]) new OutreachCluster(stack, id, { name: `x ${Fn.upper(name)}` });
  },
  "resources with a forEach, or a count that is 0 or that only Terraform knows": (stack) => {
    const flag = new TerraformVariable(stack, "flag", { type: "number" });
    new OutreachCluster(stack, "a", { name: "n" });
    new OutreachCluster(stack, "b", { name: "n", count: 0 });
    new OutreachCluster(stack, "c", { name: "n", count: TerraformCount.of(flag.numberValue) });
    new OutreachCluster(stack, "d", { name: "n", forEach: TerraformIterator.fromList(["x"]) });
  },
  "a resource that moves to the other": (stack) => {
    const old = new OutreachCluster(stack, "old", { name: "n" });
    new OutreachCluster(stack, "new", { name: "n" }).addMoveTarget("target");
    old.moveTo("target");
  },
  "a name in an override": (stack) => {
    new OutreachCluster(stack, "a", { name: "n" });
    new OutreachCluster(stack, "b", { name: "n" }).addOverride("name", "other");
  },
  "a stack within the stack": (stack) => {
    new OutreachCluster(stack, "a", { name: "n" });
    const inner = new TerraformStack(stack, "inner");
    new OutreachProvider(inner, "outreach");
    new OutreachCluster(inner, "a", { name: "n" });
  },
};

test.each(Object.entries(fine))("%s are not warned of", (_, declare) => {
  const stack = stackWithProvider(folder);
  declare(stack);
  const warnings = Object.values(warningsIn(stack)).flat();
  expect(warnings.filter((warning) => warning.includes("same name"))).toEqual([]);
});
