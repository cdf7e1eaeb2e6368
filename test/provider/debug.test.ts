import { join } from "node:path";
import { Provider as Rpcs } from "../../src/sdk/wire/generated/tfplugin6";
import { decode } from "../../src/sdk/wire/decode";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { folder, Host, removeFixture } from "../sdk/process/harness";
import { cleanUp, grpcClient, unary } from "../sdk/transport/harness";
import { bundleAsProvider } from "./process/bundle";

afterEach(cleanUp);
afterAll(removeFixture);

it("the provider with --debug prints how to attach, serves the engine, and leaves nothing behind after a signal", async () => {
  const bundle = folder();
  expect(bundleAsProvider("src/provider/main.ts", bundle)).toBe("");
  const host = new Host({
    command: [join(bundle, "provider.cjs"), "--debug"],
    environment: { TF_PLUGIN_MAGIC_COOKIE: undefined, TF_LOG: undefined },
  });
  const { Addr, ...reported } = (await host.reattach())[PROVIDER_ADDRESS]!;
  expect(reported).toEqual({ Protocol: "grpc", ProtocolVersion: 6, Pid: host.child.pid, Test: true });
  expect(host.leftovers).toHaveLength(1);

  const address = { network: Addr.Network, address: Addr.String };
  const client = grpcClient({ address });
  const schema = await unary(client, Rpcs.GetProviderSchema.path, Buffer.alloc(0));
  expect(decode(Rpcs.GetProviderSchema.response, schema).resourceSchemas).toHaveLength(2);

  host.child.kill("SIGTERM");
  expect(await host.exited).toEqual({ code: 0, signal: null });
  expect(host.stdout[0]).toContain("The provider is running.");
  expect(host.stdout.at(-1)).toBe("Ctrl-C ends the provider.");
  expect(host.stderr).toEqual([]);
  expect(host.leftovers).toEqual([]);
  // Without this, it would wait two minutes for a line that never comes.
}, 30_000);
