import type { LoadPlugin } from "../src/plugin/process";
import type { Method, Methods } from "../src/plugin/transport";
import { Provider } from "../src/plugin/wire/generated/tfplugin6";
import { decode, encode, type Outgoing, type Rpc } from "../src/plugin/wire/protobuf";
import { loadOutreachProvider } from "../src/provider/provider";

// A provider with our schema that does nothing: it calls no API, looks into no value and returns the bytes it
// got. What a plan costs with it is what the process and the transport cost; the rest of the real provider
// comes on top.

function echo<Request, Response>(
  { path, request, response }: Rpc<Request, Response>,
  answer: (message: Request) => Outgoing<Response>,
): [string, Method] {
  return [
    path,
    { kind: "unary", handle: (bytes) => Promise.resolve(encode(response, answer(decode(request, bytes)))) },
  ];
}

const echoes: Methods = new Map([
  echo(Provider.ValidateProviderConfig, () => ({})),
  echo(Provider.ValidateResourceConfig, () => ({})),
  echo(Provider.ConfigureProvider, () => ({})),
  echo(Provider.UpgradeResourceState, ({ rawState }) => ({ upgradedState: { json: rawState!.json } })),
  echo(Provider.ReadResource, (request) => ({ newState: request.currentState, private: request.private })),
  echo(Provider.PlanResourceChange, ({ proposedNewState, priorPrivate }) => ({
    plannedState: proposedNewState,
    plannedPrivate: priorPrivate,
  })),
]);

/** The part of the echo that is loaded after the handshake, as ours is. */
export const loadEcho: LoadPlugin = async (host) => {
  const plugin = await loadOutreachProvider(host);
  return { ...plugin, methods: new Map([...plugin.methods, ...echoes]) };
};
