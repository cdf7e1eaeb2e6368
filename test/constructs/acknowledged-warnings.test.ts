import { Lazy, TerraformVariable, Testing } from "cdktf";
import { OutreachSnippet, type OutreachSnippetAcknowledgedWarnings } from "../../src/constructs";
import { stackWithProvider, synth, temporaryFolder, warningsOf } from "./stacks";

const outdir = temporaryFolder();

const doubled = { code: "doubled", text: "{{x}}", reason: 'A template: "${x}".' };

function declare(prompt: string, ...acknowledgedWarnings: OutreachSnippetAcknowledgedWarnings[]) {
  const stack = stackWithProvider(outdir);
  return {
    stack,
    snippet: new OutreachSnippet(stack, "s", { name: "Opener", prompt, acknowledgedWarnings }),
  };
}

/** The warnings that synth leaves on the snippet of a stack. */
function warned({ stack, snippet }: ReturnType<typeof declare>): string[] {
  Testing.synth(stack, true);
  return warningsOf(snippet);
}

describe("acknowledgedWarnings", () => {
  it.each<[string, () => OutreachSnippetAcknowledgedWarnings[]]>([
    ["values", () => [doubled]],
    ["a lazy list", () => Lazy.anyValue({ produce: () => [doubled] }) as never],
    ["a lazy entry", () => [Lazy.anyValue({ produce: () => doubled }) as never]],
  ])("are written as text, in JSON and in HCL, from %s", (_, late) => {
    const { stack, snippet } = declare("Hi {{x}}");
    snippet.putAcknowledgedWarnings(late());
    const reason = 'A template: "$${x}".';
    expect(synth(stack).resource["outreach_snippet"]!["s"]).toEqual({
      name: "Opener",
      prompt: "Hi {{x}}",
      acknowledged_warnings: [{ ...doubled, reason }],
    });
    expect(Testing.synthHcl(stack)).toContain(`reason = ${JSON.stringify(reason)}`);
  });

  it("leave the warning out of synth", () => {
    expect(warned(declare("Hi {{x}}", doubled))).toEqual([]);
    expect(warned(declare("Hi {{x}} {{y}}", doubled))).toHaveLength(1);
  });

  it("draw a warning if they match nothing any more", () => {
    expect(warned(declare("Hi {x}", doubled))).toEqual([
      'outreach_snippet "Opener": the acknowledged {{x}} (doubled) is no warning about this snippet any more. ' +
        "An entry of acknowledged_warnings has the code and the text of a warning. Remove the entry, or correct it.",
    ]);
  });

  it("are not judged by a prompt of which only Terraform knows a part", () => {
    const declared = declare("", doubled);
    const topic = new TerraformVariable(declared.stack, "topic", { type: "string" });
    declared.snippet.prompt = `Hi ${topic.stringValue}`;
    expect(warned(declared)).toEqual([]);
  });

  it.each<[string, (declared: ReturnType<typeof declare>) => void]>([
    ["an override", ({ snippet }) => snippet.addOverride("acknowledged_warnings", "${var.warnings}")],
    [
      "a text that only Terraform knows",
      ({ stack, snippet }) => {
        const text = new TerraformVariable(stack, "text", { type: "string" }).stringValue;
        snippet.putAcknowledgedWarnings([{ ...doubled, text }]);
      },
    ],
    [
      "a list that only Terraform knows",
      ({ snippet }) => snippet.putAcknowledgedWarnings(Lazy.anyValue({ produce: () => [doubled] })),
    ],
  ])("leave the warnings to the plan if they contain %s", (_, change) => {
    const declared = declare("Hi {{x}}");
    change(declared);
    expect(warned(declared)).toEqual([]);
  });

  it.each([
    [{ code: "doubeld" }, /has an unknown code\..* Write the closest one, "doubled"/],
    [{ reason: "" }, /has no reason\./],
    [{ text: undefined }, /has no text\./],
  ])("with %j are an error of synth", (wrong, message) => {
    const { stack } = declare("Hi {{x}}", doubled, { ...doubled, ...wrong } as typeof doubled);
    const start = "Entry 2 in acknowledgedWarnings of stack/s ";
    expect(() => Testing.synth(stack, true)).toThrow(new RegExp(start + message.source));
  });
});
