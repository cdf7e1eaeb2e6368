import { fc } from "../../fast-check";
import { withFindings } from "../../../src/commands/review/findings";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";

/** A mark in every hostile text, by which a test finds the text in a document. */
export const MARKER = "zqx";

/** Texts without blanks that mean something in Markdown or HTML, or at a code host. */
const SIGNS =
  "` `` ``` \\ | a {x} < > </details> </summary> </code> </pre> <script>alert(1)</script> <!-- --> ]]> " +
  "[x](javascript:alert(1)) ![x](https://e.example/x) <https://e.example> @octocat @org/team #1 GH-1 " +
  "https://e.example www.e.example a@e.example :smile: *** &lt; &#64; $x$";

/** Texts with blanks, line breaks, and characters that are invisible or move the cursor. */
const BLANKS = [
  ...["````\n", "~~~\n", "\n", "\n\n", "\r", "\r\n", "    ", "\t", " ", "<img src=x onerror=alert(1)>"],
  ...["# ", "> ", "- ", "1. ", "---\n", "[^1]: x", "[x]: /y\n", "| a | b |\n|---|---|\n"],
  ...[
    "\u0000",
    "\u0007",
    "\u001B[31m",
    "\u009B",
    "\u202E",
    "\u2066",
    "\u200B",
    "\u2028",
    "\uD800",
    "\u{E0041}",
  ],
];

/** Characters that break out of blocks, spans, tags, tables and terminals, in any order. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...SIGNS.split(" "), ...BLANKS), { maxLength: 12 })
  .map((parts) => parts.join(""))
  .chain((text) => fc.nat(text.length).map((at) => text.slice(0, at) + MARKER + text.slice(at)));

/** A review that has hostile texts wherever a plan can have a text. */
export const hostileReview: fc.Arbitrary<Review> = fc
  .array(hostileText, { minLength: 14, maxLength: 14 })
  .map((texts) => {
    const [name, prompt, next, id, key, label, from, output, summary, detail, importId, old, moved, secret] =
      texts as [string, ...string[]];
    const change = (before: unknown, after: unknown, more: object = {}) =>
      ({
        actions: ["update"],
        before,
        after,
        after_unknown: {},
        before_sensitive: {},
        after_sensitive: {},
        ...more,
      }) as never;
    const resource = (type: string, more: object) => ({
      ...{ mode: "managed", type, name: "x", address: `${type}.x[${JSON.stringify(key)}]` },
      ...(more as { change: never }),
    });
    const side = (text: string) => ({ name, id, prompt: text });
    const acknowledging = (text: string) => ({
      ...side(`${text}\n{{own}}\n`),
      acknowledged_warnings: [
        { code: "doubled", text: "{{own}}", reason: detail },
        { code: "doubled", text: summary, reason: old },
      ],
    });
    const source = { file: from!, line: 1, context: label! };
    const review = reviewOf([
      {
        name: "stack",
        plan: {
          format_version: "1.2",
          resource_changes: [
            resource("outreach_snippet", {
              previous_address: `outreach_snippet.x[${JSON.stringify(moved)}]`,
              change: change(side(prompt!), acknowledging(next!), { importing: { id: importId } }),
            }),
            resource("outreach_cluster", {
              change: change({ name, id, description: old, associated_count: 3 }, null, {
                actions: ["delete"],
              }),
            }),
            resource("other_thing", {
              change: change(
                { name, labels: { [label!]: from }, rule: [{ text: prompt }], list: [old] },
                { name: secret, labels: { [label!]: next }, rule: [{ text: from }], list: [old, next] },
                { actions: ["delete", "create"], replace_paths: [["labels", label]] },
              ),
            }),
          ],
          resource_drift: [
            resource("outreach_snippet", { change: change(acknowledging(next!), side(prompt!)) }),
          ],
          output_changes: { [output!]: change(old, from) },
        },
        knownVariables: new Map(),
        diagnostics: [
          { severity: "warning", summary: summary!, detail: detail!, address: null, source, prompt: null },
          {
            severity: "warning",
            summary: summary!,
            detail: detail!,
            address: `outreach_cluster.x[${JSON.stringify(key)}]`,
            source: null,
            prompt: null,
          },
          { severity: "error", summary: detail!, detail: summary!, address: key!, source, prompt: null },
        ],
      },
    ]);
    const finding = {
      tool: label!,
      level: "note",
      message: detail!,
      stack: null,
      file: from!,
      line: 2,
    } as const;
    const addresses = [review.stacks[0]!.changes[0]!.address, key!, null];
    const findings = addresses.map((address) => ({ ...finding, address }));
    return withFindings(review, findings, { planned: [], sources: new Map() });
  });
