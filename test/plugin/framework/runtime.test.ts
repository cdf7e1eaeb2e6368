import { Core } from "../core";
import { provider, Things } from "./things";

it("a stop aborts the calls that run and those that begin later, and none that has ended", async () => {
  const { runtime } = new Core(provider(new Things()));
  const aborted: string[] = [];
  const call = (name: string) => ({ signal: new AbortController().signal, abort: () => aborted.push(name) });
  await runtime.serve(call("ended"), () => undefined);
  await expect(runtime.serve(call("failed"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  let end = () => {};
  const running = runtime.serve(call("running"), () => new Promise<void>((resolve) => (end = resolve)));
  runtime.stop();
  await runtime.serve(call("later"), () => undefined);
  expect(aborted).toEqual(["running", "later"]);
  end();
  await running;
});
