import { dialectSettings, type Dialect } from "../../src/simulator";
import type { Managed, Workbench } from "./workbench";

/** Returns each form in which a server may deny something. */
export function forms<K extends "notFound" | "unauthorized">(setting: K): Pick<Dialect, K | "errorBody">[] {
  return dialectSettings[setting].values.flatMap((value) =>
    dialectSettings.errorBody.values.map(
      (errorBody) => ({ [setting]: value, errorBody }) as Pick<Dialect, K | "errorBody">,
    ),
  );
}

/** What `both` declares. */
export const given = {
  outreach_cluster: { name: "Sales", description: "Ours" },
  outreach_snippet: { name: "Opener", prompt: "Hi {first_name}" },
};

/** Creates one object of each kind. */
export async function both(bench: Workbench): Promise<[cluster: Managed, snippet: Managed]> {
  const managed: [Managed, Managed] = [bench.cluster(), bench.snippet()];
  for (const object of managed) await object.settle(given[object.type]);
  return managed;
}
