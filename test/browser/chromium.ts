import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser to drive: what CHROMIUM names, else the first one on PATH; undefined where there is none. */
export function findChromium(): string | undefined {
  const wanted = process.env["CHROMIUM"];
  return (wanted ? [wanted] : NAMES).find((name) => spawnSync(name, ["--version"]).status === 0);
}

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--remote-debugging-pipe",
];

type Params = Readonly<Record<string, unknown>>;

interface DevToolsEvent {
  readonly method: string;
  readonly params: Params;
}

interface Message extends Partial<DevToolsEvent> {
  readonly id?: number;
  readonly sessionId?: string;
  readonly result?: Params;
  readonly error?: { readonly message: string };
}

/**
 * A headless browser with a separate profile. It speaks the DevTools protocol over a pipe: JSON texts that
 * end with NUL, on the file descriptors 3 (to it) and 4 (from it).
 */
export class Chromium {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, { done(result: Params): void; fail(error: Error): void }>();
  readonly #pages = new Map<string, Page>();
  #lastId = 0;
  #received = "";

  constructor(program: string) {
    this.#folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-browser-"));
    this.#child = spawn(program, [...FLAGS, `--user-data-dir=${join(this.#folder, "profile")}`], {
      // It leaves folders of its own behind when it is killed.
      env: { ...process.env, TMPDIR: this.#folder },
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      detached: true,
    });
    (this.#child.stdio[3] as Writable).on("error", () => this.#fail());
    const output = this.#child.stdio[4] as Readable;
    output.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    this.#child.on("error", () => this.#fail()).on("close", () => this.#fail());
  }

  send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = (this.#lastId += 1);
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async openPage(): Promise<Page> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page((method, params) => this.send(method, params, String(sessionId)));
    this.#pages.set(String(sessionId), page);
    for (const domain of ["Page", "Runtime", "Network", "Log"]) {
      await page.send(`${domain}.enable`);
    }
    return page;
  }

  /** Ends the browser and what it started, and removes its profile and temporary files. */
  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.pid !== undefined) {
      const closed = once(this.#child, "close");
      process.kill(-this.#child.pid, "SIGKILL");
      await closed;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(text: string): void {
    const messages = (this.#received + text).split("\0");
    this.#received = messages.pop()!;
    for (const message of messages) this.#handle(JSON.parse(message) as Message);
  }

  #handle({ id, sessionId, method, params, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#pages.get(sessionId ?? "")?.receive({ method, params: params ?? {} });
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.done(result ?? {});
    else waiting?.fail(new Error(error.message));
  }

  #fail(): void {
    for (const { fail } of this.#waiting.values()) fail(new Error("The browser has ended."));
    this.#waiting.clear();
  }
}

const COLOURS = { runOnly: ["color-contrast"] };

interface AccessibleNode {
  readonly role: string;
  readonly name: string;
}

export class Page {
  /** Everything that happened, in order. */
  readonly events: DevToolsEvent[] = [];
  readonly #emitter = new EventEmitter();

  constructor(readonly send: (method: string, params?: Params) => Promise<Params>) {}

  receive(event: DevToolsEvent): void {
    this.events.push(event);
    this.#emitter.emit(event.method);
  }

  /** Goes to an address and waits until everything there is loaded. */
  async open(url: string): Promise<void> {
    const loaded = once(this.#emitter, "Page.loadEventFired");
    await this.send("Page.navigate", { url });
    await loaded;
  }

  async close(): Promise<void> {
    await this.send("Page.close");
  }

  /** Undoes the settings of the last test, for a page that several tests share. What it shows stays open. */
  async reset(): Promise<void> {
    await this.resize(1280, 900);
    await this.media("screen");
    this.events.length = 0;
  }

  /** The value of an expression, awaited, which JSON can hold. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  }

  async resize(width: number, height: number): Promise<void> {
    const mobile = width < 600;
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
  }

  async media(type: "screen" | "print", scheme: "light" | "dark" = "light"): Promise<void> {
    await this.send("Emulation.setEmulatedMedia", {
      media: type,
      features: [{ name: "prefers-color-scheme", value: scheme }],
    });
  }

  async press(key: string, modifiers = 0): Promise<void> {
    const keyCode = { Tab: 9, Enter: 13, " ": 32 }[key];
    const text = { Enter: "\r", " ": " " }[key];
    const common = { key, code: key === " " ? "Space" : key, modifiers, windowsVirtualKeyCode: keyCode };
    await this.send("Input.dispatchKeyEvent", { ...common, type: "keyDown", text });
    await this.send("Input.dispatchKeyEvent", { ...common, type: "keyUp" });
  }

  /** As a person would type into what has the focus. */
  async type(text: string): Promise<void> {
    await this.send("Input.insertText", { text });
  }

  async click(selector: string): Promise<void> {
    const [x, y] = await this.evaluate<[number, number]>(
      `(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: "center" });
        const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`,
    );
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  /** What a screen reader is given. */
  async accessibleNodes(): Promise<AccessibleNode[]> {
    const { nodes } = await this.send("Accessibility.getFullAXTree");
    type Node = { ignored: boolean; role?: { value: string }; name?: { value: string } };
    return (nodes as Node[])
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => ({ role: role?.value ?? "", name: name?.value.trim() ?? "" }));
  }

  /**
   * What axe-core finds wrong with the open page, in light and dark, on a desktop and a phone: each rule with the first
   * element that breaks it. Only colours depend on the scheme, so two of the four runs check nothing else.
   */
  async accessibilityProblems(): Promise<string[]> {
    await this.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const found: string[] = [];
    for (const [width, scheme, only] of [
      [1280, "light", {}],
      [1280, "dark", COLOURS],
      [390, "light", COLOURS],
      [390, "dark", {}],
    ] as const) {
      await this.resize(width, 844);
      await this.media("screen", scheme);
      const options = JSON.stringify({
        ...only,
        resultTypes: ["violations"],
        preload: false,
        selectors: false,
      });
      const broken = await this.evaluate<string[]>(
        `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
      );
      found.push(...broken.map((one) => `${one}, ${scheme}, ${width} pixels`));
    }
    return found;
  }

  /** A PNG of what is in sight. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(String(data), "base64");
  }
}
