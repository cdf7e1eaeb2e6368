import type { LoadPlugin } from "../src/sdk/process/plugin";
import type { Method, Methods } from "../src/sdk/transport/method";
import { Provider } from "../src/sdk/wire/generated/tfplugin6";
import { decode } from "../src/sdk/wire/decode";
import { encode } from "../src/sdk/wire/encode";
import type { Outgoing, Rpc } from "../src/sdk/wire/message";
import { loadOutreachProvider } from "../src/provider/provider";

// A provider with this package's schema that does nothing: it calls no API, decodes no value and returns the
// bytes that it received. Its plan shows the cost of the process and the transport alone.

function echo<Request, Response>(
  { path, request, response }: Rpc<Request, Response>,
  answer: (message: Request) => Outgoing<Response>,
): [string, Method] {
  return [path, (bytes) => Promise.resolve(encode(response, answer(decode(request, bytes))))];
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

export const loadEcho: LoadPlugin = async (host) => {
  const plugin = await loadOutreachProvider(host);
  return { ...plugin, methods: new Map([...plugin.methods, ...echoes]) };
};
