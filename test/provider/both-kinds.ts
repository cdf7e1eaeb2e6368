import { dialectSettings, type Dialect } from "../../src/simulator";
import { kindInTurn } from "./kinds";
import type { Managed, Workbench } from "./workbench";

/** Returns each form in which a server may deny something. */
export function forms<K extends "notFound" | "unauthorized">(setting: K): Pick<Dialect, K | "errorBody">[] {
  return dialectSettings[setting].values.flatMap((value) =>
    dialectSettings.errorBody.values.map(
      (errorBody) => ({ [setting]: value, errorBody }) as Pick<Dialect, K | "errorBody">,
    ),
  );
}

/** Returns some of these forms: each value of the setting with one shape of an error, in turn. */
export function formsInTurn<K extends "notFound" | "unauthorized">(setting: K) {
  const { length } = dialectSettings.errorBody.values;
  return forms(setting).filter((_, index) => index % length === Math.floor(index / length) % length);
}

/** What `both` declares. */
export const given = {
  outreach_cluster: { name: "Sales", description: "Ours" },
  outreach_snippet: { name: "Opener", prompt: "Hi {first_name}" },
};

/** Creates one object, of a kind in turn by the number of a row. */
export async function oneInTurn(bench: Workbench, row: number): Promise<Managed> {
  const { type } = kindInTurn(row);
  const object = await bench.managed(type).applied(given[type]);
  return object;
}

/** Creates one object of each kind. */
export async function both(bench: Workbench): Promise<[cluster: Managed, snippet: Managed]> {
  const managed: [Managed, Managed] = [bench.cluster(), bench.snippet()];
  for (const object of managed) await object.apply(given[object.type]);
  return managed;
}
