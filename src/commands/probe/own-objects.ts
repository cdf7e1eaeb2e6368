import { randomBytes } from "node:crypto";
import { isMaybeMissing, OutreachError, type RawResponse } from "../../client";
import { keyOf } from "../../estate/workspace/workspace";
import type { Listed } from "../../objects/found";
import { type Kind, KINDS } from "../../objects/kinds";
import { makeVisible } from "../../render/visible-text";
import type { JsonObject } from "../../util/json";
import { inParallel } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { count } from "../../util/text";
import { begins, findNamed, mayBegin, PREFIX } from "./named-objects";
import { API, fieldOf, type Server } from "./server";

export interface OwnObject {
  readonly kind: Kind;
  readonly id: string;
  /** The name that the probe sent last. */
  name: string;
}

/** How long an unclear create may take to show an object, in milliseconds. */
const UNCLEAR_MS = 10_000;
const AT_A_TIME = 4;

/**
 * The objects that one run creates. Every update and delete passes through this class. It is sent only for
 * an id from a create of this run, and only after a response has shown that its name begins with the prefix
 * and the random part of this run, in any form. A cut of them is enough for an id that was not listed before.
 */
export class OwnObjects {
  readonly #server: Server;
  /** What the names of this run begin with: the prefix and a random part of 64 bits. */
  readonly begin = `${PREFIX} ${randomBytes(8).toString("hex")} `;
  readonly #created: OwnObject[] = [];
  /** The keys of objects whose name a response has shown. */
  readonly #confirmed = new Set<string>();
  /** The keys of the objects that lists have shown before the first create. */
  #before: ReadonlySet<string> | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  /** True if the last response about the object had a name of this run. */
  isRecognised(object: OwnObject): boolean {
    return this.#confirmed.has(keyOf(object));
  }

  /** The objects of a kind that exist, oldest first. */
  of(kind: Kind): readonly OwnObject[] {
    return this.#created.filter((object) => object.kind === kind);
  }

  nameOf(label: string): string {
    return `${this.begin}${label}`;
  }

  /** Creates an object with this label in its name. Returns the response, and the object if there is one. */
  async create(kind: Kind, label: string, content: JsonObject = {}) {
    this.#before ??= (await findNamed(this.#server, this.begin, () => false)).listed;
    const name = this.nameOf(label);
    const fields = { name, ...(kind === "snippet" && { prompt: "Probe" }), ...content };
    const reply = await this.#server.call(API[kind].create, fields);
    if (reply.error !== undefined) return { reply };
    const { id } = reply.value as { readonly id: string };
    const known = this.of(kind).find((one) => one.id === id);
    const object = known ?? { kind, id, name };
    if (known === undefined) this.#created.push(object);
    return { reply, object };
  }

  /** Throws if the server creates no object. */
  async require(kind: Kind, label: string, content: JsonObject = {}): Promise<OwnObject> {
    const { reply, object } = await this.create(kind, label, content);
    if (object !== undefined) return object;
    throw new Error(`the server has created no ${kind}: ${messageOf(reply.error)}`);
  }

  async get(object: OwnObject): Promise<RawResponse> {
    const reply = await this.#server.call(API[object.kind].get, { id: object.id });
    if (reply.error === undefined) this.#confirm(object, fieldOf(object.kind, reply, "name"));
    return reply;
  }

  /** Reads an object until `isWanted` accepts its name, by default the last sent one. Throws if it does not. */
  async read(object: OwnObject, isWanted = (name: unknown) => name === object.name): Promise<RawResponse> {
    const shown = await this.#server.until(async () => {
      const reply = await this.get(object);
      const isShown = reply.error === undefined && isWanted(fieldOf(object.kind, reply, "name"));
      return isShown ? reply : undefined;
    });
    if (shown === undefined) throw new Error("within 30 s, no read showed the name that was sent last");
    return shown.found;
  }

  /** Reads a field together with the last sent name. Throws if no read shows that name. */
  async shown(object: OwnObject, property: string): Promise<unknown> {
    return fieldOf(object.kind, await this.read(object), property);
  }

  /** Undefined if no list shows the object within 30 s. */
  async listed({ kind, id }: OwnObject): Promise<Listed | undefined> {
    const shown = await this.#server.until(async () => {
      const { items } = await this.#server.list(kind);
      return items.find((item) => item.id === id);
    });
    return shown?.found;
  }

  /** Updates an object. A label changes its name, so that a read shows whether it is fresh. */
  async update(object: OwnObject, content: JsonObject, label?: string): Promise<RawResponse> {
    await this.#recognise(object);
    const name = label === undefined ? object.name : this.nameOf(label);
    const prompt = object.kind === "snippet" && { prompt: "Probe" };
    const fields = { id: object.id, name, ...prompt, ...content };
    const reply = await this.#server.call(API[object.kind].update, fields);
    if (reply.error === undefined) object.name = name;
    return reply;
  }

  /** Throws if the server refuses the update. */
  async change(object: OwnObject, content: JsonObject, label: string): Promise<void> {
    const { error, status } = await this.update(object, content, label);
    if (error !== undefined) throw new Error(`the server refused an update with ${status}`);
  }

  async remove(object: OwnObject): Promise<RawResponse> {
    await this.#recognise(object);
    const reply = await this.#server.call(API[object.kind].remove, { id: object.id });
    const index = this.#created.indexOf(object);
    if (reply.error === undefined && index >= 0) this.#created.splice(index, 1);
    return reply;
  }

  /** Throws unless a response shows that the object has a name of this run. */
  async #recognise(object: OwnObject): Promise<void> {
    if (this.isRecognised(object)) return;
    await this.read(object, () => true);
    if (this.isRecognised(object)) return;
    throw new Error(
      `a read shows another name for a ${object.kind} than the probe gave it, so it is left alone`,
    );
  }

  #confirm(object: OwnObject, name: unknown): void {
    const key = keyOf(object);
    const isNew = this.#before?.has(key) === false;
    const isOurs = typeof name === "string" && (isNew ? mayBegin : begins)(name, this.begin);
    if (isOurs) this.#confirmed.add(key);
    else this.#confirmed.delete(key);
  }

  /** Notes the names of own objects that a list shows whole. */
  learnFrom(kind: Kind, items: readonly Listed[]): void {
    const listed = new Map(items.map(({ id, name }) => [id, name]));
    for (const object of this.of(kind)) {
      const name = listed.get(object.id);
      if (name !== undefined && begins(name, this.begin)) this.#confirm(object, name);
    }
  }

  /**
   * Deletes the objects of this run, and looks whether lists show any of them, or others with its names. Returns a
   * sentence if some may be left.
   */
  async removeAll(): Promise<string | undefined> {
    const removed = [...this.#created];
    let isDown = false;
    await inParallel(removed, AT_A_TIME, async (object) => {
      if (!isDown) await this.remove(object).catch((error: unknown) => (isDown ||= isSilent(error)));
    });
    if (this.#server.unclearCreates > 0) await this.#server.pause(UNCLEAR_MS);
    const looked = await this.#server.until(async () => {
      const found = await findNamed(this.#server, this.begin, (name) => begins(name, this.begin));
      const deleted = removed.filter((object) => !this.#created.includes(object));
      return deleted.some((object) => found.listed.has(keyOf(object))) ? undefined : found;
    });
    const { objects, listed, unlisted } = looked?.found ?? {
      objects: [],
      listed: new Set(),
      unlisted: KINDS,
    };
    // A delete may have been carried out although its response says otherwise. A list may lack an object that exists.
    const left: OwnObject[] = [];
    for (const object of this.#created) {
      const isListed = listed.has(keyOf(object)) || unlisted.includes(object.kind);
      if (isListed || !isMaybeMissing((await this.get(object)).error)) left.push(object);
    }
    if (left.length > 0) {
      const ids = left.map(({ kind, id }) => `${kind} ${makeVisible(id)}`).join(", ");
      return `${count(left.length, "object")} of the probe could not be removed (${ids}).`;
    }
    const known = new Set(this.#created.map(keyOf));
    const others = objects.filter((object) => !known.has(keyOf(object))).length;
    if (others > 0)
      return `Lists show ${count(others, "object")} of the probe whose create got no clear response.`;
    const isUnknown = looked === undefined || (this.#server.unclearCreates > 0 && unlisted.length > 0);
    return isUnknown ? "Lists do not prove that no object of the probe is left." : undefined;
  }
}

/** True if no response came. */
export function isSilent(error: unknown): boolean {
  return error instanceof OutreachError && error.status === undefined;
}
