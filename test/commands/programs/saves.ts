import { join } from "node:path";
import { Violation } from "../../programs/invariants";
import type { Change } from "./invariants";
import type { Person } from "./person";

type Files = ReadonlyMap<string, Buffer>;

const LOCK = ".cdktf-outreach.lock";

/** What a person and another export save while a command runs. */
export class Saves {
  readonly #changes: Change[] = [];
  readonly #left: Map<string, Buffer | null>;
  /** All files since another export took the lock, apart from what a person has saved since; undefined without it. */
  #locked: Map<string, Buffer> | undefined;
  #who = 0;
  #problem: string | undefined;

  constructor(
    readonly person: Person,
    before: Files,
  ) {
    this.#left = new Map(before);
  }

  /** Carries out an edit of a person. */
  edit(change: Parameters<Person["edit"]>[0]): void {
    const { project } = this.person;
    const before = project.files();
    const saved = this.person.edit(change)?.files ?? [];
    const after = project.files();
    for (const file of saved) {
      this.#changes.push({ file, left: this.#left.get(file) ?? null, found: before.get(file) ?? null });
      this.#left.set(file, after.get(file) ?? null);
      if (after.has(file)) this.#locked?.set(file, after.get(file)!);
      else this.#locked?.delete(file);
    }
  }

  /** Another export takes the lock, unless a command has it or nothing was exported yet. Returns whether it did. */
  lock(who: number): boolean {
    const { project } = this.person;
    if (!project.exists(project.dataFile) || project.exists(this.#lock)) return false;
    this.#locked = project.files();
    this.#who = who;
    // Any process that is running.
    project.write(this.#lock, JSON.stringify({ pid: process.ppid, startedAt: null }));
    return true;
  }

  /** The other export edits a row, and ends. */
  unlock(): void {
    if (this.#locked === undefined) return;
    const { project } = this.person;
    const [before, after] = [this.#locked, project.files()].map(withoutTemporary) as [Files, Files];
    const file = [...before.keys(), ...after.keys()].find(
      (one) => !(before.get(one) ?? Buffer.of()).equals(after.get(one) ?? Buffer.of()),
    );
    // A kill at this moment leaves the lock to the next call of this function.
    project.remove(this.#lock);
    this.#locked = undefined;
    if (file !== undefined) this.#problem ??= `${file} was written while another export had the lock`;
    this.edit({ do: "edit data", who: this.#who, what: "owner" });
  }

  /** The command has ended. */
  end(): void {
    this.unlock();
    if (this.#problem !== undefined) throw new Violation(`${this.#problem}.`);
  }

  get #lock(): string {
    return join(this.person.project.out, LOCK);
  }

  all(): Change[] {
    const after = this.person.project.files();
    const files = new Set([...this.#left.keys(), ...after.keys()]);
    const last = [...files].map((file) => ({
      file,
      left: this.#left.get(file) ?? null,
      found: after.get(file) ?? null,
    }));
    return [...this.#changes, ...last];
  }
}

function withoutTemporary(files: Files): Files {
  return new Map([...files].filter(([file]) => !/(^|\/)\.cdktf-outreach[^/]*$/.test(file)));
}
