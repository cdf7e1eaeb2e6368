import type { Doubt } from "../../src/client";
import { CLUSTER, collect, failure, useTestServer } from "./server";

const bench = useTestServer();

type Row = [title: string, fields: object | string, status?: number, headers?: Record<string, string>];

const PAGE = { clusters: [CLUSTER], nextToken: null };

/** Lists clusters of which every page is this response. Returns the reasons to doubt the list. */
async function doubtsIn([, fields, status = 200, headers = {}]: Row): Promise<Doubt[]> {
  bench.responder = (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof fields === "string" ? fields : JSON.stringify({ ...PAGE, ...fields }));
  };
  const doubts: Doubt[] = [];
  const items = await collect(bench.client.listClusters({ onDoubt: (doubt) => doubts.push(doubt) }));
  expect(items).toHaveLength(1);
  return doubts;
}

const json = JSON.stringify(PAGE).slice(1, -1);

describe("a list may lack objects", () => {
  it.each<Row>([
    ["the status is 206", {}, 206],
    ["the status is 203", {}, 203],
    ["the header Content-Range names a part", {}, 200, { "content-range": "items 0-0/2" }],
    ["the header Link names a next page", {}, 200, { link: "</x?page=2>; rel=next" }],
    [
      "the header Link names a next page",
      {},
      200,
      { link: '</1>; rel="first", </2>; title="a"; rel="last next"' },
    ],
    ["the field hasMore is true", { hasMore: true }],
    ["the field has_more is true", { page: { has_more: "true" } }],
    ["the field is_truncated is true", { meta: [{ paging: { is_truncated: true } }] }],
    ["the field hasNextPage is true", { pageInfo: { endCursor: "x", hasNextPage: true } }],
    ["the field incomplete_results is true", { incomplete_results: true }],
    ["the field last is false", { last: false }],
    ["the field next_token names a next page", { next_token: "abc" }],
    ["the field nextToken names a next page", { pagination: { nextToken: "abc" } }],
    ["the field continuation-token names a next page", { "continuation-token": "abc" }],
    ["the field @odata.nextLink names a next page", { "@odata.nextLink": "https://api.example/2" }],
    ["the field next names a next page", { links: { next: { href: "/2" } } }],
    ["the field next_page names a next page", { next_page: 2 }],
    ["the field cursor names a next page", { cursor: "abc" }],
    ["the field LastEvaluatedKey names a next page", { LastEvaluatedKey: { id: { S: "x" } } }],
    ["a key occurs twice in an object", `{"clusters":[],${json}}`],
    [
      "a key occurs twice in an object",
      `{ ${json.replace('"clusterId"', '"clusterId" : "a\\"b\\\\", "clusterId"')} }`,
    ],
  ])("because %s (%#)", async (...row) => {
    const [reason] = row;
    expect(await doubtsIn(row as Row)).toEqual([{ reason, isPartial: true }]);
  });

  it.each<Row>([
    ["it has no paging", {}],
    ["its links lead back", {}, 200, { link: '</1>; rel="prev first", </next>; rel=self' }],
    [
      "fields say that it ends",
      {
        hasMore: false,
        isTruncated: "false",
        last: true,
        nextPage: null,
        next: "",
        cursor: null,
        has_next: 0,
      },
    ],
    [
      "fields of its objects look like paging",
      { clusters: [{ ...CLUSTER, hasMore: true, nextToken: "x", meta: { next: "y" } }] },
    ],
    [
      "other fields are about something else",
      { total: 1, more_info: "https://x", nextReview: "2026", remaining: 99, token: "t" },
    ],
    ["texts look like keys", { clusters: [{ ...CLUSTER, clusterName: '"clusters": [], "nextToken": "\\' }] }],
    ["a key is __proto__", '{"__proto__":{"lastFun":true},' + json + "}"],
  ])("but not if %s", async (...row) => {
    expect(await doubtsIn(row as Row)).toEqual([]);
  });

  it("only because of its last page, as far as fields name a next page", async () => {
    bench.responder = (seen, response) => {
      const isFirst = seen.body["nextToken"] === undefined;
      const page = { clusters: [CLUSTER], nextToken: isFirst ? "2" : null, hasMore: isFirst };
      response.writeHead(200, {
        "content-type": "application/json",
        ...(isFirst && { link: "<2>; rel=next" }),
      });
      response.end(JSON.stringify(page));
    };
    const doubts: Doubt[] = [];
    await collect(bench.client.listClusters({ onDoubt: (doubt) => doubts.push(doubt) }));
    expect(doubts).toEqual([]);
  });
});

it.each([203, 206])(
  "a read with status %i is an error, and no proof that an object is missing",
  async (status) => {
    for (const body of [CLUSTER, {}, null, ""]) {
      bench.responder = (_, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body === "" ? "" : JSON.stringify(body));
      };
      const error = await failure(bench.client.getCluster(CLUSTER.clusterId));
      expect(error).toMatchObject({ code: "OUTREACH_RESPONSE", status, mayBeMissing: false });
      expect(error.message).toContain(`the status is ${status}`);
    }
  },
);
