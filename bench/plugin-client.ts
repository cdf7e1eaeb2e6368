import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect as connectTls } from "node:tls";
import { pem } from "../src/sdk/process/certificate";
import { frame, unframed } from "../src/sdk/transport/call";
import { decode } from "../src/sdk/wire/decode";
import { encode } from "../src/sdk/wire/encode";
import type { Outgoing, Rpc } from "../src/sdk/wire/message";
import { hostCertificate, type PluginProcess } from "./plugin-process";

/** Terraform's default number of parallel calls. */
const AT_A_TIME = 10;

export class PluginClient {
  readonly #session: ClientHttp2Session;

  constructor({ line }: PluginProcess) {
    const [, , , path, , certificate] = line.split("|");
    this.#session = connectHttp2("https://localhost", {
      createConnection: () =>
        connectTls({
          path: path!,
          key: hostCertificate.key,
          cert: hostCertificate.certificate,
          ca: pem(Buffer.from(certificate!, "base64")),
          servername: "localhost",
          ALPNProtocols: ["h2"],
        }),
    });
    this.#session.on("error", () => undefined);
  }

  /** Responses keep the order of the requests. */
  async callAll<Request, Response>(
    rpc: Rpc<Request, Response>,
    requests: readonly Outgoing<Request>[],
  ): Promise<Response[]> {
    const messages = requests.map((request) => frame(encode(rpc.request, request)));
    const bytes: Uint8Array[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < messages.length) {
        const index = next++;
        bytes[index] = await this.#call(rpc.path, messages[index]!);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    return bytes.map((answer) => decode(rpc.response, answer));
  }

  #call(path: string, message: Buffer): Promise<Uint8Array> {
    return new Promise((done, fail) => {
      const stream = this.#session.request({
        ":method": "POST",
        ":path": path,
        "content-type": "application/grpc",
        te: "trailers",
      });
      const chunks: Buffer[] = [];
      let status: unknown;
      stream.on("trailers", (trailers) => (status = trailers["grpc-status"]));
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", fail).on("close", () => {
        const answer = unframed(Buffer.concat(chunks));
        if (status === "0" && answer !== undefined) done(answer);
        else fail(new Error(`${path} ended with the status ${String(status)}.`));
      });
      stream.end(message);
    });
  }

  close(): void {
    this.#session.close();
  }
}
