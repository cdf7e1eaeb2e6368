import { Requests } from "../../../src/commands/ci/requests";
import { TestServer } from "./test-server";

const TOKEN = "ghs_5d1cToken0fTheJob";

let server: TestServer;
let pauses: number[];
let requests: Requests;
beforeEach(async () => {
  server = await new TestServer().start();
  pauses = [];
  requests = new Requests({
    name: "GitHub",
    base: `${server.url}/api`,
    token: TOKEN,
    pause: async (seconds) => void pauses.push(seconds),
  });
});
afterEach(() => server.stop());

const done = { value: { is: "done" } };

it.each([
  ["a rate limit with Retry-After", { status: 429, headers: { "retry-after": "7" } }, 7],
  ["a secondary rate limit", { status: 403, headers: { "retry-after": "9" } }, 9],
  ["a fault of the server", { status: 502, bytes: "<html>Bad gateway</html>" }, 1],
  [
    "a Retry-After that is a date of the past",
    { status: 503, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } },
    0,
  ],
  ["a Retry-After that is unreadable", { status: 503, headers: { "retry-after": "soon" } }, 1],
  ["a lost connection", { status: 0 }, 1],
])("retries a read after %s", async (_, fault, pause) => {
  server.on("GET /api/a", () => done).once("GET /api/a", fault);
  expect(await requests.get("/a")).toEqual({ is: "done" });
  expect(pauses).toEqual([pause]);
});

it("fails at once if the host asks to wait for longer than a minute", async () => {
  const limited = { status: 403, headers: { "retry-after": "61" }, value: { message: "Rate limit" } };
  server.once("GET /api/a", limited);
  const words = "GitHub answered 403 to GET /api/a: Rate limit. It asks to wait for 61 s.";
  await expect(requests.get("/a")).rejects.toThrow(words);
  expect(pauses).toEqual([]);
});

it("gives up after three retries of a read, and retries no write", async () => {
  const fault = { status: 500, value: { message: "Oops" } };
  server.on("GET /api/a", () => fault).on("POST /api/a", () => fault);
  await expect(requests.get("/a")).rejects.toThrow("GitHub answered 500 to GET /api/a: Oops.");
  await expect(requests.send("POST", "/a", {})).rejects.toThrow("GitHub answered 500 to POST /api/a: Oops.");
  expect(pauses).toEqual([1, 2, 4]);
  expect(server.sent("GET", "POST")).toHaveLength(5);
});

it.each([
  [
    "an error of GitHub",
    { status: 422, value: { message: "Validation Failed", errors: [{ code: "missing" }] } },
    'answered 422 to GET /api/a: Validation Failed [{"code":"missing"}].',
  ],
  [
    "an error of GitLab",
    { status: 403, value: { error: "insufficient_scope", error_description: "The request requires more." } },
    "answered 403 to GET /api/a: The request requires more.",
  ],
  [
    "a list of faults",
    { status: 400, value: { message: { note: ["is too long"] } } },
    '{"note":["is too long"]}.',
  ],
  ["an HTML page", { status: 404, bytes: "<html>secret</html>" }, "answered 404 to GET /api/a."],
  ["a success that is no JSON", { status: 200, bytes: "<html>" }, "sent no JSON for GET /a"],
])("says what the host says for %s", async (_, answer, words) => {
  server.on("GET /api/a", () => answer);
  const error = await requests.get("/a").catch((thrown: Error) => thrown.message);
  expect(error).toMatch(/^GitHub /);
  expect(error).toContain(words);
});

it("says how Node.js uses a proxy if the host cannot be reached without it", async () => {
  server.on("POST /api/a", () => ({ status: 0 }));
  const words = "Node.js 22.21 and newer use HTTPS_PROXY if you set NODE_USE_ENV_PROXY=1.";
  const messageWith = async (env: NodeJS.ProcessEnv) => {
    Object.assign(process.env, env);
    const error = await requests.send("POST", "/a").catch((thrown: Error) => thrown.message);
    for (const name of Object.keys(env)) delete process.env[name];
    return error;
  };
  expect(await messageWith({ https_proxy: "http://proxy.example" })).toContain(words);
  expect(await messageWith({ HTTPS_PROXY: "http://proxy.example", NODE_USE_ENV_PROXY: "1" })).not.toContain(
    "PROXY",
  );
  expect(await messageWith({})).not.toContain("PROXY");
});

it("redacts the token in an error that quotes it", async () => {
  server.on("GET /api/a", ({ headers }) => ({
    status: 401,
    value: { message: `No: ${headers.authorization}` },
  }));
  await expect(requests.get("/a")).rejects.toThrow(
    "GitHub answered 401 to GET /api/a: No: Bearer (sensitive).",
  );
});

describe("pages", () => {
  it("are read by Link, at the own host only", async () => {
    const other = await new TestServer().start();
    server.on("GET /api/a", ({ query }) =>
      query.get("page") === "2"
        ? { value: [3] }
        : { value: [1, 2], headers: { link: `<${other.url}/a?per_page=2&page=2>; rel="next"` } },
    );
    expect(await requests.list("/a?per_page=2")).toEqual([1, 2, 3]);
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  it("end if a host has no last page", async () => {
    server.on("GET /api/a", () => ({ value: [1], headers: { link: '<https://x/?page=2>; rel="next"' } }));
    await expect(requests.list("/a")).rejects.toThrow("GitHub has more than 100 pages of /a");
  });
});

describe("a redirect", () => {
  it("to another host gets no token", async () => {
    const store = await new TestServer().start();
    store.on("GET /zip", () => ({ bytes: "PK" }));
    server.on("GET /api/a", () => ({ status: 302, headers: { location: `${store.url}/zip?sig=1` } }));
    expect((await requests.download("/a")).toString()).toBe("PK");
    expect(store.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await store.stop();
  });

  it("within the host keeps the token, but not for ever", async () => {
    server.on("GET /api/a", () => ({ status: 301, headers: { location: "/api/b" } }));
    server.on("GET /api/b", ({ headers }) => ({ value: headers.authorization }));
    expect(await requests.get("/a")).toBe(`Bearer ${TOKEN}`);
    server.on("GET /api/c", () => ({ status: 307, headers: { location: "/api/c" } }));
    await expect(requests.get("/c")).rejects.toThrow(
      /did not answer GET \/api\/c: .*redirect count exceeded/,
    );
  });

  it("of a write is an error", async () => {
    server.on("POST /api/a", () => ({ status: 307, headers: { location: "/api/b" } }));
    await expect(requests.send("POST", "/a", {})).rejects.toThrow("GitHub answered 307 to POST /api/a.");
  });
});

it("refuses a response of more than 32 MiB", async () => {
  server.on("GET /api/a", () => ({ bytes: Buffer.alloc(33 * 1024 * 1024) }));
  await expect(requests.download("/a")).rejects.toThrow(
    "GitHub did not answer GET /api/a: the response has more than",
  );
});
