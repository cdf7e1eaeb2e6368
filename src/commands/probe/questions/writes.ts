import { isTimestamp } from "../../../api";
import { KINDS } from "../../../objects/kinds";
import { isSameInstant, timeOf } from "../../../objects/instant";
import type { Dialect } from "../../../simulator";
import { certain, isPassing, likely, notSeen, refusedWith, type Question } from "../question";

const NOT_SHOWN = "Not shown.";
/** Times may be in whole seconds. */
const MORE_THAN_A_SECOND_MS = 1_100;

const createStatus: Question = {
  id: "create-status",
  title: "status of a create",
  document: "Section 7: status codes are not shown.",
  calls: () => 3,
  async ask({ own }) {
    const { reply } = await own.create("snippet", "status");
    const seen = `status ${reply.status}`;
    if (reply.error !== undefined) return notSeen(refusedWith(reply));
    if (reply.status === 200) return certain(seen, { createStatus: "200" });
    return reply.status === 201 ? certain(seen, { createStatus: "201" }) : certain(seen);
  },
};

const duplicateNames: Question = {
  id: "equal-names",
  title: "two objects of a kind with the same name",
  document: NOT_SHOWN,
  calls: () => 12,
  async ask({ own, server }) {
    const refused: string[] = [];
    const returned: string[] = [];
    for (const kind of KINDS) {
      const first = await own.require(kind, "same");
      await server.settle();
      const { reply, object } = await own.create(kind, "same");
      if (isPassing(reply)) return notSeen(refusedWith(reply));
      if (object === undefined) refused.push(`${kind}s: ${refusedWith(reply)}`);
      else if (object.id === first.id) returned.push(`${kind}s: the create returns the first one`);
    }
    if (returned.length > 0) return certain([...refused, ...returned].join(", "));
    if (refused.length === 0) return certain("allowed", { duplicateNames: "allowed" });
    const isBoth = refused.length === KINDS.length;
    return (isBoth ? certain : likely)(refused.join(", "), { duplicateNames: "rejected" });
  },
};

/** Returns the setting for the form of a time; undefined for another form. */
function timestampForm(time: string): Dialect["timestamps"] | undefined {
  if (/\d\.\d{3}Z$/.test(time)) return "milliseconds";
  if (/:\d\dZ$/.test(time)) return "seconds";
  return /\d\.\d{3}\+00:00$/.test(time) ? "offset" : undefined;
}

const timestamps: Question = {
  id: "times",
  title: "form of times",
  document: "Section 2: ISO 8601.",
  calls: () => 4,
  async ask({ own }) {
    const object = await own.require("snippet", "times");
    const time = await own.shown(object, "createdAt");
    if (typeof time !== "string") return notSeen("a read shows no creation time");
    const form = timestampForm(time);
    // Digits are replaced, because a report contains no text of the server.
    const shape = time
      .replace(/\d/g, "0")
      .replace(/[^0TZ:.,+ -]/g, "?")
      .slice(0, 40);
    const reading =
      isTimestamp(time) && timeOf(time) !== undefined ? "" : "; the provider cannot read such a time";
    return certain(`${shape}${reading}`, form && { timestamps: form });
  },
};

const creationTime: Question = {
  id: "creation-time",
  title: "creation time after an update",
  document: "Section 2: the creation time.",
  calls: () => 6,
  async ask({ own, server }) {
    const object = await own.require("snippet", "creation");
    const before = await own.shown(object, "createdAt");
    await server.pause(MORE_THAN_A_SECOND_MS);
    await own.change(object, {}, "creation, changed");
    const after = await own.shown(object, "createdAt");
    if (typeof before !== "string" || typeof after !== "string")
      return notSeen("a read shows no creation time");
    if (isSameInstant(before, after) === true) return certain("stays the same");
    return certain("changes: the provider takes the object for another one");
  },
};

const noOpUpdate: Question = {
  id: "update-without-changes",
  title: "update without changes",
  document: NOT_SHOWN,
  calls: () => 6,
  async ask({ own, server }) {
    const object = await own.require("snippet", "unchanged");
    const before = await own.shown(object, "lastUpdatedAt");
    await server.pause(MORE_THAN_A_SECOND_MS);
    const updated = await own.update(object, {});
    if (updated.error !== undefined) return notSeen(refusedWith(updated));
    await server.settle();
    const after = await own.shown(object, "lastUpdatedAt");
    if (typeof before !== "string" || typeof after !== "string")
      return notSeen("a read shows no time of an update");
    return before === after
      ? certain("keeps the time of the last update", { noOpUpdate: "untouched" })
      : certain("sets the time of the last update", { noOpUpdate: "touched" });
  },
};

const associatedCount: Question = {
  id: "associated-count",
  title: "number of linked mailboxes",
  document: "Section 2.1: returned by list and get.",
  calls: () => 5,
  async ask({ own }) {
    const object = await own.require("cluster", "count");
    const inGet = typeof (await own.shown(object, "associatedCount")) === "number";
    const entry = await own.listed(object);
    if (entry === undefined) return notSeen("the list does not show the cluster");
    const inList = typeof entry.associatedCount === "number";
    if (inList && inGet)
      return notSeen(
        "list and get show 0; only a cluster with linked mailboxes shows whether both count them",
      );
    if (inList) return certain("only lists show it", { associatedCount: "list-only" });
    if (inGet) return certain("only reads show it", { associatedCount: "get-only" });
    return certain("neither list nor get shows it", { associatedCount: "nowhere" });
  },
};

export const writes = [createStatus, duplicateNames, timestamps, creationTime, noOpUpdate, associatedCount];
