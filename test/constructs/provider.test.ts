import {
  Annotations,
  Lazy,
  TerraformCount,
  TerraformIterator,
  TerraformVariable,
  TerraformStack,
  Testing,
} from "cdktf";
import { Construct } from "constructs";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { stackIn, stackWithProvider, synth, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** What cdktf prints at synth, diff and deploy. */
function warningsOf(provider: OutreachProvider): string[] {
  return provider.node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => String(data));
}

test("the provider is required by its full address and one version", () => {
  const { terraform } = synth(stackWithProvider(folder));
  expect(terraform.required_providers).toEqual({
    outreach: { source: "registry.terraform.io/outreach/outreach", version: "0.1.0" },
  });
});

test("without arguments everything is left to the environment", () => {
  expect(synth(stackWithProvider(folder)).provider["outreach"]).toEqual([{}]);
});

test("two providers work side by side and resources choose one", () => {
  const stack = stackWithProvider(folder, { baseUrl: "https://a.example" });
  const second = new OutreachProvider(stack, "second", { alias: "second", baseUrl: "https://b.example" });
  new OutreachCluster(stack, "cluster", { name: "c", provider: second });
  const { provider, resource } = synth(stack);
  expect(provider["outreach"]).toHaveLength(2);
  expect(resource["outreach_cluster"]?.["cluster"]?.["provider"]).toBe("outreach.second");
});

test("an import block names the object to import", () => {
  const stack = stackWithProvider(folder);
  new OutreachCluster(stack, "cluster", { name: "c" }).importFrom("cl-1");
  new OutreachSnippet(stack, "snippet", { name: "n", prompt: "p" }).importFrom("sn-1");
  expect(synth(stack).import).toEqual([
    { id: "cl-1", to: "outreach_cluster.cluster" },
    { id: "sn-1", to: "outreach_snippet.snippet" },
  ]);
});

test("configuration can be generated for an object that exists", () => {
  const stack = stackWithProvider(folder);
  OutreachCluster.generateConfigForImport(stack, "cluster", "cl-1");
  OutreachSnippet.generateConfigForImport(stack, "snippet", "sn-1");
  expect(synth(stack).import).toEqual([
    { id: "cl-1", to: "outreach_cluster.cluster" },
    { id: "sn-1", to: "outreach_snippet.snippet" },
  ]);
});

describe("credentials written in code", () => {
  const secret = "s3cr3t-value";

  test.each([
    ["userId", "OUTREACH_USER_ID"],
    ["workspaceId", "OUTREACH_WORKSPACE_ID"],
    ["authorizationToken", "OUTREACH_AUTHORIZATION_TOKEN"],
  ] as const)("%s gets a warning that names %s and not the value", (property, variable) => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { [property]: secret });
    synth(stack);
    expect(warningsOf(provider)).toHaveLength(1);
    expect(warningsOf(provider)[0]).toContain(property);
    expect(warningsOf(provider)[0]).toContain(variable);
    expect(warningsOf(provider)[0]).not.toContain(secret);
  });

  test("one that is set later gets it too, and a second synth gives no second one", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach");
    provider.userId = secret;
    synth(stack);
    synth(stack);
    expect(warningsOf(provider)).toHaveLength(1);
  });

  test("one that is reset before synth gets none", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { userId: secret });
    provider.resetUserId();
    synth(stack);
    expect(warningsOf(provider)).toEqual([]);
  });

  test("variables of Terraform and other references get none, nor does the base url", () => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "user", { sensitive: true });
    const provider = new OutreachProvider(stack, "outreach", {
      baseUrl: "https://a.example/@b",
      userId: variable.stringValue,
      workspaceId: Lazy.stringValue({ produce: () => `${variable.stringValue}${variable.stringValue}` }),
    });
    provider.addOverride("authorization_token", "${jsonencode({ a = 1 })}");
    synth(stack);
    expect(warningsOf(provider)).toEqual([]);
  });

  test.each([
    ["comes late", "userId", () => ({ userId: Lazy.stringValue({ produce: () => secret }) })],
    ["stands beside a reference", "workspaceId", (user: string) => ({ workspaceId: `${secret}-${user}` })],
    ["is part of the base url", "baseUrl", () => ({ baseUrl: `https://bob:${secret}@a.example` })],
    [
      "is a password alone",
      "baseUrl",
      (user: string) => ({ baseUrl: `https://${user}:${secret}@a.example` }),
    ],
  ])("one that %s gets a warning too", (_title, property, config) => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "user", { sensitive: true });
    const provider = new OutreachProvider(stack, "outreach", config(variable.stringValue));
    synth(stack);
    expect(warningsOf(provider)).toEqual([expect.stringMatching(`^${property} holds `)]);
    expect(warningsOf(provider)[0]).not.toContain(secret);
  });

  test("one that is an override gets it, and none where an override takes its place", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { userId: secret });
    provider.addOverride("user_id", "${var.user}");
    provider.addOverride("authorization_token", `\${var.a}${secret}\${var.user}`);
    synth(stack);
    expect(warningsOf(provider)).toEqual([expect.stringMatching("^authorizationToken holds ")]);
  });

  test("warnings of the user's own stay", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach");
    Annotations.of(provider).addWarning("mine");
    synth(stack);
    expect(warningsOf(provider)).toEqual(["mine"]);
  });
});

describe("the declared objects, which a plan may read ahead,", () => {
  const declare = (stack: TerraformStack, count: number, provider?: OutreachProvider) => {
    for (let index = 0; index < count; index += 1) {
      new OutreachSnippet(stack, `snippet-${provider?.alias ?? ""}${index}`, {
        name: "n",
        prompt: "p",
        ...(provider && { provider }),
      });
    }
  };

  test("are counted at synth, those of constructs inside others too", () => {
    const stack = stackWithProvider(folder);
    declare(stack, 2);
    new OutreachCluster(new Construct(stack, "inner"), "cluster", { name: "c" });
    expect(synth(stack).provider["outreach"]).toEqual([{ declared_clusters: 1, declared_snippets: 2 }]);
  });

  test("belong to the provider that manages them", () => {
    const stack = stackWithProvider(folder);
    const second = new OutreachProvider(stack, "second", { alias: "second" });
    declare(stack, 2);
    declare(stack, 3, second);
    expect(synth(stack).provider["outreach"]).toEqual([
      { declared_snippets: 2 },
      { alias: "second", declared_snippets: 3 },
    ]);
  });

  test("do not count where they are in a stack within the stack", () => {
    const stack = stackWithProvider(folder);
    const inner = new TerraformStack(stack, "inner");
    new OutreachProvider(inner, "outreach");
    declare(stack, 1);
    declare(inner, 3);
    expect(synth(stack).provider["outreach"]).toEqual([{ declared_snippets: 1 }]);
  });

  test("do not count where they move to another resource, which does", () => {
    const stack = stackWithProvider(folder);
    new OutreachCluster(stack, "old", { name: "c" }).moveTo("new");
    new OutreachCluster(stack, "new", { name: "c" }).addMoveTarget("new");
    new OutreachCluster(stack, "gone", { name: "d" }).moveToId("outreach_cluster.here");
    new OutreachCluster(stack, "here", { name: "d" }).moveFromId("outreach_cluster.gone");
    const { provider, resource } = synth(stack);
    expect(Object.keys(resource["outreach_cluster"] ?? {})).toEqual(["here", "new"]);
    expect(provider["outreach"]).toEqual([{ declared_clusters: 2 }]);
  });

  test("count as often as `count` says, and once where only Terraform will know", () => {
    const stack = stackWithProvider(folder);
    const later = new TerraformVariable(stack, "later", { type: "number" });
    const content = { name: "n", prompt: "p" };
    new OutreachSnippet(stack, "five", { ...content, count: 5 });
    new OutreachSnippet(stack, "thirty", { ...content, count: TerraformCount.of(30) });
    new OutreachSnippet(stack, "later-many", { ...content, count: TerraformCount.of(later.numberValue) });
    new OutreachSnippet(stack, "each", { ...content, forEach: TerraformIterator.fromList(["a", "b"]) });
    expect(synth(stack).provider["outreach"]).toEqual([{ declared_snippets: 37 }]);
  });

  test.each([
    ["nothing is declared", {}, 0],
    ["nothing is read ahead", { readAhead: false }, 2],
  ])("are left out of HCL too where %s", (_title, config, count) => {
    const stack = stackWithProvider(folder, config);
    declare(stack, count);
    expect(Testing.synthHcl(stack)).not.toMatch(/declared_|is_block/);
  });

  test("stand in HCL where there are some", () => {
    const stack = stackWithProvider(folder);
    declare(stack, 2);
    expect(Testing.synthHcl(stack)).toMatch(/provider "outreach" \{\s+declared_snippets = 2\s+\}/);
  });

  test.each([
    ["are left out where nothing is read ahead", { readAhead: false }, { read_ahead: false }],
    ["are what the configuration says they are", { declaredSnippets: 40 }, { declared_snippets: 40 }],
  ])("%s", (_title, config, provider) => {
    const stack = stackWithProvider(folder, config);
    declare(stack, 2);
    expect(synth(stack).provider["outreach"]).toEqual([provider]);
  });
});
