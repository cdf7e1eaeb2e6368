import {
  Fn,
  Lazy,
  TerraformCount,
  TerraformIterator,
  type TerraformStack,
  TerraformVariable,
  Token,
} from "cdktf";
import {
  DataOutreachCluster,
  DataOutreachSnippet,
  DataOutreachSnippets,
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
} from "../../src/constructs";
import { secondCdktf, stackIn, stackWithProvider, synth, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** The constructor of any construct, as a program in JavaScript sees it. */
type Made = new (scope: TerraformStack, id: string, config: never) => unknown;

function make(made: Made, config: object): unknown {
  return new made(stackIn(folder), "it", config as never);
}

const unknown: [name: string, made: Made, config: object, message: string][] = [
  [
    "of the provider",
    OutreachProvider,
    { existingNames: "fail" },
    'stack/it: OutreachProvider has no property "existingNames". The closest property is "existingName": correct the name, or remove the property.',
  ],
  [
    "in Terraform's spelling",
    OutreachProvider,
    { max_retries: 3 },
    'OutreachProvider has no property "max_retries". The closest property is "maxRetries"',
  ],
  [
    "of a cluster",
    OutreachCluster,
    { name: "n", descripton: "d" },
    '"descripton". The closest property is "description"',
  ],
  [
    "of a snippet, although it is one of a cluster",
    OutreachSnippet,
    { name: "n", prompt: "p", forceDestroy: true },
    'OutreachSnippet has no property "forceDestroy".',
  ],
  [
    "that resembles one of CDKTF's",
    OutreachCluster,
    { name: "n", dependOn: [] },
    '"dependOn". The closest property is "dependsOn"',
  ],
  [
    "that only a provider has",
    DataOutreachSnippets,
    { alias: "eu" },
    'DataOutreachSnippets has no property "alias".',
  ],
  [
    "of a cluster's data source",
    DataOutreachCluster,
    { nmae: "n" },
    '"nmae". The closest property is "name"',
  ],
  [
    "of the snippets' data source",
    DataOutreachSnippets,
    { sort_orders: "n" },
    '"sort_orders". The closest property is "sortOrder"',
  ],
  ["of a snippet's data source", DataOutreachSnippet, { ID: "n" }, '"ID". The closest property is "id"'],
  [
    "with a name that objects inherit",
    OutreachCluster,
    { name: "n", constructor: "x", toString: "y" },
    'OutreachCluster has no property "constructor".',
  ],
];

test.each(unknown)(
  "an unknown property %s is an error that names the closest one",
  (_, made, config, message) => {
    expect(() => make(made, config)).toThrow(message);
  },
);

const wrong: [made: Made, config: object, message: string][] = [
  [OutreachCluster, { name: 5 }, 'stack/it: "name" must be a string, but it is a number.'],
  [OutreachCluster, { name: "n", description: ["x"] }, '"description" must be a string, but it is a list.'],
  [OutreachCluster, { name: "n", description: {} }, '"description" must be a string, but it is an object.'],
  [
    OutreachCluster,
    { name: "n", forceDestroy: "true" },
    '"forceDestroy" must be a boolean, but it is a string.',
  ],
  [OutreachSnippet, { name: "n", prompt: () => "p" }, '"prompt" must be a string, but it is a function.'],
  [OutreachProvider, { maxRetries: "3" }, '"maxRetries" must be a number, but it is a string.'],
  [OutreachProvider, { alias: 1 }, '"alias" must be a string, but it is a number.'],
  [
    OutreachProvider,
    { knownVariables: "a" },
    '"knownVariables" must be a list of strings, but it is a string.',
  ],
  [
    OutreachProvider,
    { knownVariables: ["a", 5] },
    '"knownVariables" must be a list of strings, but its item 2 is a number.',
  ],
  [
    OutreachProvider,
    { existingName: "fial" },
    '"existingName" must be "warn", "adopt" or "fail". The closest is "fail".',
  ],
  [
    OutreachProvider,
    { existingName: true },
    '"existingName" must be "warn", "adopt" or "fail", but it is a boolean.',
  ],
  [
    OutreachCluster,
    { name: "n", provider: "outreach.eu" },
    '"provider" must be a provider, but it is a string.',
  ],
  [
    OutreachProvider,
    { knownVariables: ["a", null] },
    '"knownVariables" must be a list of strings, but its item 2 is null.',
  ],
  [
    OutreachCluster,
    { name: "n", dependsOn: "x" },
    '"dependsOn" must be a list of constructs, but it is a string.',
  ],
  [
    OutreachCluster,
    { name: "n", dependsOn: ["outreach_cluster.x"] },
    '"dependsOn" must be a list of constructs, but its item 1 is a string.',
  ],
  [
    OutreachCluster,
    { name: "n", lifecycle: "prevent_destroy" },
    '"lifecycle" must be an object, but it is a string.',
  ],
  [DataOutreachCluster, { id: 7 }, '"id" must be a string, but it is a number.'],
];

test.each(wrong)("%p rejects a value of the wrong type: %j", (made, config, message) => {
  expect(() => make(made, config)).toThrow(message);
});

test("one error names all mistakes of a config, and quotes no value", () => {
  const config = { name: 5, existingNames: "secret", descripton: "secret" };
  const all = /^stack\/it: "name" must .* "existingNames"\. .* "descripton"\. /;
  expect(() => make(OutreachCluster, config)).toThrow(all);
  expect(() => make(OutreachCluster, config)).not.toThrow(/secret/);
});

test("values that CDKTF resolves at synth, null and undefined are accepted for every type", () => {
  const stack = stackIn(folder);
  const variable = new TerraformVariable(stack, "variable", {});
  const copy = secondCdktf().Lazy;
  const provider = new OutreachProvider(stack, "outreach", {
    existingName: Lazy.stringValue({ produce: () => "warn" }),
    baseUrl: Token.asString(variable.value),
    maxRetries: Lazy.numberValue({ produce: () => 3 }),
    requestTimeout: Lazy.anyValue({ produce: () => 3 }) as never,
    readAhead: variable.booleanValue,
    knownVariables: variable.listValue,
    userId: undefined,
  });
  new OutreachProvider(stack, "other", {
    alias: "other",
    existingName: variable.stringValue,
    knownVariables: [variable.stringValue, undefined as never, Fn.lower("A")],
    maxRetries: variable.numberValue,
    readAhead: Token.asString(variable.value) as never,
  });
  const text = variable.numberValue as never;
  const late = copy.anyValue({ produce: () => "late" }) as never;
  new OutreachSnippet(stack, "all", {
    name: text,
    prompt: late,
    lifecycle: null!,
    dependsOn: [provider],
    provider,
  });
  new OutreachCluster(stack, "count", {
    name: "a",
    count: TerraformCount.of(2),
    lifecycle: {},
    connection: undefined!,
  });
  new OutreachCluster(stack, "each", {
    name: "b",
    forEach: TerraformIterator.fromList(["x"]),
    provisioners: [],
  });
  new DataOutreachCluster(stack, "found", { id: variable.stringValue, nothing: undefined } as never);
  expect(synth(stack).resource["outreach_snippet"]?.["all"]?.["prompt"]).toBe("late");
});

test("the stack trace of the error begins in the user's program, also if it has classes of its own", () => {
  class Opener extends OutreachSnippet {
    constructor(scope: TerraformStack) {
      super(scope, "opener", { name: "n", promt: "p" } as never);
    }
  }
  const stackOf = (mistake: () => unknown) => {
    try {
      mistake();
    } catch (error) {
      return (error as Error).stack!.split("\n");
    }
    throw new Error("There was no error.");
  };
  const [, frame] = stackOf(() => new Opener(stackWithProvider(folder)));
  expect(frame).toMatch(/at new Opener .*config\.test\.ts/);
  const [, first] = stackOf(() => make(DataOutreachCluster, { nmae: "n" }));
  expect(first).toMatch(/at make .*config\.test\.ts/);
});
