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
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
} from "../../src/constructs";
import { secondCdktf, stackIn, synth, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** The constructor of any construct, as a program in JavaScript sees it. */
type Made = new (scope: TerraformStack, id: string, config: never) => unknown;

function make(made: Made, config: object): unknown {
  return new made(stackIn(folder), "it", config as never);
}

test.each<[Made, object, string, string]>([
  [OutreachProvider, { existingNames: "fail" }, "existingNames", "existingName"],
  [OutreachProvider, { max_retries: 3 }, "max_retries", "maxRetries"],
  [OutreachCluster, { name: "n", descripton: "d" }, "descripton", "description"],
  [OutreachSnippet, { name: "n", promt: "p" }, "promt", "prompt"],
  [DataOutreachCluster, { nmae: "n" }, "nmae", "name"],
  [OutreachCluster, { name: "n", constructor: "x" }, "constructor", "connection"],
])("%p rejects the unknown property of %j and names the closest one", (made, config, property, closest) => {
  expect(() => make(made, config)).toThrow(
    `stack/it: ${made.name} has no property "${property}". The closest property is "${closest}": correct the name, or remove the property.`,
  );
});

test("a provider that is none is rejected, because CDKTF would use the default provider of the stack", () => {
  const config = { name: "n", provider: "outreach.eu" };
  expect(() => make(OutreachCluster, config)).toThrow('stack/it: "provider" must be a provider.');
});

test("one error names all mistakes of a config, and quotes no value", () => {
  const config = { existingNames: "secret", descripton: "secret" };
  const all = /^stack\/it: .* "existingNames"\. .* "descripton"\. /;
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

test("the stack trace of the error begins in the user's program", () => {
  const stackOf = (mistake: () => unknown) => {
    try {
      mistake();
    } catch (error) {
      return (error as Error).stack!.split("\n");
    }
    throw new Error("There was no error.");
  };
  const [, frame] = stackOf(() => make(DataOutreachCluster, { nmae: "n" }));
  expect(frame).toMatch(/at make .*config\.test\.ts/);
});
