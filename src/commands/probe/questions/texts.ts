import { sameText } from "../../../objects/text";
import { type Dialect, dialectSettings, textStoredAs } from "../../../simulator";
import { certain, decided, refusedWith } from "../answer";
import type { Questions } from "../question";

function presenceOf(description: unknown): Dialect["absentDescription"] | "text" {
  if (description === undefined) return "absent";
  if (description === null) return "null";
  return description === "" ? "empty" : "text";
}

/** A text that each value of the setting `storedText` stores in another form. */
export const REVEALING = '  a\r\nb & <i> "q" it\'s e\u0301 \u00e9 \ufb01 \u{1F600} z\u200bz \r\n';

export const texts: Questions = {
  "descriptions of clusters": async ({ own }) => {
    const object = await own.require("cluster", "described");
    const presence = async () => presenceOf(await own.shown(object, "description"));
    const absent = await presence();
    const absentDescription = absent === "text" ? undefined : absent;
    const clearing: string[] = [];
    for (const [what, description] of [
      ["empty", ""],
      ["null", null],
    ] as const) {
      await own.change(object, { description: "Probe" }, `before ${what}`);
      await own.read(object);
      const reply = await own.update(object, { description }, `after ${what}`);
      decided(reply);
      if (reply.error === undefined && (await presence()) !== "text") clearing.push(what);
    }
    const clearDescription = (clearing.join("-or-") || "neither") as Dialect["clearDescription"];
    const seen = `none is shown as ${absent}; an update clears one with ${clearDescription}`;
    return certain(seen, { absentDescription, clearDescription });
  },
  "how a prompt is stored: line ends, white space, HTML, quotes, Unicode": async ({ own }) => {
    const { reply, object } = await own.create("snippet", "text", { prompt: REVEALING });
    decided(reply);
    if (object === undefined) return certain(refusedWith(reply));
    const shown = await own.shown(object, "prompt");
    if (typeof shown !== "string") return certain("a read shows no text");
    const form = dialectSettings.storedText.values.find((value) => textStoredAs(REVEALING, value) === shown);
    const effect = sameText(REVEALING, shown) ? "ignores this difference" : "sees a difference";
    return certain(`${form ?? "in another form"} (the provider ${effect})`, { storedText: form });
  },
};
