import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { dim, say } from "./terminal.mjs";

/** Thrown when the interrupted command has ended. */
export class Interrupted extends Error {}

const SHOWN_LINES = 40;

/** Runs commands one after the other, and shows what a user would type. */
export class Commands {
  #root;
  #env;
  #isVerbose;
  #signal = null;
  #child = null;

  /** `isVerbose`: shows the output of all commands. By default, shows only the output of a failed command. */
  constructor(root, env, isVerbose) {
    this.#root = root;
    this.#env = env;
    this.#isVerbose = isVerbose;
  }

  get signal() {
    return this.#signal;
  }

  /** A terminal sends Ctrl-C to the running command, but other signals must be passed on. */
  interrupt(signal) {
    this.#signal ??= signal;
    if (this.#child === null) return;
    say(`\n${dim("Stopping: waiting for the running command to end …")}`);
    if (signal !== "SIGINT") this.#child.kill(signal);
  }

  /** Returns the output. Throws if the command fails. */
  async cdktf(args, env = {}) {
    const command = `npx cdktf ${args.join(" ")}`;
    process.stdout.write(dim(`  $ ${command}${this.#isVerbose ? "\n" : " … "}`));
    const started = performance.now();
    const cli = resolve(this.#root, "node_modules/cdktf-cli/bundle/bin/cdktf");
    const { status, output } = await this.#run([cli, ...args], env, this.#isVerbose ? withoutInit() : null);
    const seconds = Math.max(1, Math.round((performance.now() - started) / 1000));
    if (!this.#isVerbose) say(dim(status === 0 ? `${seconds} s` : "failed"));
    if (status === 0) return output;
    if (!this.#isVerbose) say(output.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n"));
    throw new Error(`${command} ended with status ${status}.`);
  }

  /** Reports whether the plan changes anything. Throws if the plan fails. */
  async review() {
    const args = ["review", "--skip-synth", "--format", "text"];
    const command = `npx cdktf-outreach ${args.join(" ")}`;
    say(`${dim(`  $ ${command}`)}\n`);
    const cli = resolve(this.#root, "dist/cli/cdktf-outreach.cjs");
    const { status, output } = await this.#run([cli, ...args], {}, "inherit");
    if (status === 0 || status === 2) return status === 2;
    say(output);
    throw new Error(`${command} ended with status ${status}.`);
  }

  /**
   * `shows`: null hides the command's lines, and a function selects the lines to show. With "inherit", the
   * command knows whether its output goes to a terminal.
   */
  #run(args, env, shows) {
    if (this.#signal !== null) throw new Interrupted();
    return new Promise((done, fail) => {
      const stdout = shows === "inherit" ? "inherit" : "pipe";
      const child = spawn(process.execPath, args, {
        env: { ...this.#env, ...env },
        stdio: ["ignore", stdout, "pipe"],
      });
      this.#child = child;
      let output = "";
      const keep = (text) => (output += text);
      child.stdout?.setEncoding("utf8").on("data", keep);
      child.stderr.setEncoding("utf8").on("data", keep);
      if (typeof shows === "function") showLines([child.stdout, child.stderr], shows);
      child.on("error", fail).on("close", (status) => {
        this.#child = null;
        if (this.#signal === null) done({ status, output });
        else fail(new Interrupted());
      });
    });
  }
}

function showLines(streams, shows) {
  for (const stream of streams) {
    let rest = "";
    const show = (line) => shows(line) && say(line);
    stream.on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      lines.forEach(show);
    });
    stream.on("end", () => rest !== "" && show(rest));
  }
}

/** Hides the lines about how the engine prepares the folder, which every command prints. */
function withoutInit() {
  let hidden = false;
  return (line) => {
    if (line.includes("Initializing the backend")) hidden = true;
    const shown = !hidden;
    if (line.includes("commands will detect it and remind you")) hidden = false;
    return shown;
  };
}
