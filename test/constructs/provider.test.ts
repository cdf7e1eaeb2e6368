import {
  Lazy,
  TerraformCount,
  TerraformIterator,
  TerraformResource,
  TerraformVariable,
  type TerraformStack,
  Testing,
} from "cdktf";
import { TokenMap } from "cdktf/lib/tokens/private/token-map";
import { Construct } from "constructs";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { outreachProvider } from "../../src/provider/provider";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { stackWithProvider, synth, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

test("the provider is required by its full address and one version", () => {
  const { terraform } = synth(stackWithProvider(folder));
  expect(terraform.required_providers).toEqual({
    outreach: { source: "registry.terraform.io/outreach/outreach", version: PROVIDER_VERSION },
  });
});

test.each([
  ["NaN", { maxRetries: Number("five") }, "max_retries is NaN. Set it to a number"],
  ["infinite", { requestsPerSecond: Infinity }, "requests_per_second is Infinity. Set it to a number"],
  [
    "NaN, as a Lazy,",
    { visibilityTimeout: Lazy.numberValue({ produce: () => NaN }) },
    "visibility_timeout is NaN.",
  ],
])(
  "a number that is %s is refused, for which JSON would have null and Terraform the default",
  (_, config, error) => {
    expect(() => Testing.synth(stackWithProvider(folder, config), true)).toThrow(error);
  },
);

test("two resources with one address are refused once, because synth would write only one of them", () => {
  const stack = stackWithProvider(folder);
  new OutreachProvider(stack, "second", { alias: "second" });
  const [one, two] = ["one", "two"].map((id) => new OutreachCluster(stack, id, { name: id }));
  for (const cluster of [one!, two!]) cluster.overrideLogicalId("same");
  new OutreachSnippet(stack, "same", { name: "n", prompt: "p" });
  expect(() => Testing.synth(stack, true)).toThrow(
    /errors:\n {2}\[stack\/outreach\] stack\/one and stack\/two are both outreach_cluster\.same, so synth would write only one of them\..*\n\n/,
  );
});

test("a resource that moves to another one may have its address", () => {
  const stack = stackWithProvider(folder);
  const [old, one] = ["old", "one"].map((id) => new OutreachCluster(stack, id, { name: id }));
  for (const cluster of [old!, one!]) cluster.overrideLogicalId("same");
  old!.moveTo("target");
  new OutreachCluster(stack, "target", { name: "t" }).addMoveTarget("target");
  expect(() => Testing.synth(stack, true)).not.toThrow();
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

  test("are counted at synth, even inside other constructs", () => {
    const stack = stackWithProvider(folder);
    declare(stack, 2);
    new OutreachCluster(new Construct(stack, "inner"), "cluster", { name: "c" });
    expect(synth(stack).provider["outreach"]).toEqual([{ declared_clusters: 1, declared_snippets: 2 }]);
  });

  // cdktf keeps a token that it has given a text or a number for as long as the process lives, and what the
  // token knows with it.
  test("keep no app in memory", () => {
    const { numberTokenMap, stringTokenMap } = TokenMap.instance() as unknown as Record<
      string,
      Map<unknown, unknown>
    >;
    const kept = () => [numberTokenMap!.size, stringTokenMap!.size];
    const before = kept();
    const stack = stackWithProvider(folder);
    declare(stack, 2);
    expect(synth(stack).provider["outreach"]).toEqual([{ declared_snippets: 2 }]);
    expect(kept()).toEqual(before);
  });

  test("are counted for each type of resource", () => {
    const stack = stackWithProvider(folder);
    for (const type of Object.keys(outreachProvider.resources)) {
      new TerraformResource(stack, type, { terraformResourceType: type });
    }
    const [counts] = synth(stack).provider["outreach"]!;
    const counted = Object.keys(outreachProvider.schema.attributes).filter((name) => /^declared_/.test(name));
    expect(counts).toEqual(Object.fromEntries(counted.map((name) => [name, 1])));
    expect(counted).toHaveLength(Object.keys(outreachProvider.resources).length);
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

  test("do not count if they move to another resource, which counts", () => {
    const stack = stackWithProvider(folder);
    new OutreachCluster(stack, "old", { name: "c" }).moveTo("new");
    new OutreachCluster(stack, "new", { name: "c" }).addMoveTarget("new");
    new OutreachCluster(stack, "gone", { name: "d" }).moveToId("outreach_cluster.here");
    new OutreachCluster(stack, "here", { name: "d" }).moveFromId("outreach_cluster.gone");
    const { provider, resource } = synth(stack);
    expect(Object.keys(resource["outreach_cluster"] ?? {})).toEqual(["here", "new"]);
    expect(provider["outreach"]).toEqual([{ declared_clusters: 2 }]);
  });

  test("count as often as `count` says, and once if only Terraform knows the number", () => {
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
  ])("are left out of HCL if %s", (_title, config, count) => {
    const stack = stackWithProvider(folder, config);
    declare(stack, count);
    expect(Testing.synthHcl(stack)).not.toMatch(/declared_|is_block/);
  });

  test.each([
    ["are left out where nothing is read ahead", { readAhead: false }, { read_ahead: false }],
    [
      "are what the configuration says they are",
      { declaredClusters: 30, declaredSnippets: 40 },
      { declared_clusters: 30, declared_snippets: 40 },
    ],
  ])("%s", (_title, config, provider) => {
    const stack = stackWithProvider(folder, config);
    declare(stack, 2);
    expect(synth(stack).provider["outreach"]).toEqual([provider]);
  });
});
