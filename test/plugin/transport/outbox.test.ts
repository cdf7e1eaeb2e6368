import type { Socket } from "node:net";
import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { Outbox } from "../../../src/plugin/transport/http2/frames";

it("one turn of the event loop causes one write to the socket, whatever its callbacks send", async () => {
  const written: string[] = [];
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const outbox = new Outbox(socket as unknown as Socket);
  process.nextTick(() => outbox.send(Buffer.from("a")));
  process.nextTick(() => process.nextTick(() => outbox.send(Buffer.from("b"))));
  await turn();
  await turn();
  expect(written).toEqual(["ab"]);
});
