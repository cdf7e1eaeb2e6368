import { Annotations, Fn, Lazy, TerraformLocal, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { OutreachProvider, type OutreachProviderConfig } from "../../src/constructs";
import { secondCdktf, stackIn, stackWithProvider, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

const synth = (stack: TerraformStack) => Testing.synth(stack, true);

/** What cdktf prints at synth, diff and deploy. */
function warningsOf(provider: OutreachProvider): string[] {
  return provider.node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => String(data));
}

describe("credentials written in code", () => {
  const secret = "s3cr3t-value";

  test.each([
    ["userId", "OUTREACH_USER_ID"],
    ["workspaceId", "OUTREACH_WORKSPACE_ID"],
    ["authorizationToken", "OUTREACH_AUTHORIZATION_TOKEN"],
  ] as const)("%s draws a warning that names %s and not its value", (property, variable) => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { [property]: secret });
    synth(stack);
    expect(warningsOf(provider)).toHaveLength(1);
    expect(warningsOf(provider)[0]).toContain(property);
    expect(warningsOf(provider)[0]).toContain(`Leave it out and set the environment variable ${variable}`);
    expect(warningsOf(provider)[0]).not.toContain(secret);
  });

  test("a credential that is set later draws the warning once, even if synth runs twice", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach");
    provider.userId = secret;
    synth(stack);
    synth(stack);
    expect(warningsOf(provider)).toHaveLength(1);
  });

  test("a credential that is reset before synth draws no warning", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { userId: secret });
    provider.resetUserId();
    synth(stack);
    expect(warningsOf(provider)).toEqual([]);
  });

  test("the warning about a provider with an alias does not advise the variable that all providers share", () => {
    const stack = stackWithProvider(folder);
    const second = new OutreachProvider(stack, "second", { alias: "second", workspaceId: secret });
    synth(stack);
    expect(warningsOf(second)).toEqual([
      expect.stringMatching(
        "Use a sensitive TerraformVariable, .* OUTREACH_WORKSPACE_ID would apply to every provider",
      ),
    ]);
    expect(warningsOf(second)[0]).not.toContain("Leave it out");
  });

  test("Terraform variables, other references and the base URL draw no warning", () => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "user", { sensitive: true });
    const provider = new OutreachProvider(stack, "outreach", {
      baseUrl: "https://a.example/@b",
      userId: Fn.sensitive(variable.stringValue) as string,
      workspaceId: Lazy.stringValue({ produce: () => `${variable.stringValue}${variable.stringValue}` }),
    });
    provider.addOverride("authorization_token", "${jsonencode({ a = 1 })}");
    synth(stack);
    expect(warningsOf(provider)).toEqual([]);
  });

  test.each([
    ["comes late", "userId", () => ({ userId: Lazy.stringValue({ produce: () => secret }) })],
    [
      "is written like an expression, which a property has none of",
      "userId",
      () => ({ userId: `\${${secret}}` }),
    ],
    ["is marked as sensitive", "userId", () => ({ userId: Fn.sensitive(secret) as string })],
    ["stands beside a reference", "workspaceId", (user: string) => ({ workspaceId: `${secret}-${user}` })],
    ["is part of the base url", "baseUrl", () => ({ baseUrl: `https://bob:${secret}@a.example` })],
    [
      "is a password alone",
      "baseUrl",
      (user: string) => ({ baseUrl: `https://${user}:${secret}@a.example` }),
    ],
  ])("a credential that %s draws the warning", (_title, property, config) => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "user", { sensitive: true });
    const provider = new OutreachProvider(stack, "outreach", config(variable.stringValue));
    synth(stack);
    expect(warningsOf(provider)).toEqual([expect.stringMatching(`^${property} holds `)]);
    expect(warningsOf(provider)[0]).not.toContain(secret);
  });

  test("a credential in an override draws the warning, and a credential that an override replaces draws none", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { userId: secret });
    provider.addOverride("user_id", "${var.user}");
    provider.addOverride("authorization_token", `\${var.a}${secret}\${var.user}`);
    provider.addOverride("base_url", `https://\${var.user}:${secret}@a.example`);
    synth(stack);
    expect(warningsOf(provider)).toEqual([
      expect.stringMatching("^authorizationToken holds "),
      expect.stringMatching("^baseUrl holds "),
    ]);
  });

  test.each([
    ["a property", (provider: OutreachProvider, variable: string) => (provider.workspaceId = variable)],
    ["an override", (provider: OutreachProvider) => provider.addOverride("workspace_id", "${var.workspace}")],
  ])("a credential that is the default of a variable draws the warning, through %s", (_title, use) => {
    const stack = stackIn(folder);
    const config = { sensitive: true, default: Lazy.stringValue({ produce: () => secret }) };
    const variable = new TerraformVariable(stack, "workspace", config);
    new TerraformVariable(stack, "other", { default: "harmless" });
    const provider = new OutreachProvider(stack, "outreach");
    use(provider, variable.stringValue);
    synth(stack);
    expect(warningsOf(provider)).toEqual([
      "workspaceId holds the default of the TerraformVariable workspace, so synth writes it to cdk.tf.json, where everyone " +
        "with the output can read it. Leave the default out and set the environment variable TF_VAR_workspace.",
    ]);
  });

  test.each<[string, (stack: TerraformStack, provider: OutreachProvider) => void, string?]>([
    [
      "a local",
      (stack, provider) => (provider.userId = new TerraformLocal(stack, "l", secret).asString),
      "TerraformLocal l",
    ],
    [
      "the key of a local in a local",
      (stack, provider) => {
        const inner = new TerraformLocal(stack, "inner", { user: secret, url: "" });
        const outer = new TerraformLocal(stack, "outer", { all: inner.expression, user: inner.asStringMap });
        provider.userId = Fn.lookupNested(outer.asAnyMap, ["user", "user"]) as string;
      },
      "TerraformLocal inner",
    ],
    ["a function of literals", (_, provider) => (provider.userId = Fn.join("", ["s3cr3t", "-value"]))],
    [
      "a function of a reference and a literal",
      (stack, provider) => {
        const user = new TerraformVariable(stack, "user", {}).stringValue;
        provider.userId = Fn.coalesce([user, secret]) as string;
      },
    ],
    [
      "a function of a variable",
      (stack, provider) => {
        provider.userId = Fn.trimspace(new TerraformVariable(stack, "user", { default: secret }).stringValue);
      },
      "TerraformVariable user",
    ],
    [
      "a default that an override sets",
      (stack, provider) => {
        const user = new TerraformVariable(stack, "user", {});
        user.addOverride("default", secret);
        provider.userId = user.stringValue;
      },
      "TerraformVariable user",
    ],
    [
      "a local of the stack's overrides",
      (stack, provider) => {
        stack.addOverride("locals.user", secret);
        provider.addOverride("user_id", "${local.user}");
      },
      "TerraformLocal user",
    ],
    ["the stack's overrides", (stack) => stack.addOverride("provider.outreach.0.user_id", secret)],
  ])(
    "a credential that reaches the output through %s draws the warning",
    (_title, use, where = "plain text") => {
      const stack = stackIn(folder);
      const provider = new OutreachProvider(stack, "outreach");
      use(stack, provider);
      expect(synth(stack)).toContain("s3cr3t");
      expect(warningsOf(provider)).toEqual([expect.stringMatching(`^userId holds .*${where}, so synth`)]);
    },
  );

  test.each([
    ["a key of a local beside other texts", "${local.all.user}"],
    ["a key of a variable", '${lookup(var.all, "user")}'],
    ["an index", '${jsondecode(var.json)["user"]}'],
    ["a comparison", '${var.env == "prod" ? var.a : var.b}'],
    ["patterns", '${trimprefix(split(":", var.a)[0], "user-")}'],
    ["a file", '${file("user.txt")}'],
    ["a local that refers to itself", "${local.loop}"],
  ])("%s is no credential in the output", (_title, expression) => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach");
    stack.addOverride("locals", {
      all: { url: "https://a.example", user: "${var.user}" },
      loop: "${local.loop}",
    });
    provider.addOverride("user_id", expression);
    synth(stack);
    expect(warningsOf(provider)).toEqual([]);
  });

  test("a default of a variable from another copy of cdktf draws the warning", () => {
    const stack = stackIn(folder);
    const variable = new (secondCdktf().TerraformVariable)(stack, "user", { default: secret });
    const provider = new OutreachProvider(stack, "outreach", { userId: variable.stringValue });
    synth(stack);
    expect(warningsOf(provider)).toHaveLength(1);
  });

  test("an app with another copy of cdktf gets the warning", () => {
    const copy = secondCdktf();
    const stack = new copy.TerraformStack(copy.Testing.app({ outdir: folder }), "stack");
    const provider = new OutreachProvider(stack, "outreach", { userId: secret });
    copy.Testing.synth(stack, true);
    expect(warningsOf(provider)).toHaveLength(1);
  });

  test("a credential that is a number draws the warning, as a default or in an override", () => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "user", { type: "string", default: 90210 });
    const provider = new OutreachProvider(stack, "outreach", { userId: variable.stringValue });
    provider.addOverride("workspace_id", 90210);
    synth(stack);
    expect(warningsOf(provider)).toEqual([
      expect.stringContaining("userId holds the default of the TerraformVariable user"),
      expect.stringContaining("workspaceId holds plain text"),
    ]);
  });

  test("an empty default draws no warning", () => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "user", { default: "" });
    const provider = new OutreachProvider(stack, "outreach", { userId: variable.stringValue });
    synth(stack);
    expect(warningsOf(provider)).toEqual([]);
  });

  test("the user's own warnings stay", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach");
    Annotations.of(provider).addWarning("mine");
    synth(stack);
    expect(warningsOf(provider)).toEqual(["mine"]);
  });
});

describe("the workspace of several providers", () => {
  const providersWith = (...configs: OutreachProviderConfig[]) => {
    const stack = stackIn(folder);
    const variable = new TerraformVariable(stack, "workspace", {});
    const made = configs.map(
      (config, index) =>
        new OutreachProvider(stack, `p${index}`, index === 0 ? config : { alias: `a${index}`, ...config }),
    );
    return { stack, made, variable: variable.stringValue };
  };

  test("draws one warning if a second provider takes it from the environment", () => {
    const { stack, made } = providersWith({}, {}, {});
    synth(stack);
    synth(stack);
    const warning =
      "workspaceId is set neither here nor in stack/p0, so both manage the workspace of OUTREACH_WORKSPACE_ID. On " +
      "the provider that has an alias, set workspaceId to a sensitive TerraformVariable.";
    expect(made.map(warningsOf)).toEqual([[], [warning], [warning]]);
  });

  test("draws no warning if each other provider sets its own, even by an override or later", () => {
    const { stack, made, variable } = providersWith({}, {}, {});
    made[1]!.workspaceId = variable;
    made[2]!.addOverride("workspace_id", "${var.workspace}");
    synth(stack);
    expect(made.map(warningsOf)).toEqual([[], [], []]);
  });

  test("draws no warning if the other provider belongs to a nested stack", () => {
    const stack = stackWithProvider(folder);
    const inner = new OutreachProvider(new TerraformStack(stack, "inner"), "outreach");
    synth(stack);
    expect(warningsOf(inner)).toEqual([]);
  });
});
