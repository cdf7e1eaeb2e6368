import fs from "node:fs";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { resolve, sep } from "node:path";
import type { Moment } from "../../programs/commands";

/** Something that happens at a moment of a run. */
export interface Event {
  readonly moment: Moment;
  readonly act: "interrupt" | "kill" | (() => void);
}

/** How a run of a command ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** True if the process was killed. Its status and output mean nothing. */
  readonly isKilled: boolean;
  /** True if an event happened. */
  readonly isDisturbed: boolean;
}

interface Request {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly events: readonly Event[];
}

/** The id of a process that no machine has. */
const ENDED_PROCESS = 2 ** 22 + 1;

const READING = ["readFileSync", "lstatSync", "existsSync", "readdirSync", "statSync"] as const;
/** A person may save a file right before these calls. The command has looked at the file already, but not for the last time. */
const PREPARING = ["writeFileSync", "mkdirSync", "linkSync", "symlinkSync", "copyFileSync"] as const;
/** Between the last look at a file and these calls, no program can see what a person saves. */
const COMMITTING = ["renameSync", "rmSync", "rmdirSync", "chmodSync"] as const;

class Killed extends Error {}

let running: CommandProcess | undefined;

/** Does what another process does while a command waits: it reaches no moment, and a kill of the command spares it. */
export function asOther(act: () => void): void {
  if (running === undefined) act();
  else running.acting(act);
}

/**
 * Runs a command in this process, as `cdktf-outreach` would run it, and returns how it ended. Events happen
 * at their moments; an interruption that no handler receives ends the process.
 */
export async function runCommand(
  run: (args: string[]) => Promise<number>,
  args: readonly string[],
  request: Request,
): Promise<Ended> {
  const process_ = new CommandProcess(request);
  process_.begin();
  running = process_;
  let status = 1;
  try {
    status = await run([...args]);
  } catch (error) {
    const { name, message } = error as Error;
    process_.stderr += ["TypeError", "RangeError", "ReferenceError"].includes(name)
      ? (error as Error).stack
      : message;
  } finally {
    running = undefined;
    process_.end();
  }
  const { stdout, stderr, isKilled, isDisturbed } = process_;
  return { status, stdout, stderr, isKilled, isDisturbed };
}

class CommandProcess {
  stdout = "";
  stderr = "";
  isKilled = false;
  isDisturbed = false;
  readonly #request: Request;
  readonly #left: Event[];
  readonly #counts = { request: 0, file: 0, write: 0 };
  readonly #restore: (() => void)[] = [];
  #listeners: readonly unknown[] = [];
  #isActing = false;

  constructor(request: Request) {
    this.#request = request;
    this.#left = [...request.events];
  }

  begin(): void {
    const { folder, environment } = this.#request;
    const before = { ...process.env };
    const around = process.cwd();
    Object.assign(process.env, environment);
    process.chdir(folder);
    this.#restore.push(() => {
      process.chdir(around);
      for (const name of Object.keys(environment)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    });
    this.#listeners = process.listeners("SIGINT");
    this.#capture("stdout");
    this.#capture("stderr");
    this.#watchFiles();
    const began = () => this.#reach("request");
    subscribe("http.server.request.start", began);
    this.#restore.push(() => unsubscribe("http.server.request.start", began));
    if (!this.#left.some(({ act }) => act === "kill" || act === "interrupt")) return;
    // The lock and the temporary files of a killed process name a process that has ended.
    const { pid } = process;
    Object.defineProperty(process, "pid", { value: ENDED_PROCESS, configurable: true });
    this.#restore.push(() => Object.defineProperty(process, "pid", { value: pid, configurable: true }));
  }

  end(): void {
    for (const restore of this.#restore.reverse()) restore();
  }

  #capture(name: "stdout" | "stderr"): void {
    const stream = process[name];
    const { write } = stream;
    stream.write = ((text: string | Uint8Array) => {
      if (!this.isKilled) this[name] += String(text);
      return true;
    }) as typeof stream.write;
    this.#restore.push(() => (stream.write = write));
  }

  #watchFiles(): void {
    type Call = (...args: unknown[]) => unknown;
    const replace = (name: keyof typeof fs, make: (original: Call) => Call) => {
      const original = fs[name] as Call;
      Object.assign(fs, { [name]: Object.assign(make(original), original) });
      this.#restore.push(() => Object.assign(fs, { [name]: original }));
    };
    for (const name of [...READING, ...PREPARING, ...COMMITTING]) {
      replace(name, (original) => (...args) => {
        if (!this.#isOurs(args[0]) && !(name === "linkSync" && this.#isOurs(args[1])))
          return original(...args);
        const wasKilled = this.isKilled;
        if (name === "writeFileSync") this.#reach("write");
        this.#reach("file", { isCommitting: (COMMITTING as readonly string[]).includes(name) });
        if (this.isKilled && !(READING as readonly string[]).includes(name)) {
          if (name === "writeFileSync" && !wasKilled) this.#writeHalf(args);
          throw new Killed();
        }
        return original(...args);
      });
    }
  }

  /** Every second process that is killed at a write ends in the middle of it. */
  #writeHalf([file, contents, options]: unknown[]): void {
    if (this.#counts.file % 2 === 0) return;
    const bytes = Buffer.from(contents as string);
    this.acting(() =>
      fs.writeFileSync(file as string, bytes.subarray(0, bytes.length / 2), options as object),
    );
  }

  #isOurs(path: unknown): boolean {
    if (this.#isActing || typeof path !== "string") return false;
    const { folder } = this.#request;
    return resolve(path) === folder || resolve(path).startsWith(`${folder}${sep}`);
  }

  #reach(at: Moment["at"], { isCommitting = false } = {}): void {
    if (this.isKilled) return;
    this.#counts[at] += 1;
    const due = this.#left.filter(({ moment }) => moment.at === at && moment.nth <= this.#counts[at]);
    for (const event of due) {
      if (isCommitting && typeof event.act === "function") continue;
      this.#left.splice(this.#left.indexOf(event), 1);
      this.isDisturbed = true;
      if (event.act === "kill") this.isKilled = true;
      else if (event.act === "interrupt") this.#interrupt();
      else this.acting(event.act);
    }
  }

  acting(act: () => void): void {
    this.#isActing = true;
    try {
      act();
    } finally {
      this.#isActing = false;
    }
  }

  #interrupt(): void {
    const handlers = process.listeners("SIGINT").filter((one) => !this.#listeners.includes(one));
    if (handlers.length === 0) this.isKilled = true;
    for (const handler of handlers) (handler as (name: string) => void)("SIGINT");
  }
}
