import { randomBytes } from "node:crypto";
import { isMaybeMissing, OutreachError, type RawResponse } from "../../client";
import { keyOf } from "../../estate/workspace/workspace";
import type { Listed } from "../../objects/found";
import { type Kind, KINDS } from "../../objects/kinds";
import { makeVisible } from "../../render/visible-text";
import type { JsonObject } from "../../util/json";
import { inParallel } from "../../util/lists";
import { count } from "../../util/text";
import { begins, findNamed, PREFIX } from "./named-objects";
import { API, fieldOf, type Server } from "./server";
import { accepted, NotSeen, refusedWith } from "./answer";

export interface OwnObject {
  readonly kind: Kind;
  readonly id: string;
  name: string;
  /** True if the last response about the object showed a name of this run. */
  isConfirmed: boolean;
}

const UNCLEAR_MS = 10_000;
const AT_A_TIME = 4;

/**
 * The objects of one run. Updates and deletes go only to ids from creates of this run, and only after a read
 * showed a name that begins with the random part of this run.
 */
export class OwnObjects {
  readonly #server: Server;
  /** The start of all names of this run: the prefix and 64 random bits. */
  readonly begin = `${PREFIX} ${randomBytes(8).toString("hex")} `;
  readonly #created: OwnObject[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  countOf(kind: Kind): number {
    return this.#created.filter((object) => object.kind === kind).length;
  }

  nameOf(label: string): string {
    return `${this.begin}${label}`;
  }

  async create(kind: Kind, label: string, content: JsonObject = {}) {
    const name = this.nameOf(label);
    const fields = { name, ...(kind === "snippet" && { prompt: "Probe" }), ...content };
    const reply = await this.#server.call(API[kind].create, fields);
    if (reply.error !== undefined) return { reply };
    const { id } = reply.value as { readonly id: string };
    const known = this.#created.find((one) => one.kind === kind && one.id === id);
    const object: OwnObject = known ?? { kind, id, name, isConfirmed: false };
    if (known === undefined) this.#created.push(object);
    return { reply, object };
  }

  async require(kind: Kind, label: string, content: JsonObject = {}): Promise<OwnObject> {
    const { reply, object } = await this.create(kind, label, content);
    if (object !== undefined) return object;
    throw new NotSeen(`the create of a ${kind} is ${refusedWith(reply)}`);
  }

  async get(object: OwnObject): Promise<RawResponse> {
    const reply = await this.#server.call(API[object.kind].get, { id: object.id });
    if (reply.error === undefined)
      object.isConfirmed = begins(fieldOf(object.kind, reply, "name"), this.begin);
    return reply;
  }

  /**
   * Polls until `isWanted` accepts the object's name. By default, the name must be the name that was sent
   * last.
   */
  async read(object: OwnObject, isWanted = (name: unknown) => name === object.name): Promise<RawResponse> {
    const shown = await this.#server.until(async () => {
      const reply = await this.get(object);
      const isShown = reply.error === undefined && isWanted(fieldOf(object.kind, reply, "name"));
      return isShown ? reply : undefined;
    });
    if (shown === undefined) throw new NotSeen("within 30 s, no read showed the name that was sent last");
    return shown;
  }

  async shown(object: OwnObject, property: string, isWanted?: (name: unknown) => boolean): Promise<unknown> {
    return fieldOf(object.kind, await this.read(object, isWanted), property);
  }

  listed({ kind, id }: OwnObject): Promise<Listed | undefined> {
    return this.#server.until(async () => {
      const { items } = await this.#server.list(kind);
      return items.find((item) => item.id === id);
    });
  }

  /** `label` changes the object's name, so that a read shows whether the read is outdated. */
  async update(object: OwnObject, content: JsonObject, label?: string): Promise<RawResponse> {
    await this.#recognise(object);
    const name = label === undefined ? object.name : this.nameOf(label);
    const prompt = object.kind === "snippet" && { prompt: "Probe" };
    const fields = { id: object.id, name, ...prompt, ...content };
    const reply = await this.#server.call(API[object.kind].update, fields);
    if (reply.error === undefined) object.name = name;
    return reply;
  }

  async change(object: OwnObject, content: JsonObject, label: string): Promise<void> {
    accepted(await this.update(object, content, label));
  }

  async remove(object: OwnObject): Promise<RawResponse> {
    await this.#recognise(object);
    const reply = await this.#server.call(API[object.kind].remove, { id: object.id });
    const index = this.#created.indexOf(object);
    if (reply.error === undefined && index >= 0) this.#created.splice(index, 1);
    return reply;
  }

  async #recognise(object: OwnObject): Promise<void> {
    if (!object.isConfirmed) await this.read(object, () => true);
    if (object.isConfirmed) return;
    throw new NotSeen(`a read shows another name for a ${object.kind} than the probe gave it`);
  }

  /** Deletes all objects with names of this run. Returns a sentence if some of the objects may be left. */
  async removeAll(): Promise<string | undefined> {
    const removed = [...this.#created];
    let isDown = false;
    await inParallel(removed, AT_A_TIME, async (object) => {
      if (!isDown)
        await this.remove(object).catch((error: unknown) => {
          // An error without a status means that the server did not respond.
          isDown ||= error instanceof OutreachError && error.status === undefined;
        });
    });
    if (this.#server.unclearCreates > 0) await this.#server.pause(UNCLEAR_MS);
    const looked = await this.#server.until(async () => {
      const found = await findNamed(this.#server, this.begin, (name) => begins(name, this.begin));
      const deleted = removed.filter((object) => !this.#created.includes(object));
      return deleted.some((object) => found.listed.has(keyOf(object))) ? undefined : found;
    });
    const nothing = { objects: [], listed: new Set<string>(), unlisted: KINDS };
    const { objects, listed, unlisted } = looked ?? nothing;
    const left = new Set(objects.map(keyOf));
    // A delete may have succeeded although its response is an error. A list may lack an object that exists.
    for (const object of this.#created) {
      const key = keyOf(object);
      const isListed = listed.has(key) || unlisted.includes(object.kind);
      if (isListed || !isMaybeMissing((await this.get(object)).error)) left.add(key);
    }
    const ids = makeVisible([...left].join(", "));
    if (left.size > 0) return `${count(left.size, "object")} of the probe could not be removed (${ids}).`;
    const isUnknown = looked === undefined || (this.#server.unclearCreates > 0 && unlisted.length > 0);
    return isUnknown ? "Lists do not prove that no object of the probe is left." : undefined;
  }
}
