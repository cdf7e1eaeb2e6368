import dns from "node:dns";

import { parseBaseUrl } from "../../src/client";
import { createDispatcher } from "../../src/client/connection/address";
import { createClient, opened } from "./server";

/** Resolves a lookup with an error or with addresses. */
export type Callback = (error: Error | null, addresses?: unknown) => void;

export type Way = (port: number) => readonly [url: string, environment: Readonly<Record<string, string>>];

/** A server that is reached by a name, itself or by way of a proxy, which then stands at the port. */
export const WAYS: [name: string, way: Way][] = [
  ["the server", (port) => [`http://outreach.invalid:${port}`, {}]],
  ["the proxy", (port) => ["http://outreach.invalid", { http_proxy: `proxy.invalid:${port}` }]],
];

/** A client that repeats nothing, and the dispatcher that the environment gives it. */
export async function createNamedClient(way: Way, port: number) {
  const [url, environment] = way(port);
  const dispatcher = await createDispatcher(parseBaseUrl(url), environment);
  opened.push({ close: () => dispatcher.destroy() });
  return { ...createClient(url, { maxRetries: 0, dispatcher }), dispatcher };
}

/** Replaces the system's lookup of host names. */
export function answerLookups(answer: (callback: Callback) => void): void {
  const lookup = (_host: string, _options: unknown, callback: Callback) => answer(callback);
  const spy = jest.spyOn(dns, "lookup").mockImplementation(lookup as never);
  opened.push({ close: () => Promise.resolve(spy.mockRestore()) });
}
