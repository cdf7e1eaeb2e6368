import type { Listed } from "../../../objects/found";
import { KINDS } from "../../../objects/kinds";
import { defaultDialect, type Dialect } from "../../../simulator";
import type { JsonObject } from "../../../util/json";
import { compareText } from "../../../util/lists";
import { messageOf } from "../../../util/message-of";
import { mayBegin } from "../named-objects";
import type { OwnObject } from "../own-objects";
import type { Server } from "../server";
import { certain, decided, notSeen, refusedWith } from "../answer";
import type { Questions } from "../question";

const LARGE = 250;

async function firstPage(server: Server, maxItems?: number) {
  const reply = await server.call("ListSnippet", { maxItems });
  decided(reply);
  if (reply.error !== undefined) return undefined;
  const { items, nextToken } = reply.value as { items: readonly Listed[]; nextToken: string | null };
  return { length: items.length, hasNext: nextToken !== null };
}

function inWords(page: Awaited<ReturnType<typeof firstPage>>): string {
  if (page === undefined) return "refused";
  return page.hasNext ? `${page.length}` : `all ${page.length} objects`;
}

const CUT = 20;

function listedAs(listed: string, name: string): Dialect["listedNames"] | undefined {
  if (listed === name) return "whole";
  if (listed === name.slice(0, CUT)) return "cut";
  return listed === `${name.slice(0, CUT - 1)}\u2026` ? "ellipsis" : undefined;
}

export const names: Questions = {
  /**
   * Creates one object of each kind. If no read or list shows the name's beginning, the probe ends, because
   * no question could recognise its own objects.
   */
  "names in reads and lists": async ({ own }) => {
    const forms = new Set<Dialect["listedNames"] | undefined>();
    let status = 0;
    for (const kind of KINDS) {
      const stopped = (why: string) =>
        new Error(
          `The probe has stopped after its first ${kind}, because it could not recognise its objects: ${why}.`,
        );
      const { reply, object } = await own.create(kind, "first");
      if (object === undefined) throw stopped(`its create is ${refusedWith(reply)}`);
      const shown = await own
        .shown(object, "name", () => true)
        .catch((error: unknown) => {
          throw stopped(messageOf(error));
        });
      if (shown !== object.name) throw stopped("a read shows it with another name");
      const listed = await own.listed(object);
      if (listed === undefined) throw stopped("a list does not show it within 30 s");
      if (!mayBegin(listed.name, own.begin)) throw stopped("a list shows it with another name");
      forms.add(listedAs(listed.name, object.name));
      status = reply.status;
    }
    const [listedNames] = forms.size === 1 ? forms : [];
    const createStatus = (["200", "201"] as const).find((one) => one === `${status}`);
    const seen = `create with status ${status}, kept in reads, ${listedNames ?? "another form"} in lists`;
    return certain(seen, { createStatus, listedNames });
  },
};

const joined = (objects: readonly Pick<Listed, "id">[]) => objects.map(({ id }) => id).join();

/** The question about page sizes comes last, because it uses the objects of all other questions. */
export const lists: Questions = {
  "order of lists, and sortOrder": async ({ own, server }) => {
    const known: OwnObject[] = [];
    // With eight objects, a list sorted by name, id or creation almost never has another order by chance.
    for (const label of "cafehbgd") known.push(await own.require("snippet", `order ${label}`));
    await server.settle();
    const listed = async (fields: JsonObject = {}) => {
      const { items } = await server.list("snippet", fields);
      return joined(items.filter(({ id }) => known.some((object) => object.id === id)));
    };
    const [usual, up, down] = [
      await listed(),
      await listed({ sortOrder: "asc" }),
      await listed({ sortOrder: "desc" }),
    ];
    const byName = known.toSorted((a, b) => compareText(a.name, b.name));
    const orders: readonly (readonly [Dialect["listOrder"], string])[] = [
      ["created", joined(known)],
      ["created-descending", joined(known.toReversed())],
      ["name", joined(byName)],
      ["id", joined(known.toSorted((a, b) => compareText(a.id, b.id)))],
    ];
    const fitting = orders.filter(([, ids]) => ids === usual);
    // Ids may follow the order of creation.
    const listOrder = fitting.length === 1 ? fitting[0]?.[0] : undefined;
    const meanings = [
      ["ignored", usual, usual],
      ["by-name", joined(byName), joined(byName.toReversed())],
      ["by-creation", joined(known), joined(known.toReversed())],
    ] as const;
    const sortOrder = meanings.find(([, first, last]) => first === up && last === down)?.[0];
    const seen = `order: ${listOrder ?? "another one"}; sortOrder asc and desc: ${sortOrder ?? "another meaning"}`;
    return certain(seen, { listOrder, sortOrder });
  },
  "page sizes": async ({ server, own, objects }) => {
    for (let made = own.countOf("snippet"); made < objects; made += 1)
      await own.require("snippet", `page ${made}`);
    await server.settle();
    const [usual, large] = [await firstPage(server), await firstPage(server, LARGE)];
    const pageSize = usual?.hasNext === true ? usual.length : undefined;
    // The simulator sends at most its maximum even if a request has no maxItems.
    const isAboveDefault = (pageSize ?? 0) > defaultDialect.maximumPageSize;
    const isMaximum = large?.hasNext === true && large.length < LARGE;
    const maximumPageSize = isMaximum ? large.length : isAboveDefault ? pageSize : undefined;
    const seen = `without maxItems: ${inWords(usual)}; with maxItems ${LARGE}: ${inWords(large)}`;
    if (pageSize === undefined && maximumPageSize === undefined)
      return notSeen(`${seen}. Use --objects for more`);
    return certain(seen, { pageSize, maximumPageSize });
  },
};
