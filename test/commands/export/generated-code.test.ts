import { anyText } from "../../any-text";
import { fc } from "../../fast-check";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cdktfCode, type CodeOptions } from "../../../src/commands/export/cdktf-code";
import { hclCode } from "../../../src/commands/export/hcl-code";
import { hclLiteral } from "../../../src/commands/export/literals";
import { nameObjects } from "../../../src/commands/export/names";
import { readConfiguration } from "../../../src/estate/hcl/configuration";
import { fileOf, literalOf } from "../../../src/estate/hcl/configuration";
import type { WorkspaceObject } from "../../../src/estate/workspace/workspace";
import { WORKSPACE, writeExport } from "./write-export";

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
const text = fc.oneof(hostile, fc.string({ unit: "grapheme" }), anyText());
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

const cdktf: CodeOptions = { fork: "cdktf", isModule: false, place: "outreach" };

interface Keyed {
  readonly kind: string;
  readonly id: string;
}
const byKindAndId = (a: Keyed, b: Keyed) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1);

/** The text of a prompt file, decoded as promptFile decodes it: without one byte order mark. */
function promptOf(file: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly file?: string;
  readonly objectId?: string;
}

const read = (file: string) =>
  JSON.parse(readFileSync(file, "utf8")) as Record<"clusters" | "snippets", Row[]>;

describe("exported code for CDKTF", () => {
  it("has every name, description, prompt and object id as the server has them, in visible characters", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const out = newFolder();
        if (all.length === 0) return;
        writeExport(out, cdktfCode(out, cdktf), all);
        const data = join(out, "objects.json");
        expect(readFileSync(data, "utf8")).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        const { clusters, snippets } = read(data);
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
});

it("exported HCL has every object as the server has it, for HashiCorp's parser and for the next export", async () => {
  /** Terraform normalizes every text like this and replaces lone surrogates. */
  const composed = (one: string) => one.toWellFormed().normalize("NFC");
  await fc.assert(
    fc.asyncProperty(objects, async (all) => {
      const out = newFolder();
      writeExport(out, await hclCode(out), all);
      const { resources, imports } = await readConfiguration(out);
      const parsed = imports.map(({ to, id }) => {
        const { name, description, prompt } = resources.get(to)![0]!;
        const file = fileOf(prompt);
        const text = file === undefined ? literalOf(description) : readFileSync(join(out, file), "utf8");
        return { kind: to.slice(9, 16), id: id!, name: literalOf(name), text: text ?? null };
      });
      const expected = all.map(({ kind, id, name, ...one }) => {
        // The file function reads a prompt as it is.
        const text =
          "prompt" in one ? one.prompt.toWellFormed() : one.description && composed(one.description);
        return { kind, id, name: composed(name), text };
      });
      expect(parsed.sort(byKindAndId)).toEqual(expected.sort(byKindAndId));
      const { declared, rows, filesFor } = await hclCode(out);
      const found = declared.map(({ kind, name, objectId: id }) => ({ kind, id: id!, name }));
      expect(found.sort(byKindAndId)).toEqual(expected.map(({ kind, id, name }) => ({ kind, id, name })));
      expect(filesFor(rows, [], WORKSPACE)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

describe("the ids of exported code", () => {
  it("are safe names of files and resources, unique without letter case, and the same in every order", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const named = nameObjects(all, new Set());
        const ids = named.map(({ codeId }) => codeId);
        for (const id of ids) {
          expect(id).toMatch(/^(?!(con|prn|aux|nul|com\d|lpt\d|constructor)$)[a-z][a-z0-9-]{0,150}$/);
        }
        expect(new Set(ids.map((id) => id.toUpperCase())).size).toBe(ids.length);
        const reversed = nameObjects([...all].reverse(), new Set());
        expect(
          new Map(reversed.map(({ object: { kind, id }, codeId }) => [`${kind} ${id}`, codeId])),
        ).toEqual(new Map(named.map(({ object: { kind, id }, codeId }) => [`${kind} ${id}`, codeId])));
      }),
    );
  });

  it.each([
    ["Opener", "opener"],
    ["Ärger & Freude", "arger-freude"],
    ["123 go", "snippet-123-go"],
    ["Größe", "grosse"],
    ["名前", "snippet"],
    ["ｆｕｌｌ　ｗｉｄｔｈ", "full-width"],
    ["", "snippet"],
  ])("of %j is %s", (name, expected) => {
    const one = { kind: "snippet" as const, id: "s-1", name };
    expect(nameObjects([one], new Set()).map(({ codeId }) => codeId)).toEqual([expected]);
  });

  it.each(["constructor", "CON", "lpt1", "Outreach"])(
    "of %j have a suffix, because that id has a meaning",
    (name) => {
      const one = { kind: "cluster" as const, id: "c-1", name };
      expect(nameObjects([one], [])[0]!.codeId).toMatch(/-[0-9a-f]{8}$/);
    },
  );
});

describe("literals of HCL", () => {
  it("are one line in which nothing is evaluated", () => {
    fc.assert(
      fc.property(text, (one) => {
        const literal = hclLiteral(one);
        expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(literal.replace(/\\.|([$%])\1\{/g, "")).not.toMatch(/[$%]\{|^".*".+/);
      }),
    );
  });
});
