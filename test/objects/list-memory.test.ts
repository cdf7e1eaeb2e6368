import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { runWithLittleMemory } from "../bounded-memory";

/** Reads a list as the provider does, and says how that ended. */
const PROGRAM = `
  import { OutreachClient } from "./client";
  import { Listing } from "./objects/listing";
  const client = new OutreachClient({ baseUrl: process.argv[2], userId: "user-1", workspaceId: "workspace-1" });
  Listing.read((onDoubt) => client.listSnippets({ onDoubt }))
    .then(({ ids }) => ids.length + " objects", (error) => error.message)
    .then((said) => console.log(said))
    .finally(() => client.close());
`;

const MEBIBYTES = 96;

type Page = (page: number) => { readonly snippets: readonly object[]; readonly nextToken: string | null };

/** Stands for a text of 7 MB: as JSON, it is written for each page in the same bytes. */
const LONG = "LONG";
const SEVEN_MEGABYTES = Buffer.alloc(7_000_000, "x");

/** Writes a page as JSON. */
function send(response: ServerResponse, page: object): void {
  const [head, ...rest] = JSON.stringify(page).split(LONG);
  response.write(head!);
  for (const part of rest) {
    response.write(SEVEN_MEGABYTES);
    response.write(part);
  }
  response.end();
}

/** How a process of little memory reads the list of a server that answers with these pages. */
async function listed(page: Page): Promise<{ said: string; status: number | null; pages: number }> {
  let pages = 0;
  const server: Server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      send(response, page(pages++));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { status, stdout } = await runWithLittleMemory(MEBIBYTES, PROGRAM, `http://127.0.0.1:${port}`);
    return { said: stdout.trim(), status, pages };
  } finally {
    server.close();
  }
}

const TOO_LARGE = "ListSnippet: the list is too large: it has more than 128 Mi characters.";

describe("in a process of 96 MiB, a list", () => {
  it("that does not end, with tokens of 7 MB, ends with an error that names the limit", async () => {
    const { said, status, pages } = await listed((page) => ({
      snippets: page % 2 === 0 ? [{ snippetId: `s-${page}`, name: "n" }] : [],
      nextToken: `${page}${LONG}`,
    }));
    expect([said, status]).toEqual([TOO_LARGE, 0]);
    expect(pages).toBeLessThan(25);
  });

  it("of 100,000 objects with ordinary names is read", async () => {
    const page: Page = (number) => ({
      snippets: Array.from({ length: 1_000 }, (_, index) => ({
        snippetId: `5f0c6a52-8f5c-4c1e-9d70-${String(number * 1_000 + index).padStart(12, "0")}`,
        name: `Opening line number ${index} of the campaign ${number}`,
      })),
      nextToken: number < 99 ? `${number}` : null,
    });
    expect(await listed(page)).toEqual({ said: "100000 objects", status: 0, pages: 100 });
  });
});
