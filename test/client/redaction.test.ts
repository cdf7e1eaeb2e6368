import { inspect } from "node:util";

import { fc } from "../fast-check";

import { lineRedactor } from "../../src/client/errors/redact-line";
import { REDACTED } from "../../src/util/secrets";
import { anyText } from "../any-text";
import { closeOpened, createClient, failure, json, startServer, USER_ID, WORKSPACE_ID } from "./server";

afterEach(closeOpened);

/** How other programs write a text. */
const spellings: [string, (text: string) => string][] = [
  ["unchanged", (text) => text],
  ["in upper case", (text) => text.toUpperCase()],
  ["as JSON", (text) => JSON.stringify(text).slice(1, -1)],
  [
    "as JSON in ASCII",
    (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ],
  ["as JSON with escaped slashes", (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/")],
  ["in a URL", (text) => encodeURIComponent(text)],
  ["in a form", (text) => new URLSearchParams({ x: text }).toString().slice(2)],
  [
    "in HTML",
    (text) =>
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
  ],
  ["in Unicode normal form D", (text) => text.normalize("NFD")],
];

const secret = fc
  .string({ unit: fc.constantFrom(..."ABxyz019-_./+= &<>\"'\\%\n\té😀"), minLength: 6, maxLength: 24 })
  // A secret of one repeated character overlaps itself and has no clear edges to test for.
  .filter((text) => text.trim() === text && new Set(text).size > 3);
const noise = fc.string({ maxLength: 10 });

describe("a text of another program", () => {
  it.each(spellings)("shows no secret that is written %s", (_title, spell) => {
    fc.assert(
      fc.property(secret, secret, noise, noise, (first, second, before, after) => {
        const redact = lineRedactor([first, second]);
        const shown = redact(`${before}|${spell(first)}|${spell(second)}|${after}`, 10_000);
        expect(shown).toContain(`|${REDACTED}|${REDACTED}|`);
      }),
      { numRuns: 40 },
    );
  });

  it.each(["base64", "base64url", "hex"] as const)(
    "holds nothing of a secret within text in %s",
    (encoding) => {
      // Shorter ones could not be told from chance.
      const long = secret.filter((text) => text.length > 6);
      fc.assert(
        fc.property(long, fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (text, before, after) => {
          const shown = lineRedactor([text])(Buffer.from(before + text + after).toString(encoding), 10_000);
          expect(shown).toContain(REDACTED);
          const rest = shown.split(REDACTED).map((part) => Buffer.from(part, encoding).toString());
          // At most the bytes that share a group of base64 with their neighbours are left.
          expect(rest.some((part) => part.includes(text.slice(2, -2)))).toBe(false);
        }),
      );
    },
  );

  it("shows no name or prompt of the request, whole or in a long piece", () => {
    const prompt = "Write two friendly sentences about {company}";
    const redact = lineRedactor(["usr-4711"], ["Sales", prompt, "a"]);
    expect(redact('the name "SALES" is taken', 100)).toBe(`the name "${REDACTED}" is taken`);
    expect(redact(`near "sentences about {comp": ${prompt}`, 100)).toBe(`near "${REDACTED}": ${REDACTED}`);
    expect(redact("Salesforce has a Wholesale friend", 100)).toBe("Salesforce has a Wholesale friend");
  });

  it("shows no part of a secret at its cut end", () => {
    const long = "0123456789abcdef".repeat(256);
    const shown = lineRedactor([long])(`!${long.repeat(40)}`, 500);
    expect(shown.replaceAll(REDACTED, "")).toMatch(/^!?…?$/);
  });

  it.each([
    ['{"workspaceId":"workspace-08', `{"workspaceId":"${REDACTED}`],
    ["no such user: userId=usr-471...", `no such user: userId=${REDACTED}...`],
    ["echo: usr-4711-\\u00e", `echo: ${REDACTED}`],
    ["echo: tok-p&ssw", `echo: ${REDACTED}`],
    ["echo: c0ffee47", `echo: ${REDACTED}`],
    ["echo: space-0815", `echo: ${REDACTED}`],
    ["echo: e-0815", "echo: e-0815"],
    ["echo: usr-47", `echo: ${REDACTED}`],
    ["echo: usr-4", "echo: usr-4"],
    ["echo: d29ya3NwYWNlLTA4", `echo: ${REDACTED}`],
    [`cannot read '{"userId":"usr-471'`, `cannot read '{"userId":"${REDACTED}'`],
    ["No such workspace.", "No such workspace."],
    ["No such confidential.", "No such confidential."],
    ["No such confidentialwo", `No such ${REDACTED}`],
    ["workspace-08 is no workspace", `${REDACTED} is no workspace`],
    ["workspac-08 is no workspace", "workspac-08 is no workspace"],
    ['{"userId":"usr-471…","workspaceId":"works…"}', `{"userId":"${REDACTED}…","workspaceId":"works…"}`],
  ])("shows no piece of a secret that is cut, unless it is a mere word: %s", (text, shown) => {
    const secrets = ["usr-4711-ä!", "workspace-0815", "confidentialword", "tok-p&ssw0rd", "c0ffee4711abcdef"];
    expect(lineRedactor(secrets)(text, 100)).toBe(shown);
  });

  it("takes little time even if it repeats a piece of a secret", () => {
    const text = "ab\\".repeat(300_000);
    expect(lineRedactor([`${"ab\\".repeat(30)}${"cd".repeat(60)}`])(text, 10)).toBe("ab\\ab\\ab\\a…");
  });

  it("ends where the search for secrets ends", () => {
    const text = "ab\\".repeat(30_000);
    const shown = lineRedactor([`${"ab\\".repeat(30)}${"cd".repeat(60)}`])(text, 100_000);
    expect(shown.length).toBeLessThanOrEqual(64 * 1024);
    expect(shown.length).toBeGreaterThan(60_000);
    expect(text.startsWith(shown)).toBe(true);
  });

  it("has at most `limit` whole, visible characters on one line", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const shown = lineRedactor([])(text, limit);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(Array.from(shown.replace(/\\u\{[0-9a-f]+\}|\\[bfnrt]/g, "?")).length).toBeLessThanOrEqual(
          limit + 1,
        );
      }),
    );
  });

  it("leaves texts without secrets unchanged", () => {
    expect(lineRedactor(["", "secret"])("Größe: 5 % <b>\\o/</b>", 100)).toBe("Größe: 5 % <b>\\o/</b>");
  });
});

describe("a server that echoes the request", () => {
  const TOKEN = "t0k/en+with==signs";
  const echoes: [string, (text: string) => unknown][] = [
    ["as message", (text) => ({ message: `bad request: ${text}` })],
    ["as code", (text) => ({ code: text, message: text })],
    ["nested", (text) => ({ error: { code: "E", message: text } })],
    ["in a list", (text) => ({ errors: [text] })],
    ["as text", (text) => text],
  ];

  it.each(
    echoes.flatMap(([title, body]) => [200, 400, 404, 503].map((status) => [title, status, body] as const)),
  )("in %s with status %i reveals nothing", async (_title, status, body) => {
    const server = await startServer((seen, response) => {
      const text = `${seen.text} ${seen.headers.authorization}`;
      response.setHeader("x-request-id", `${WORKSPACE_ID}/${encodeURIComponent(TOKEN)}`);
      json(response, body(text), status, { "content-type": `text/${USER_ID}` });
    });
    const { client, events } = createClient(server.url, { authorizationToken: TOKEN, maxRetries: 0 });
    for (const call of [client.getCluster("c-1"), client.createSnippet({ name: "n", prompt: "p" })]) {
      const error = await failure(call);
      const everything = [
        inspect(error, { depth: 20, showHidden: true }),
        JSON.stringify(error),
        error.stack,
      ].join();
      expect(everything).toContain(REDACTED);
      for (const hidden of [USER_ID, WORKSPACE_ID, TOKEN, encodeURIComponent(TOKEN)]) {
        expect(everything).not.toContain(hidden);
        expect(JSON.stringify(events)).not.toContain(hidden);
      }
    }
  });

  it.each<[string, (text: string) => Buffer]>([
    ["UTF-16", (text) => Buffer.from(text, "utf16le")],
    ["UTF-16 of the other order", (text) => Buffer.from(text, "utf16le").swap16()],
    ["zeros in between", (text) => Buffer.from(`{"a": "b"} ${text.split("").join("\0\0\0")}`)],
  ])("in %s reveals nothing", async (_title, bytes) => {
    const server = await startServer(({ text }, response) => {
      response.writeHead(500);
      response.end(bytes(`bad request: ${text}`));
    });
    const { client } = createClient(server.url, { maxRetries: 0 });
    const error = await failure(client.getCluster("c-1"));
    expect(error.message).toContain(`bad request: {"userId":"${REDACTED}","workspaceId":"${REDACTED}"`);
    expect(`${error.message} ${error.bodyExcerpt}`.replace(/\\u\{0\}|\W/g, "")).not.toMatch(/4711|0815/);
  });

  it("in bytes that are not HTTP reveals nothing", async () => {
    const server = await startServer((seen, response) => {
      response.socket!.end(`HTTP/1.1 200 OK\r\n${seen.text}\u0000\r\n\r\n`);
    });
    const { client } = createClient(server.url, { maxRetries: 0 });
    const error = await failure(client.getCluster("c-1"));
    expect(error.code).toBe("OUTREACH_UNRESPONSIVE");
    const everything = inspect(error, { depth: 20, showHidden: true });
    expect(everything).not.toMatch(new RegExp(`${USER_ID}|${WORKSPACE_ID}`));
  });

  it("in the host of a redirect reveals nothing", async () => {
    const server = await startServer((_seen, response) =>
      json(response, "", 302, { location: `https://${USER_ID}.example.com/` }),
    );
    const { client } = createClient(server.url);
    expect((await failure(client.getCluster("c-1"))).message).toContain(
      `redirect to ${REDACTED}.example.com;`,
    );
  });
});
