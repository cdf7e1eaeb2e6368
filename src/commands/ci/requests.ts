import { isObject, parseJson } from "../../util/json";
import { messageOf } from "../../util/message-of";
import { redactorOf } from "../../util/redact";
import { shortened } from "../../util/text";

const TIME_LIMIT_MS = 30_000;
/** Largest response, in bytes. Approvals and pages of results have at most a few MiB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Largest number of retries of a read. Redirects count as retries. */
const MAX_TIMES = 3;
const MAX_PAGES = 100;
/** Longest wait, in seconds. If the host asks for a longer wait, the read is not retried. */
const MAX_WAIT = 60;

/** `status` is undefined if the host did not respond. */
export class HostError extends Error {
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Returns undefined for a 404. */
export async function ifFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof HostError && error.status === 404) return undefined;
    throw error;
  }
}

interface Server {
  readonly name: "GitHub" | "GitLab";
  readonly base: string;
  /** Headers with the token, which no message contains. */
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
  pause(seconds: number): Promise<unknown>;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/**
 * Reads are retried after a rate limit, or after a fault of the server or the connection. Writes are not
 * retried.
 */
export class Requests {
  constructor(private readonly server: Server) {}

  async get<T>(path: string): Promise<T> {
    return this.#json<T>(path, await this.#read(path));
  }

  async download(path: string): Promise<Buffer> {
    return (await this.#read(path)).bytes;
  }

  async list<T>(path: string, itemsOf: (page: never) => readonly T[] = (page) => page): Promise<T[]> {
    const items: T[] = [];
    let next: string | undefined = path;
    for (let page = 0; next !== undefined; page += 1) {
      if (page === MAX_PAGES) throw this.#error(`has more than ${MAX_PAGES} pages of ${path}`);
      const received: Received = await this.#read(next);
      items.push(...itemsOf(this.#json<never>(next, received)));
      next = nextPage(path, received.headers);
    }
    return items;
  }

  async send(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object): Promise<void> {
    const url = new URL(`${this.server.base}${path}`);
    this.#successful(await this.#exchange(method, url, body), method, url);
  }

  #json<T>(path: string, { bytes }: Received): T {
    const parsed = parseJson(bytes.toString());
    if (parsed === undefined) throw this.#error(`sent no JSON for GET ${path}`);
    return parsed.value as T;
  }

  async #read(path: string): Promise<Received> {
    let url = new URL(`${this.server.base}${path}`);
    for (let redirects = 0, retries = 0; ;) {
      const received = await this.#exchange("GET", url);
      const wait = waitAfter(received, retries);
      const location = received instanceof HostError ? null : received.headers.get("location");
      if (wait <= MAX_WAIT && retries < MAX_TIMES) {
        retries += 1;
        await this.server.pause(wait);
      } else if (location !== null && redirects < MAX_TIMES) {
        redirects += 1;
        const target = new URL(location, url);
        if (url.protocol === "https:" && target.protocol !== "https:")
          throw this.#error(`redirected GET ${url.pathname} to an address without TLS`);
        url = target;
      } else return this.#successful(received, "GET", url);
    }
  }

  async #exchange(method: string, url: URL, body?: object): Promise<Received | HostError> {
    // A redirect leads to the store of artifacts, which must not get the token.
    const isOwn = url.origin === new URL(this.server.base).origin;
    const headers = { "user-agent": "cdktf-outreach", ...(isOwn && this.server.headers) };
    const content = body && { "content-type": "application/json" };
    try {
      const response = await fetch(url, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
        headers: { ...headers, ...content },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: response.status, headers: response.headers, bytes: await bytesOf(response) };
    } catch (thrown) {
      const reason = messageOf(thrown instanceof Error && thrown.cause ? thrown.cause : thrown);
      return this.#error(`did not answer ${method} ${url.pathname}: ${reason}`);
    }
  }

  #successful(received: Received | HostError, method: string, { pathname }: URL): Received {
    if (received instanceof HostError) throw received;
    const { status, headers, bytes } = received;
    if (status >= 200 && status < 300) return received;
    const wait = headers.get("retry-after");
    const later = wait === null ? "" : ` It asks to wait for ${wait} s.`;
    throw this.#error(`answered ${status} to ${method} ${pathname}${said(bytes)}.${later}`, status);
  }

  #error(words: string, status?: number): HostError {
    return new HostError(redactorOf([this.server.token])(`${this.server.name} ${words}`), status);
  }
}

async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the response has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the seconds until a retry; Infinity if no retry can help. GitHub also uses 403 for rate limits. */
function waitAfter(received: Received | HostError, retries: number): number {
  if (received instanceof HostError) return 2 ** retries;
  const { status, headers } = received;
  const asked = headers.get("retry-after");
  if (status !== 429 && status < 500 && !(status === 403 && asked !== null)) return Infinity;
  return /^\d+$/.test(asked ?? "") ? Number(asked) : 2 ** retries;
}

/**
 * Uses only the query of a link: behind a proxy, the link may name another host, which must not get the
 * token.
 */
function nextPage(path: string, headers: Headers): string | undefined {
  const [before, query] = path.split("?");
  const link = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get("link") ?? "")?.[1];
  if (link !== undefined) return `${before}${new URL(link, "http://host").search}`;
  const page = headers.get("x-next-page");
  return page
    ? `${before}?${new URLSearchParams([...new URLSearchParams(query), ["page", page]])}`
    : undefined;
}

/** Returns the host's message about a failure. A gateway's HTML page contains no message. */
function said(bytes: Buffer): string {
  const value = parseJson(bytes.toString())?.value;
  if (!isObject(value)) return "";
  const all = [value["message"] ?? value["error_description"] ?? value["error"], value["errors"]];
  const texts = all.filter(Boolean).map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return texts.length === 0 ? "" : `: ${shortened(texts.join(" "), 300).replace(/\.$/, "")}`;
}
