import { TransportError } from "./connection";

/**
 * Longest answer that is read. The largest honest one is a page of a list or one prompt; 8 MiB hold tens of thousands
 * of list entries, and ten such answers at once still fit into a small machine.
 */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Longest status line with its headers, or line of a chunked body, or trailer section. */
const MAX_HEAD_BYTES = 16 * 1024;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([\t\x20-\x7e\x80-\xff]*)$/;
const CHUNK_SIZE = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;
const NO_BODY = Buffer.alloc(0);

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; a repeated header is one value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What follows next in the bytes. */
type Expected =
  | "head"
  /** `remaining` bytes of a body of known length. */
  | "body"
  /** Everything until the connection ends. */
  | "until end"
  | "chunk size"
  /** `remaining` bytes of a chunk and its line break. */
  | "chunk"
  | "trailers"
  | "nothing";

/**
 * Reads one answer of HTTP/1.1 (RFC 9112) to a POST, from chunks that are cut anywhere. Strict, because nothing but a
 * whole, unmistakable answer may count as one: what the RFC lets a recipient repair (line feeds alone, folded lines,
 * two lengths) is an error here. Throws a TransportError.
 */
export class ResponseParser {
  #expected: Expected = "head";
  #pending: Buffer = NO_BODY;
  #remaining = 0;
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #body: Buffer[] = [];
  #bodyLength = 0;
  #keepAlive = false;

  /** Status of the final answer; 0 while its head is not there. */
  get status(): number {
    return this.#status;
  }

  /** True where the connection may carry another request, once the answer is whole. */
  get keepAlive(): boolean {
    return this.#keepAlive && this.#pending.length === 0;
  }

  /** Takes a chunk; returns the answer when this completes it. */
  push(chunk: Buffer): HttpAnswer | undefined {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#expected !== "nothing" && this.#step()) {
      // Each step takes what it expects, as long as that is there.
    }
    return this.#expected === "nothing" ? this.#answer() : undefined;
  }

  /** To be called when the server closes its side: completes an answer of no announced length. */
  end(): HttpAnswer {
    if (this.#expected !== "until end") {
      throw broken("CUT_SHORT", "other side closed");
    }
    return this.#answer();
  }

  /** Does one step; false where more bytes are needed for it. */
  #step(): boolean {
    switch (this.#expected) {
      case "head":
        return this.#readHead();
      case "body":
        return this.#readBody("nothing");
      case "chunk":
        return this.#readChunk();
      case "chunk size":
        return this.#readChunkSize();
      case "trailers":
        return this.#readTrailers();
      case "until end":
        this.#keep(this.#take(this.#pending.length));
        return false;
      case "nothing":
        return false;
    }
  }

  #answer(): HttpAnswer {
    const body = this.#body.length === 1 ? (this.#body[0] as Buffer) : Buffer.concat(this.#body);
    return { status: this.#status, headers: this.#headers, body };
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf("\r\n\r\n");
    if (end < 0) {
      this.#refuseEarly();
      return false;
    }
    if (end > MAX_HEAD_BYTES) {
      throw tooLongHead();
    }
    const [statusLine = "", ...lines] = this.#take(end + 4)
      .toString("latin1", 0, end)
      .split("\r\n");
    const [, minor, code] = STATUS_LINE.exec(statusLine) ?? [];
    if (code === undefined) {
      throw notHttp("the status line is malformed");
    }
    const headers = readHeaders(lines);
    const status = Number(code);
    if (status === 101) {
      throw notHttp("it switches to another protocol");
    }
    // Informational answers come before the one that counts.
    if (status >= 200) {
      this.#status = status;
      this.#headers = headers;
      this.#keepAlive = minor === "1" && !hasToken(headers["connection"], "close");
      this.#expectBody(minor === "1");
    }
    return true;
  }

  /** RFC 9112, 6.3. */
  #expectBody(isNewest: boolean): void {
    const { "transfer-encoding": encoding, "content-length": length } = this.#headers;
    if (
      encoding !== undefined &&
      (length !== undefined || !isNewest || encoding.toLowerCase() !== "chunked")
    ) {
      throw notHttp("the length of its body is ambiguous");
    }
    if (length !== undefined && !/^\d{1,15}$/.test(length)) {
      throw notHttp("the length of its body is malformed");
    }
    if (this.#status === 204 && Number(length ?? 0) !== 0) {
      throw notHttp("it announces a body where there can be none");
    }
    if (this.#status === 204 || this.#status === 304) {
      this.#expected = "nothing";
    } else if (encoding !== undefined) {
      this.#expected = "chunk size";
    } else if (length !== undefined) {
      this.#remaining = Number(length);
      this.#expected = this.#remaining === 0 ? "nothing" : "body";
    } else {
      this.#keepAlive = false;
      this.#expected = "until end";
    }
  }

  #readBody(after: Expected): boolean {
    const part = this.#take(Math.min(this.#remaining, this.#pending.length));
    this.#keep(part);
    this.#remaining -= part.length;
    if (this.#remaining > 0) {
      return false;
    }
    this.#expected = after;
    return true;
  }

  #readChunkSize(): boolean {
    const line = this.#takeLine();
    if (line === undefined) {
      return false;
    }
    const [, size] = CHUNK_SIZE.exec(line) ?? [];
    if (size === undefined) {
      throw notHttp("a chunk has a malformed size");
    }
    this.#remaining = Number.parseInt(size, 16);
    this.#expected = this.#remaining === 0 ? "trailers" : "chunk";
    return true;
  }

  #readChunk(): boolean {
    if (this.#remaining > 0 && !this.#readBody("chunk")) {
      return false;
    }
    if (this.#pending.length < 2) {
      return false;
    }
    if (this.#take(2).toString("latin1") !== "\r\n") {
      throw notHttp("a chunk is longer than its size");
    }
    this.#expected = "chunk size";
    return true;
  }

  /** Fields behind the body say nothing that this client reads. */
  #readTrailers(): boolean {
    const line = this.#takeLine();
    if (line === undefined) {
      return false;
    }
    if (line === "") {
      this.#expected = "nothing";
    } else {
      readHeaders([line]);
      this.#remaining += line.length;
      if (this.#remaining > MAX_HEAD_BYTES) {
        throw tooLongHead();
      }
    }
    return true;
  }

  /** Says as soon as possible that a server speaks something else. */
  #refuseEarly(): void {
    const start = this.#pending.toString("latin1", 0, 7);
    if (!"HTTP/1.".startsWith(start)) {
      throw notHttp("it does not begin as HTTP/1");
    }
    if (this.#pending.length > MAX_HEAD_BYTES) {
      throw tooLongHead();
    }
  }

  #takeLine(): string | undefined {
    const end = this.#pending.indexOf("\r\n");
    if (end > MAX_HEAD_BYTES || (end < 0 && this.#pending.length > MAX_HEAD_BYTES)) {
      throw tooLongHead();
    }
    return end < 0 ? undefined : this.#take(end + 2).toString("latin1", 0, end);
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return taken;
  }

  #keep(part: Buffer): void {
    this.#bodyLength += part.length;
    if (this.#bodyLength > MAX_RESPONSE_BYTES) {
      const limit = `${MAX_RESPONSE_BYTES / 1024 / 1024} MiB`;
      throw new TransportError(
        "too large",
        `the answer is longer than ${limit}, the most that is read`,
        true,
      );
    }
    if (part.length > 0) {
      this.#body.push(part);
    }
  }
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  // Without a prototype, where "__proto__" is a name like any other.
  const headers = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const [, given, value] = HEADER.exec(line) ?? [];
    if (given === undefined || value === undefined) {
      throw notHttp("a header is malformed");
    }
    const name = given.toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? value.trim() : `${before}, ${value.trim()}`;
  }
  return headers;
}

function hasToken(list: string | undefined, token: string): boolean {
  return list !== undefined && list.split(",").some((item) => item.trim().toLowerCase() === token);
}

function broken(reason: string, message: string): TransportError {
  return new TransportError("connection", message, true, reason);
}

function notHttp(problem: string): TransportError {
  return broken("NOT_HTTP", problem);
}

function tooLongHead(): TransportError {
  return notHttp(`its headers are longer than ${MAX_HEAD_BYTES / 1024} KiB`);
}
