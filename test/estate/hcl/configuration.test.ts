import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usesInHcl } from "../../../src/estate/declared/stack-configuration";
import {
  configurationFiles,
  fileOf,
  literalOf,
  readConfiguration,
} from "../../../src/estate/hcl/configuration";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-hcl-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function configuration(files: Readonly<Record<string, string | Buffer>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return readConfiguration(folder);
}

const snippet = (name: string, prompt: string) =>
  `resource "outreach_snippet" "${name}" {\n  name   = "x"\n  prompt = ${prompt}\n}\n`;

it("reads blocks in HCL and in JSON, and no text that only looks like a block", async () => {
  const read = await configuration({
    "a.tf": `
      /* resource "outreach_cluster" "commented" {} */
      # import { to = outreach_cluster.commented }
      resource "outreach_snippet" "größe" {
        name   = "quote \\" $\${x} %%{y}"
        prompt = <<-EOT
          import {
            to = outreach_cluster.heredoc
            id = "7"
          }
          resource "outreach_cluster" "heredoc" {}
        EOT
      }
      import {
        id = "a$\${x}"
        to = outreach_snippet.größe
      }
      moved {
        from = outreach_cluster.old
        to   = outreach_cluster.new
      }
      terraform {
        required_providers { outreach = { source = "x" } }
      }
      provider "outreach" {}
    `,
    "b.tf.json": JSON.stringify({
      resource: [{ outreach_cluster: { json: { name: "${x}" } } }],
      import: { to: "outreach_cluster.json", id: "${var.id}" },
    }),
    ".hidden.tf": "no HCL",
    "notes.txt": "no HCL",
  });
  expect([...read.resources.keys()]).toEqual(["outreach_snippet.größe", "outreach_cluster.json"]);
  expect(literalOf(read.resources.get("outreach_snippet.größe")![0]!["name"])).toBe('quote " ${x} %{y}');
  expect(read.imports).toEqual([
    { file: "a.tf", to: "outreach_snippet.größe", id: "a${x}", isPlain: true },
    { file: "b.tf.json", to: "outreach_cluster.json", id: undefined, isPlain: true },
  ]);
  expect(read.moves).toEqual(new Map([["outreach_cluster.old", "outreach_cluster.new"]]));
  expect(read.requiredProviders).toEqual(new Set(["outreach"]));
  expect(read.configuredProviders).toEqual(new Set(["outreach"]));
});

it("an invalid file is an error that names the file and the place", async () => {
  await expect(configuration({ "a.tf": 'a = "1\n' })).rejects.toThrow(/a\.tf is not valid HCL: .*a\.tf:1,/);
  await expect(configuration({ "a.tf": Buffer.from([0xff]) })).rejects.toThrow("a.tf is not UTF-8");
  await expect(configuration({ "a.tf": "", "b.tf.json": "[]" })).rejects.toThrow(
    "b.tf.json is not a JSON object",
  );
});

it("the file of a prompt is known only if the prompt is exactly one call of file", async () => {
  const read = await configuration({
    "main.tf": [
      snippet("plain", 'file("a.md")'),
      snippet("module", 'file("${path.module}/prompts/größe.md")'),
      snippet("wrapped", '"${file("b.md")}"'),
      snippet("composed", '"${file("c.md")} more"'),
      snippet("computed", 'file("${path.module}/${var.name}.md")'),
      snippet("trimmed", 'trimspace(file("d.md"))'),
      snippet("text", '"$${file(\\"e.md\\")}"'),
      snippet("heredoc", '<<EOT\n${file("f.md")}\nEOT'),
      snippet("overridden", 'file("g.md")'),
      `/*\n${snippet("commented", 'file("h.md")')}*/\n`,
      snippet("last", '<<EOT\nresource "outreach_snippet" "plain" {\n  prompt = file("other.md")\n}\nEOT'),
    ].join("\n"),
    "main_override.tf": 'resource "outreach_snippet" "overridden" {\n  prompt = "x"\n}\n',
  });
  const filesOf = (wanted: "whole" | "part") =>
    usesInHcl(read).flatMap(({ is, place, file }) => (is === wanted ? [[place, file] as const] : []));
  expect(Object.fromEntries(filesOf("whole"))).toEqual({
    "outreach_snippet.plain": "a.md",
    "outreach_snippet.module": "prompts/größe.md",
    "outreach_snippet.wrapped": "b.md",
  });
  // A text that only looks like a call counts, too: it makes pull more careful.
  const others = ["c.md", "d.md", "e.md", "f.md", "g.md", "other.md"];
  expect(
    filesOf("part")
      .map(([, file]) => file)
      .sort(),
  ).toEqual(others);
  expect(fileOf('${file("a.md")}\n')).toBeUndefined();
});

it("the files of a configuration are those that the engines read, such as #draft.tf, and no copies of editors", () => {
  const read = ["#draft.tf", "a.tf", "b.tf.json", "c.tofu", "d.tofu.json"];
  const ignored = [".a.tf", ".#a.tf", "a.tf~", "#a.tf#", "a.tfvars", "a.tf.swp", "a.json"];
  for (const name of [...ignored, ...read]) writeFileSync(join(folder, name), "");
  expect(configurationFiles(folder)).toEqual(read);
  expect(configurationFiles(join(folder, "missing"))).toEqual([]);
});
