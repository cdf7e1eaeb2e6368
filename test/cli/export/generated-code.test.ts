import { fc } from "../../fast-check";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { hclCode } from "../../../src/cli/export/hcl-code";
import { hclLiteral, scriptLiteral } from "../../../src/cli/export/literals";
import { nameObjects } from "../../../src/cli/export/names";
import { scriptCode } from "../../../src/cli/export/script-code";
import type { ScriptOptions } from "../../../src/cli/export/script-modules";
import { writeFiles } from "../../../src/cli/shared/write-whole";
import type { WorkspaceObject } from "../../../src/cli/workspace/objects";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let exports = 0;
const newFolder = () => join(folder, `export-${(exports += 1)}`);

const hostile = fc.constantFrom(
  ..."a/b|..|../../etc|CON|con|nul.md||😀|*/ x|// y|# z|${a}|%{if}|$${b}|\"'`|\\|\n|\r\n|\t|\u202e|\u2028|\u0000|\ufeff".split(
    "|",
  ),
  "x".repeat(10_000),
  "`; process.exit(1); `",
  "</script>",
);
const text = fc.oneof(hostile, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
const objectId = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const object: fc.Arbitrary<WorkspaceObject> = fc.oneof(
  fc.record({
    kind: fc.constant("cluster" as const),
    id: objectId,
    name: text,
    description: fc.option(text),
    lastUpdatedAt: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant("snippet" as const),
    id: objectId,
    name: text,
    prompt: text,
    lastUpdatedAt: fc.constant(null),
  }),
);
const objects = fc.uniqueArray(object, { selector: ({ kind, id }) => `${kind} ${id}`, maxLength: 12 });

const script: ScriptOptions = { language: "ts", fork: "cdktf", isModule: false };

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly file?: string;
  readonly objectId?: string;
}

/** Returns the tables that Node.js loads from the exported code. */
function load(code: string): { clusters: Row[]; snippets: Row[] } {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const { outputText, diagnostics } = ts.transpileModule(code, { compilerOptions, reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const loaded = { exports: {} };
  new Function("exports", "module", outputText)(loaded.exports, loaded);
  return loaded.exports as { clusters: Row[]; snippets: Row[] };
}

interface Keyed {
  readonly kind: string;
  readonly id: string;
}
const byKindAndId = (a: Keyed, b: Keyed) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1);

describe("exported code for CDKTF", () => {
  it.each<ScriptOptions>([
    script,
    { ...script, fork: "cdktn" },
    { ...script, language: "js" },
    { ...script, language: "js", isModule: true },
  ])("has every name, description, prompt and object id as the server has them (%j)", (options) => {
    fc.assert(
      fc.property(objects, (all) => {
        const out = newFolder();
        if (all.length === 0) return;
        writeFiles(out, scriptCode(out, options).withObjects(nameObjects(all, new Set())));
        const { clusters, snippets } = load(readFileSync(join(out, `objects.${options.language}`), "utf8"));
        const found = [
          ...clusters.map(({ name, description, objectId: id }) => {
            return { kind: "cluster", id: id!, name, text: description ?? null };
          }),
          ...snippets.map(({ name, file, objectId: id }) => {
            return { kind: "snippet", id: id!, name, text: promptOf(join(out, file!)) };
          }),
        ];
        const expected = all.map((one) => ({
          kind: one.kind,
          id: one.id,
          name: one.name,
          text: one.kind === "cluster" ? one.description : one.prompt.toWellFormed(),
        }));
        expect(found.sort(byKindAndId)).toEqual(expected.sort(byKindAndId));
      }),
      { numRuns: 30 },
    );
  });

  it("keeps every earlier byte when objects are added one after another", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const out = newFolder();
        let before = "";
        for (const one of all) {
          const code = scriptCode(out, script);
          const inUse = new Set(code.declared.map(({ codeId }) => codeId));
          writeFiles(out, code.withObjects(nameObjects([one], inUse)));
          const after = readFileSync(join(out, "objects.ts"), "utf8");
          for (const line of before.split("\n")) expect(after).toContain(line);
          before = after;
        }
        expect(
          scriptCode(out, script)
            .declared.map(({ objectId: id }) => id)
            .sort(),
        ).toEqual(all.map(({ id }) => id).sort());
      }),
      { numRuns: 20 },
    );
  });

  it("finds its rows in a table that a person has edited, and adds below them", () => {
    const out = newFolder();
    const cluster = (id: string, name: string): WorkspaceObject => ({
      ...{ kind: "cluster", id, name, description: null, lastUpdatedAt: null },
    });
    writeFiles(out, scriptCode(out, script).withObjects(nameObjects([cluster("c-1", "One")], new Set())));
    const file = join(out, "objects.ts");
    const edited = readFileSync(file, "utf8").replace(
      /(export const clusters[^=]*= \[\n)([^]*?)\n\];/,
      '$1  // Ours: "not a row", ]\n  {\n    id: `first`,\n    name: \'One [old]\', objectId: "c-1" } /* last */ ];',
    );
    writeFileSync(file, edited);
    expect(scriptCode(out, script).declared).toMatchObject([
      { codeId: "first", name: "One [old]", objectId: "c-1" },
    ]);
    writeFiles(
      out,
      scriptCode(out, script).withObjects(nameObjects([cluster("c-2", "Two")], new Set(["first"]))),
    );
    const after = readFileSync(file, "utf8");
    expect(load(after).clusters).toEqual([
      { id: "first", name: "One [old]", objectId: "c-1" },
      { id: "two", name: "Two", objectId: "c-2" },
    ]);
    const [settled] = scriptCode(out, script).settled(new Set(["c-1", "c-2"]));
    expect(load(settled!.contents).clusters).toEqual([
      { id: "first", name: "One [old]" },
      { id: "two", name: "Two" },
    ]);
  });
});

/** The text of a prompt file, decoded as promptFile decodes it: without one byte order mark. */
function promptOf(file: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
}

describe("exported HCL", () => {
  it("is read back by the next export, with every name and object id", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const out = newFolder();
        writeFiles(out, hclCode(out).withObjects(nameObjects(all, new Set())));
        const found = hclCode(out).declared.map(({ kind, name, objectId: id }) => ({ kind, name, id: id! }));
        const expected = all.map(({ kind, name, id }) => ({ kind, name: name.toWellFormed(), id }));
        expect(found.sort(byKindAndId)).toEqual(expected.sort(byKindAndId));
        for (const one of all) {
          if (one.kind === "cluster") continue;
          const { codeId } = hclCode(out).declared.find(
            ({ kind, objectId: id }) => kind === one.kind && id === one.id,
          )!;
          expect(readFileSync(join(out, "prompts", `${codeId}.md`), "utf8")).toBe(one.prompt.toWellFormed());
        }
        const settled = hclCode(out).settled(new Set(all.map(({ id }) => id)));
        expect(settled.length).toBe(new Set(all.map(({ kind }) => kind)).size);
        for (const { contents } of settled) expect(contents).not.toMatch(/^import/m);
      }),
      { numRuns: 60 },
    );
  });
});

describe("exported HCL, as HashiCorp's parser reads it,", () => {
  // The package's type declarations would add browser globals to all tests.
  const { parse } = jest.requireActual<{ parse(name: string, hcl: string): Promise<ParsedHcl> }>(
    "@cdktf/hcl2json",
  );
  /** Terraform normalizes every text like this and replaces lone surrogates. */
  const composed = (one: string) => one.toWellFormed().normalize("NFC");
  /** hcl2json leaves the escapes of templates in texts, as Terraform's JSON syntax needs them. */
  const plain = (template: string) => template.replace(/([$%])\1\{/g, "$1{");

  it("has every name, description, prompt and object id as the server has them", async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (all) => {
        const out = newFolder();
        writeFiles(out, hclCode(out).withObjects(nameObjects(all, new Set())));
        const files =
          all.length === 0 ? [] : readdirSync(out).filter((name) => /^(clusters|snippets)/.test(name));
        const parsed = await Promise.all(
          files.map((name) => parse(name, readFileSync(join(out, name), "utf8"))),
        );
        const found = parsed.flatMap(({ import: imports, resource }) =>
          imports.map(({ id, to }) => {
            const [type, codeId] = to.slice(2, -1).split(".");
            const { name, description, prompt } = resource[type!]![codeId!]![0]!;
            const file = prompt === undefined ? undefined : /path\.module\}\/(.*)"\)\}$/.exec(prompt)![1]!;
            const text =
              file === undefined
                ? description && plain(description)
                : readFileSync(join(out, file), "utf8").normalize("NFC");
            return { kind: type!.slice("outreach_".length), id, name: plain(name), text: text ?? null };
          }),
        );
        const expected = all.map(({ kind, id, name, ...one }) => {
          const text = "prompt" in one ? one.prompt : one.description;
          return { kind, id, name: composed(name), text: (text && composed(text)) ?? null };
        });
        expect(found.sort(byKindAndId)).toEqual(expected.sort(byKindAndId));
      }),
      { numRuns: 30 },
    );
  });
});

/** The parts of a file's JSON that the test reads. */
interface ParsedHcl {
  readonly import: readonly { readonly id: string; readonly to: string }[];
  readonly resource: Readonly<
    Record<string, Record<string, readonly { name: string; description?: string; prompt?: string }[]>>
  >;
}

describe("the ids of exported code", () => {
  it("are safe names of files and resources, unique without letter case, and the same in every order", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const named = nameObjects(all, new Set());
        const ids = named.map(({ codeId }) => codeId);
        for (const id of ids) expect(id).toMatch(/^(?!(con|prn|aux|nul|com\d|lpt\d)$)[a-z][a-z0-9-]{0,120}$/);
        expect(new Set(ids).size).toBe(ids.length);
        const reversed = nameObjects([...all].reverse(), new Set());
        expect(
          new Map(reversed.map(({ object: { kind, id }, codeId }) => [`${kind} ${id}`, codeId])),
        ).toEqual(new Map(named.map(({ object: { kind, id }, codeId }) => [`${kind} ${id}`, codeId])));
      }),
    );
  });

  it("do not depend on the order of a cluster and a snippet with one object id and one name", () => {
    const both = (["cluster", "snippet"] as const).map((kind) => ({ kind, id: "same", name: "Opener" }));
    const [cluster, snippet] = nameObjects(both, new Set());
    const reversed = nameObjects([...both].reverse(), new Set());
    expect(reversed).toEqual([snippet, cluster]);
  });

  it.each([
    ["Opener", "opener"],
    ["Ärger & Freude", "arger-freude"],
    ["123 go", "snippet-123-go"],
    ["名前", "snippet"],
    ["", "snippet"],
  ])("of %j is %s", (name, expected) => {
    const one = { kind: "snippet" as const, id: "s-1", name };
    expect(nameObjects([one], new Set()).map(({ codeId }) => codeId)).toEqual([expected]);
  });
});

describe("literals", () => {
  it("of a script are one line of visible characters, and evaluate to the text", () => {
    fc.assert(
      fc.property(text, (one) => {
        const literal = scriptLiteral(one);
        expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(JSON.parse(literal)).toBe(one);
      }),
    );
  });

  it("of HCL are one line in which nothing is evaluated", () => {
    fc.assert(
      fc.property(text, (one) => {
        const literal = hclLiteral(one);
        expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(literal.replace(/\\.|([$%])\1\{/g, "")).not.toMatch(/[$%]\{|^".*".+/);
      }),
    );
  });
});
