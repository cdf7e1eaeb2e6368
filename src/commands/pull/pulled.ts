import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../util/json";
import { messageOf } from "../../util/message-of";
import { readJsonFile, UnusableFile } from "../../util/files/read-file";
import { writeWhole } from "../../util/files/write-whole";
import { type StateObject, textOf } from "../../estate/states/state-file";

/** In the project's folder, and committed with the prompts (docs/design/commands.md). */
export const PULLED_FILE = "outreach-pulled.json";

const VERSION = 1;
const PROBLEM =
  "is not what pull has written. Restore it, or delete it: pull then merges edits again that it has merged before the last deploy.";

interface Entry {
  /** A digest of what the state held when the text was pulled. Another state means that the object was applied since. */
  readonly applied: string;
  /** The prompt at the server. */
  readonly text: string;
}

/** The prompts that pull has brought into files since the last deploy, by the id of the snippet. */
export class Pulled {
  readonly #file: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @throws Error for a link, and for a file that pull has not written */
  constructor(folder: string) {
    this.#file = join(folder, PULLED_FILE);
    const found = lstatSync(this.#file, { throwIfNoEntry: false });
    // It could be read through a link, but not written.
    if (found?.isFile() === false) throw new UnusableFile(`${this.#file} is not a file. Move it away.`);
    this.#entries = found === undefined ? new Map<string, Entry>() : read(this.#file);
  }

  /** Returns the text that was pulled for an object; undefined if none was since its last apply. */
  textOf(state: StateObject): string | undefined {
    const entry = this.#entries.get(state.id);
    return entry?.applied === appliedOf(state) ? entry.text : undefined;
  }

  /** Records pulled texts. Drops the entries of objects that were applied since. */
  record(
    pulled: readonly { readonly state: StateObject; readonly text: string }[],
    states: readonly StateObject[],
  ): void {
    if (pulled.length === 0) return;
    const snippets = states.filter(({ kind }) => kind === "snippet");
    const [held, current] = [snippets, snippets.filter((state) => this.textOf(state) !== undefined)].map(
      idsOf,
    );
    const entries = new Map([...this.#entries].filter(([id]) => current!.has(id) || !held!.has(id)));
    for (const { state, text } of pulled) entries.set(state.id, { applied: appliedOf(state), text });
    const sorted = Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    try {
      writeWhole(this.#file, `${JSON.stringify({ version: VERSION, pulled: sorted }, null, 2)}\n`);
    } catch (cause) {
      throw new Error(
        `The edits are in the prompt files, but the next pull does not know that: ${messageOf(cause)}`,
        { cause },
      );
    }
  }
}

function read(file: string): Map<string, Entry> {
  const { version, pulled } = readJsonFile(file, PROBLEM);
  if (version !== VERSION || !isObject(pulled)) throw new Error(`${file} ${PROBLEM}`);
  return new Map(
    Object.entries(pulled).map(([id, entry]) => {
      if (isObject(entry) && typeof entry.applied === "string" && typeof entry.text === "string")
        return [id, { applied: entry.applied, text: entry.text }];
      throw new Error(`${file} ${PROBLEM}`);
    }),
  );
}

function idsOf(states: readonly StateObject[]): ReadonlySet<string> {
  return new Set(states.map(({ id }) => id));
}

function appliedOf(state: StateObject): string {
  const held = JSON.stringify([textOf(state, "prompt"), state.lastUpdatedAt]);
  return createHash("sha256").update(held).digest("hex");
}
