import { Fn, Lazy, TerraformLocal, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { OutreachProvider, type OutreachProviderConfig } from "../../src/constructs";
import { secondCdktf, stackIn, stackWithProvider, temporaryFolder, warningsOf } from "./stacks";

const folder = temporaryFolder();
const SECRET = "s3cr3t-value";

const synth = (stack: TerraformStack) => Testing.synth(stack, true);

type Use = (stack: TerraformStack, provider: OutreachProvider) => unknown;

/** The warnings of a provider that the program uses like this. Synth runs twice, and warns once. */
function warned(use: Use, config?: OutreachProviderConfig): string[] {
  const stack = stackIn(folder);
  const provider = new OutreachProvider(stack, "outreach", config);
  use(stack, provider);
  synth(stack);
  synth(stack);
  return warningsOf(provider);
}

/** Sets arguments after the constructor. */
const setting =
  (config: (user: string) => OutreachProviderConfig): Use =>
  (stack, provider) => {
    const user = new TerraformVariable(stack, "user", { sensitive: true }).stringValue;
    return Object.assign(provider, config(user));
  };

const variable = (stack: TerraformStack, value?: unknown) =>
  new TerraformVariable(stack, "user", { default: value });

test.each([
  ["userId", "OUTREACH_USER_ID"],
  ["workspaceId", "OUTREACH_WORKSPACE_ID"],
  ["authorizationToken", "OUTREACH_AUTHORIZATION_TOKEN"],
] as const)("%s in the code draws one warning that names %s and not its value", (property, name) => {
  const [warning, ...others] = warned(() => undefined, { [property]: SECRET });
  expect(others).toEqual([]);
  expect(warning).toMatch(
    new RegExp(`^${property} holds plain text.*Leave it out and set the environment variable ${name}`),
  );
  expect(warning).not.toContain(SECRET);
});

test("the warning about a provider with an alias does not advise the variable that all providers share", () => {
  const stack = stackWithProvider(folder);
  const second = new OutreachProvider(stack, "second", { alias: "second", workspaceId: SECRET });
  synth(stack);
  expect(warningsOf(second)).toEqual([expect.stringContaining("Use a sensitive TerraformVariable.")]);
  expect(warningsOf(second)[0]).not.toContain("OUTREACH_WORKSPACE_ID");
});

/** By the begin of the warning. */
const warnings: Readonly<Record<string, Readonly<Record<string, Use>>>> = {
  "userId holds plain text": {
    "set later": (_, provider) => (provider.userId = SECRET),
    lazy: setting(() => ({ userId: Lazy.stringValue({ produce: () => SECRET }) })),
    "written like an expression, which a property has none of": setting(() => ({ userId: `\${${SECRET}}` })),
    "in the stack's overrides": (stack) => stack.addOverride("provider.outreach.0.user_id", SECRET),
  },
  "workspaceId holds plain text": {
    "beside a reference": setting((user) => ({ workspaceId: `${SECRET}-${user}` })),
    "a number in an override": (_, provider) => provider.addOverride("workspace_id", 90210),
  },
  "baseUrl holds a user name or password": {
    "in the base URL": setting(() => ({ baseUrl: `https://bob:${SECRET}@a.example` })),
    "a password alone": setting((user) => ({ baseUrl: `https://${user}:${SECRET}@a.example` })),
  },
  "authorizationToken holds plain text": {
    "in an override": (_, provider) =>
      provider.addOverride("authorization_token", `\${var.a}${SECRET}\${var.b}`),
  },
  "userId holds the text of the TerraformLocal l": {
    "a local": (stack, provider) => (provider.userId = new TerraformLocal(stack, "l", SECRET).asString),
  },
  "userId holds the text of the TerraformLocal user": {
    "a local of the stack's overrides": (stack, provider) => {
      stack.addOverride("locals.user", SECRET);
      provider.addOverride("user_id", "${local.user}");
    },
  },
  "userId holds the default of the TerraformVariable user": {
    "the default of a variable in a function": (stack, provider) =>
      (provider.userId = Fn.trimspace(variable(stack, SECRET).stringValue)),
    "the default of a variable, as a number": (stack, provider) =>
      (provider.userId = variable(stack, 90210).stringValue),
    "the lazy default of a variable in an override": (stack, provider) => {
      variable(stack, Lazy.stringValue({ produce: () => SECRET }));
      provider.addOverride("user_id", "${var.user}");
    },
    "the default of a variable that an override sets": (stack, provider) => {
      const user = variable(stack);
      user.addOverride("default", SECRET);
      provider.userId = user.stringValue;
    },
    "the default of a variable from another copy of cdktf": (stack, provider) => {
      const { TerraformVariable: Other } = secondCdktf();
      provider.userId = new Other(stack, "user", { default: SECRET }).stringValue;
    },
  },
};

test.each(
  Object.entries(warnings).flatMap(([warning, uses]) =>
    Object.entries(uses).map(([title, use]) => [title, warning, use] as const),
  ),
)("a credential that is %s draws the warning: %s", (_, warning, use) => {
  const found = warned(use);
  expect(found).toEqual([expect.stringContaining(`${warning}, so synth`)]);
  expect(found[0]).not.toContain(SECRET);
});

test.each<[string, Use]>([
  ["a credential that is reset", (_, provider) => provider.resetUserId()],
  ["a credential that an override replaces", (_, provider) => provider.addOverride("user_id", "${var.user}")],
  [
    "references and a base URL without credentials",
    setting((user) => ({
      baseUrl: "https://a.example/@b",
      userId: Fn.sensitive(user) as string,
      workspaceId: Lazy.stringValue({ produce: () => `${user}${user}` }),
    })),
  ],
  ["an empty default", (stack, provider) => (provider.userId = variable(stack, "").stringValue)],
  ...[
    "${local.all.user}",
    '${var.env == "prod" ? var.a : var.b}',
    '${file("user.txt")}',
    "${local.loop}",
  ].map((expression): [string, Use] => [
    expression,
    (stack, provider) => {
      const all = { url: "https://a.example", user: "${var.user}" };
      stack.addOverride("locals", { all, loop: "${local.loop}" });
      provider.addOverride("user_id", expression);
    },
  ]),
])("%s draws no warning", (_, use) => {
  expect(warned(use, { userId: SECRET })).toEqual([]);
});

test("an app with another copy of cdktf gets the warning", () => {
  const copy = secondCdktf();
  const stack = new copy.TerraformStack(copy.Testing.app({ outdir: folder }), "stack");
  const provider = new OutreachProvider(stack, "outreach", { userId: SECRET });
  copy.Testing.synth(stack, true);
  expect(warningsOf(provider)).toHaveLength(1);
});

describe("the workspace of several providers", () => {
  const providersWith = (...configs: OutreachProviderConfig[]) => {
    const stack = stackIn(folder);
    const workspace = new TerraformVariable(stack, "workspace", {}).stringValue;
    const made = configs.map(
      (config, index) =>
        new OutreachProvider(stack, `p${index}`, index === 0 ? config : { alias: `a${index}`, ...config }),
    );
    return { stack, made, workspace };
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

  test("draws no warning if each other provider sets its own, or belongs to a nested stack", () => {
    const { stack, made, workspace } = providersWith({}, {}, {});
    made[1]!.workspaceId = workspace;
    made[2]!.addOverride("workspace_id", "${var.workspace}");
    const inner = new OutreachProvider(new TerraformStack(stack, "inner"), "outreach");
    synth(stack);
    expect([...made, inner].map(warningsOf)).toEqual([[], [], [], []]);
  });
});
