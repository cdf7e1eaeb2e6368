import { parseRetryAfter } from "../../client";
import { isObject, parseJson } from "../../util/json";
import { messageOf } from "../../util/message-of";
import { redactorOf } from "../../util/redact";
import { shortened } from "../../util/text";

const TIME_LIMIT_MS = 30_000;
/** Largest response, in bytes. Approvals and pages of results have at most a few MiB. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_RETRIES = 3;
const MAX_PAGES = 100;
/** Longest wait, in seconds. If the host asks for a longer wait, the read is not retried. */
const MAX_WAIT = 60;

/** `status` is undefined if the host did not respond, and `wait` (in seconds) if it asks for none. */
export class HostError extends Error {
  readonly status: number | undefined;
  readonly wait: number | undefined;
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
  /** No message contains the token. */
  readonly token: string;
  pause(seconds: number): Promise<unknown>;
}

interface Received {
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/**
 * Reads are retried after a rate limit, or after a fault of the server or the connection. Writes are not
 * retried.
 */
export class Requests {
  constructor(readonly server: Server) {}

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

  /** Returns undefined for a response without JSON. */
  async send<T = unknown>(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object) {
    const { bytes } = await this.#exchange(method, path, body);
    return parseJson(bytes.toString())?.value as T;
  }

  #json<T>(path: string, { bytes }: Received): T {
    const parsed = parseJson(bytes.toString());
    if (parsed === undefined) throw this.#error(`sent no JSON for GET ${path}`);
    return parsed.value as T;
  }

  async #read(path: string): Promise<Received> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#exchange("GET", path);
      } catch (error) {
        const wait = waitAfter(error, retries);
        if (wait > MAX_WAIT || retries === MAX_RETRIES) throw error;
        await this.server.pause(wait);
      }
    }
  }

  async #exchange(method: string, path: string, body?: object): Promise<Received> {
    const url = new URL(`${this.server.base}${path}`);
    const headers = { "user-agent": "cdktf-outreach", authorization: `Bearer ${this.server.token}` };
    const content = body && { "content-type": "application/json" };
    const received = async () => {
      const response = await fetch(url, {
        method,
        // Leads to the store of artifacts, to which fetch does not send the authorization.
        redirect: method === "GET" ? "follow" : "manual",
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
        headers: { ...headers, ...content },
        body: body === undefined ? null : JSON.stringify(body),
      });
      if (url.protocol === "https:" && !response.url.startsWith("https:"))
        throw new Error("it redirects to an address without TLS");
      return { response, bytes: await bytesOf(response) };
    };
    const { response, bytes } = await received().catch((thrown: Error) => {
      const reason = `${messageOf(thrown.cause ?? thrown)}${adviceOnProxy()}`;
      throw this.#error(`did not answer ${method} ${url.pathname}: ${reason}`);
    });
    if (response.ok) return { headers: response.headers, bytes };
    const waitMs = parseRetryAfter(response.headers.get("retry-after") ?? "", Date.now());
    const wait = waitMs && waitMs / 1000;
    const later = wait === undefined ? "" : ` It asks to wait for ${wait} s.`;
    const words = `answered ${response.status} to ${method} ${url.pathname}${said(bytes)}.${later}`;
    throw this.#error(words, response.status, wait);
  }

  #error(words: string, status?: number, wait?: number): HostError {
    const message = redactorOf([this.server.token])(`${this.server.name} ${words}`);
    return Object.assign(new HostError(message), { status, wait });
  }
}

function adviceOnProxy({ env } = process): string {
  const isUnused = (env["HTTPS_PROXY"] ?? env["https_proxy"]) && !env["NODE_USE_ENV_PROXY"];
  return isUnused ? ". Node.js 22.21 and newer use HTTPS_PROXY if you set NODE_USE_ENV_PROXY=1." : "";
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
function waitAfter(error: unknown, retries: number): number {
  if (!(error instanceof HostError)) return Infinity;
  const { status = 500, wait } = error;
  const isTransient = status === 429 || status >= 500 || (status === 403 && wait !== undefined);
  return isTransient ? (wait ?? 2 ** retries) : Infinity;
}

/**
 * Uses only the query of a link: behind a proxy, the link may name another host, which must not get the
 * token.
 */
function nextPage(path: string, headers: Headers): string | undefined {
  const link = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get("link") ?? "")?.[1];
  return link === undefined ? undefined : `${path.split("?")[0]}${new URL(link, "http://host").search}`;
}

/** Returns the host's message about a failure. A gateway's HTML page contains no message. */
function said(bytes: Buffer): string {
  const value = parseJson(bytes.toString())?.value;
  if (!isObject(value)) return "";
  const all = [value["message"] ?? value["error_description"] ?? value["error"], value["errors"]];
  const texts = all.filter(Boolean).map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return texts.length === 0 ? "" : `: ${shortened(texts.join(" "), 300).replace(/\.$/, "")}`;
}
