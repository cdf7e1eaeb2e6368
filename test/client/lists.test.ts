import { fc } from "../fast-check";

import { allPages } from "../../src/client/pages";
import {
  closeOpened,
  collect,
  createClient,
  failure,
  json,
  startServer,
  type Responder,
  type TestServer,
} from "./server";

let server: TestServer;

async function connected(answer: Responder) {
  server = await startServer(answer);
  return createClient(server.url).client;
}

afterEach(closeOpened);

const snippets = (...ids: number[]) => ids.map((id) => ({ snippetId: `s-${id}`, name: `Snippet ${id}` }));

describe("a list", () => {
  it("follows nextToken to the end and sends maxItems and sortOrder with every page", async () => {
    const pages = [
      { snippets: snippets(1, 2), nextToken: "t-1" },
      { snippets: [], nextToken: "t-2" },
      { snippets: snippets(3), nextToken: null },
    ];
    const client = await connected((_seen, response, index) => json(response, pages[index]));
    const found = await collect(client.listSnippets({ maxItems: 2, sortOrder: "asc" }));
    expect(found.map(({ id }) => id)).toEqual(["s-1", "s-2", "s-3"]);
    expect(
      server.requests.map(({ body: { maxItems, sortOrder, nextToken } }) => [maxItems, sortOrder, nextToken]),
    ).toEqual([
      [2, "asc", undefined],
      [2, "asc", "t-1"],
      [2, "asc", "t-2"],
    ]);
  });

  it.each([
    ["absent", {}],
    ["null", { nextToken: null }],
    ["empty", { nextToken: "" }],
  ])("ends when nextToken is %s", async (_title, token) => {
    const client = await connected((_seen, response) => json(response, { snippets: snippets(1), ...token }));
    expect(await collect(client.listSnippets())).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it("requests a page only when the caller needs it", async () => {
    const client = await connected((_seen, response, index) =>
      json(response, { snippets: snippets(index), nextToken: `${index}` }),
    );
    for await (const page of client.listSnippets()) {
      if (page.some(({ id }) => id === "s-1")) {
        break;
      }
    }
    expect(server.requests).toHaveLength(2);
  });

  it("ends with an error when a token repeats, after any number of pages", async () => {
    const client = await connected((_seen, response, index) =>
      json(response, { clusters: [], nextToken: ["a", "b", "c", "a"][index] }),
    );
    const error = await failure(collect(client.listClusters()));
    expect(error).toMatchObject({ code: "OUTREACH_PAGINATION", operation: "ListClusters" });
    expect(error.message).toBe(
      "ListClusters: the list does not end: the server sent the same nextToken twice.",
    );
    expect(server.requests).toHaveLength(4);
  });

  it("ends with an error when new tokens bring no new objects", async () => {
    const client = await connected((_seen, response, index) =>
      json(response, { snippets: snippets(1), nextToken: `${index}` }),
    );
    const error = await failure(collect(client.listSnippets()));
    expect(error.message).toContain("100 successive pages had no new object");
    expect(server.requests).toHaveLength(101);
  });

  it("ends with an error above 500,000 objects", async () => {
    let page = 0;
    const fetchPage = () => {
      page += 1;
      const items = Array.from({ length: 100_000 }, (_, index) => ({ id: `${page}-${index}` }));
      return Promise.resolve({ items, nextToken: `${page}` });
    };
    let seen = 0;
    const count = async () => {
      for await (const items of allPages("ListSnippet", fetchPage)) seen += items.length;
    };
    await expect(count()).rejects.toThrow("it has more than 500000 objects");
    expect(seen).toBe(500_000);
  });

  it("continues without maxItems if the server refuses the first page with it", async () => {
    const client = await connected((seen, response) =>
      seen.body["maxItems"] === undefined
        ? json(response, { snippets: snippets(1) })
        : json(response, { message: "maxItems must be at most 100" }, 400),
    );
    expect(await collect(client.listSnippets({ maxItems: 250 }))).toHaveLength(1);
    expect(server.requests.map(({ body }) => body["maxItems"])).toEqual([250, undefined]);
  });

  it("retries a failed page with the same token", async () => {
    const client = await connected((seen, response, index) =>
      index === 1
        ? json(response, {}, 503)
        : json(response, {
            snippets: snippets(index),
            nextToken: seen.body["nextToken"] === undefined ? "t" : null,
          }),
    );
    expect(await collect(client.listSnippets())).toHaveLength(2);
    expect(server.requests.map(({ body }) => body["nextToken"])).toEqual([undefined, "t", "t"]);
  });

  it("yields every object once, in the order of its first appearance, however pages are cut", async () => {
    const pages = fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(pages, async (cut) => {
        let page = -1;
        const fetchPage = ({ nextToken }: { readonly nextToken?: string }) => {
          expect(nextToken).toBe(page === -1 ? undefined : `${page}`);
          page += 1;
          const items = cut[page]!.map((id) => ({ id: `${id}` }));
          return Promise.resolve({ items, nextToken: page === cut.length - 1 ? null : `${page}` });
        };
        const found = await collect(allPages("ListSnippet", fetchPage));
        expect(found.map(({ id }) => Number(id))).toEqual([...new Set(cut.flat())]);
      }),
    );
  });
});
