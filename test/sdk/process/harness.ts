import { type Client, credentials } from "@grpc/grpc-js";
import { buildSync } from "esbuild";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { type Certificate, createCertificate } from "../../../src/sdk/process/certificate";
import { pem } from "../../../src/sdk/process/certificate";
import { grpcClient, onCleanUp } from "../transport/harness";

/** Short, because sockets are put below it. */
const workFolder = mkdtempSync("/tmp/process-test-");
export const bundle = join(workFolder, "plugin.cjs");

/** For `beforeAll`. */
export function buildFixture(): void {
  buildSync({
    entryPoints: [join(__dirname, "fixtures/plugin.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    outfile: bundle,
  });
}

/** For `afterAll`. */
export function removeFixture(): void {
  rmSync(workFolder, { recursive: true });
}

/** A new empty folder, removed with the fixture. */
export function folder(): string {
  return mkdtempSync(join(workFolder, "f-"));
}

const cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

interface Launch {
  readonly environment?: Record<string, string | undefined>;
  /** A program to run in place of the plugin, which starts it. */
  readonly command?: readonly string[];
}

/** What Terraform is told of a plugin that it does not start. */
export interface Entry {
  readonly Pid: number;
  readonly Addr: { readonly Network: "unix" | "tcp"; readonly String: string };
}

/** A running plugin, seen from its host. */
export class Host {
  readonly temporary = folder();
  readonly own: Certificate = createCertificate();
  readonly child: ChildProcess;
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  private readonly stdoutLines: Interface;
  private readonly stderrLines: Interface;

  constructor({ environment = {}, command = [bundle] }: Launch = {}) {
    this.child = spawn(process.execPath, command, {
      env: {
        PATH: process.env.PATH,
        TMPDIR: this.temporary,
        TF_PLUGIN_MAGIC_COOKIE: cookie,
        PLUGIN_PROTOCOL_VERSIONS: "5,6",
        PLUGIN_CLIENT_CERT: this.own.certificate,
        TF_LOG: "TRACE",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.stdoutLines = createInterface(this.child.stdout!).on("line", (line) => this.stdout.push(line));
    this.stderrLines = createInterface(this.child.stderr!).on("line", (line) => this.stderr.push(line));
    this.exited = once(this.child, "close").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
    }));
    onCleanUp(async () => {
      this.child.kill("SIGKILL");
      await this.exited;
    });
  }

  /** The fields of the handshake line. */
  async handshake(): Promise<string[]> {
    while (this.stdout.length === 0) {
      if (this.child.exitCode !== null) throw new Error(`The plugin ended: ${this.stderr.join("\n")}`);
      await Promise.race([once(this.stdoutLines, "line"), this.exited]);
    }
    return (this.stdout[0] as string).split("|");
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /**
   * What the line for shells tells of a plugin that was started with --debug, by the addresses of providers.
   */
  async reattach(): Promise<Record<string, Entry>> {
    const line = /^ {2}export TF_REATTACH_PROVIDERS='(.*)'$/;
    while (!this.stdout.some((text) => line.test(text))) {
      if (this.hasEnded) throw new Error(`The plugin ended: ${this.stderr.join("\n")}`);
      await Promise.race([once(this.stdoutLines, "line"), this.exited]);
    }
    const [, value] = this.stdout.map((text) => line.exec(text)).find((found) => found !== null)!;
    return JSON.parse(value!) as Record<string, Entry>;
  }

  /** Resolves when a log line holds the text. */
  async logged(text: string): Promise<void> {
    let isOver = false;
    while (!this.stderr.some((line) => line.includes(text))) {
      if (isOver) throw new Error(`The plugin ended: ${this.stderr.join("\n")}`);
      isOver = await Promise.race([
        once(this.stderrLines, "line").then(() => false),
        this.exited.then(() => true),
      ]);
    }
  }

  /** A client as go-plugin makes one: it trusts the certificate of the handshake, and shows its own. */
  async connect(shown: Certificate | null = this.own): Promise<Client> {
    const [, , network, address, , certificate] = (await this.handshake()) as [
      string,
      string,
      "unix" | "tcp",
      string,
      string,
      string,
    ];
    const server = { address: { network, address } };
    if (certificate === "") return grpcClient(server);
    const authority = Buffer.from(pem(Buffer.from(certificate, "base64")));
    const [key, chain] = shown ? [Buffer.from(shown.key), Buffer.from(shown.certificate)] : [null, null];
    return grpcClient(server, credentials.createSsl(authority, key, chain));
  }

  /** What is left in the folder for temporary files. */
  get leftovers(): string[] {
    return readdirSync(this.temporary);
  }
}
