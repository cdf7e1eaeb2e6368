import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { cdktfBench } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

test("the state of a remote backend is read after a fresh checkout, where nothing is initialized", async () => {
  const backend = await startBackend();
  try {
    const project = bench.project();
    project.write("prompt.md", "one\ntwo\n");
    project.app({
      one: `new cdktf.HttpBackend(stack, { address: "${backend.url}" });
        new OutreachProvider(stack, "outreach");
        new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile("prompt.md") });`,
    });
    await project.synth();
    await project.apply("one");
    rmSync(join(project.folder, "cdktf.out"), { recursive: true });
    await project.synth();
    expect(await project.command(["check"])).toMatchObject({
      status: 0,
      stderr: "",
    });
    const before = backend.writes();
    rmSync(join(project.stackFolder("one"), ".terraform"), { recursive: true });
    const [snippet] = bench.simulator().objects();
    bench.simulator().update(snippet!.id, { prompt: "one\n2\n" });
    expect(await project.command(["pull"])).toMatchObject({
      status: 2,
      stderr: "",
    });
    expect(readFileSync(join(project.folder, "prompt.md"), "utf8")).toBe("one\n2\n");
    expect(backend.writes()).toBe(before);
  } finally {
    await backend.close();
  }
});

/** A server that keeps a state as Terraform's backend "http" asks for. */
async function startBackend() {
  let state: string | undefined;
  let writes = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      if (request.method === "GET") {
        response.statusCode = state === undefined ? 404 : 200;
        response.end(state);
        return;
      }
      state = body;
      writes += 1;
      response.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/state`,
    writes: () => writes,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
