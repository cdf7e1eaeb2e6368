import { credentials } from "@grpc/grpc-js";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { createCertificate, pem } from "../../../src/sdk/process/certificate";
import { openListener } from "../../../src/sdk/transport/listen";
import type { Method } from "../../../src/sdk/transport/method";
import { GrpcServer, type TlsOptions } from "../../../src/sdk/transport/server";
import { cleanUp, gate, grpcClient, onCleanUp, path, unary } from "./harness";

afterEach(cleanUp);

const echo: Method = (bytes) => bytes;

/** A listener on which nothing is served yet, and the server that takes it over. */
async function announced(tls?: TlsOptions) {
  const listener = await openListener();
  onCleanUp(() => listener.close());
  const connections = 0;
  const notYet = { address: listener.address, connections, close: () => Promise.resolve() };
  const serve = () => {
    const methods = new Map([[path("Echo"), echo]]);
    const server = new GrpcServer({ listener, tls, methods: () => methods, onError: () => undefined });
    onCleanUp(() => server.close());
    return server;
  };
  return { notYet, serve, port: Number(listener.address.address.split(":")[1]) };
}

/** Resolves when so many connections have come in, with bytes that nobody has read yet. */
async function arrived(count: number): Promise<void> {
  while (
    accepted.length < count ||
    accepted.some((socket) => !socket.destroyed && socket.readableLength === 0)
  ) {
    await setImmediate();
  }
}

let accepted: Socket[] = [];
const onAccepted = (message: unknown) => void accepted.push((message as { socket: Socket }).socket);
beforeEach(() => {
  accepted = [];
  subscribe("net.server.socket", onAccepted);
});
afterEach(() => void unsubscribe("net.server.socket", onAccepted));

describe("a listener that is open before the server is loaded", () => {
  it("answers an early call", async () => {
    const { notYet, serve } = await announced();
    const answer = unary(grpcClient(notYet), "Echo", Buffer.from("early"));
    await arrived(1);
    serve();
    expect((await answer).toString()).toBe("early");
  });

  it("answers an early call over TLS, and rejects other certificates", async () => {
    const own = createCertificate();
    const client = createCertificate();
    const { notYet, serve, port } = await announced({ ...own, clientCertificate: client.certificate });
    const root = Buffer.from(pem(Buffer.from(own.encoded, "base64")));
    const shown = [Buffer.from(client.key), Buffer.from(client.certificate)] as const;
    const answer = unary(
      grpcClient(notYet, credentials.createSsl(root, ...shown)),
      "Echo",
      Buffer.from("tls"),
    );
    const stranger = connectTls({
      port,
      host: "127.0.0.1",
      ca: root,
      servername: "localhost",
      ALPNProtocols: ["h2"],
    });
    const refused = once(stranger, "close");
    stranger.on("error", () => undefined);
    onCleanUp(() => stranger.destroy());
    await arrived(2);
    const server = serve();
    expect((await answer).toString()).toBe("tls");
    await refused;
    expect(server.connections).toBe(1);
  });

  it("survives a TLS connection that fails, and reports it", async () => {
    const own = createCertificate();
    const client = createCertificate();
    const broken = gate<unknown>();
    const server = new GrpcServer({
      listener: await openListener(),
      tls: { ...own, clientCertificate: client.certificate },
      methods: () => new Map(),
      onError: broken.open,
    });
    onCleanUp(() => server.close());
    const raw = connect(Number(server.address.address.split(":")[1]), "127.0.0.1");
    const secured = connectTls({
      socket: raw,
      ca: pem(Buffer.from(own.encoded, "base64")),
      key: client.key,
      cert: client.certificate,
      servername: "localhost",
      ALPNProtocols: ["h2"],
    }).on("error", () => undefined);
    onCleanUp(() => secured.destroy());
    while (server.connections === 0) await setImmediate();
    raw.resetAndDestroy();
    expect(await broken.opened).toMatchObject({ code: "ECONNRESET" });
    while (server.connections > 0) await setImmediate();
  });

  it("survives an early connection that fails", async () => {
    const { notYet, serve, port } = await announced();
    const early = connect({ port, host: "127.0.0.1" }, () => early.write("half of a"));
    await arrived(1);
    const broken = new Promise((resolve) => accepted[0]!.once("close", resolve));
    early.resetAndDestroy();
    await broken;
    serve();
    expect((await unary(grpcClient(notYet), "Echo", Buffer.from("later"))).toString()).toBe("later");
  });
});
