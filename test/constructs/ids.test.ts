import { Lazy, type TerraformStack, TerraformVariable, Testing } from "cdktf";
import { DataOutreachCluster, OutreachCluster, OutreachSnippet } from "../../src/constructs";
import { stackIn, stackWithProvider, synth, temporaryFolder } from "./stacks";
import { evaluateTemplate } from "./template";

const folder = temporaryFolder();

const NONE: ReadonlyMap<string, string> = new Map();

/** An id that Terraform would evaluate, and what must be written in JSON and in HCL. */
const SECRET = '${trimspace(file("secret"))}%{ if true }"x"%{ endif }';
const ESCAPED = '$${trimspace(file("secret"))}%%{ if true }"x"%%{ endif }';
const IN_HCL = String.raw`"$${"$"}{trimspace(file(\"secret\"))}%%{ if true }\"x\"%%{ endif }"`;

const imports: Readonly<Record<string, (stack: TerraformStack, id: string) => void>> = {
  "importFrom of a cluster": (stack, id) => new OutreachCluster(stack, "it", { name: "n" }).importFrom(id),
  "importFrom of a snippet": (stack, id) =>
    new OutreachSnippet(stack, "it", { name: "n", prompt: "p" }).importFrom(id),
  "generateConfigForImport of a cluster": (stack, id) =>
    OutreachCluster.generateConfigForImport(stack, "it", id),
  "generateConfigForImport of a snippet": (stack, id) =>
    OutreachSnippet.generateConfigForImport(stack, "it", id),
};

describe.each(Object.entries(imports))("%s", (_, declare) => {
  test("writes an id as text, of which Terraform evaluates nothing, in JSON and in HCL", () => {
    const stack = stackWithProvider(folder);
    declare(stack, SECRET);
    // The first synth must not change what the second one writes.
    for (let times = 0; times < 2; times += 1) {
      const { id } = synth(stack).import[0]!;
      expect(id).toBe(ESCAPED);
      expect(evaluateTemplate(id, NONE)).toBe(SECRET);
      expect(Testing.synthHcl(stack)).toContain(`\nid = ${IN_HCL}\n`);
    }
  });

  test("takes a reference or a lazy value as an id", () => {
    const stack = stackWithProvider(folder);
    const variable = new TerraformVariable(stack, "id", {}).stringValue;
    declare(stack, Lazy.stringValue({ produce: () => `${variable}-\${x}` }));
    expect(synth(stack).import[0]?.id).toBe("${var.id}-$${x}");
    expect(Testing.synthHcl(stack)).toContain('\nid = "${var.id}-$${x}"\n');
  });
});

test("the id of a data source is text", () => {
  const stack = stackIn(folder);
  new DataOutreachCluster(stack, "it", { id: SECRET });
  expect(synth(stack).data["outreach_cluster"]?.["it"]?.["id"]).toBe(ESCAPED);
  expect(Testing.synthHcl(stack)).toContain(`\nid = ${IN_HCL}\n`);
});
