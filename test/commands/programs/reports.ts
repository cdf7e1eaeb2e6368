import type { Ended } from "./process";

interface Entry {
  readonly id: string;
  readonly address: string;
  readonly stack: string;
  readonly result?: string;
  readonly reason?: string;
}

interface Report {
  readonly unmanaged?: readonly { readonly id: string }[];
  readonly managedTwice?: readonly { readonly id: string }[];
  readonly gone?: readonly (Entry | string)[];
  /** An entry for each edited text of an object. */
  readonly edited?: readonly Entry[];
  readonly unknown?: readonly (Entry | string)[];
  readonly objects?: readonly Entry[];
  readonly renamed?: readonly { readonly codeId: string }[];
  readonly added?: readonly { readonly id: string }[];
  readonly failures?: readonly { readonly id: string }[];
  readonly settled?: number;
}

/** Returns the report of a run with `--json`; undefined if it ended with an error. */
export function reportIn({ stdout }: Ended): Report | undefined {
  return stdout === "" ? undefined : (JSON.parse(stdout) as Report);
}

function keyOf({ stack, address, id }: Entry): string {
  return `${stack.replace(/\.tfstate$/, "")} ${address} ${id}`;
}

/** The differences that a report names, in the words of `Expected`. */
export function differencesIn(report: Report): string[] {
  return [
    ...(report.unmanaged ?? []).map(({ id }) => `unmanaged ${id}`),
    ...(report.managedTwice ?? []).map(({ id }) => `twice ${id}`),
    ...(report.gone ?? []).map((one) => `gone ${typeof one === "string" ? one : keyOf(one)}`),
    ...(report.edited ?? []).map((one) => `edited ${keyOf(one)}`),
    ...(report.renamed ?? []).map(({ codeId }) => `renamed ${codeId}`),
    ...(report.objects ?? [])
      .filter(({ result }) => result !== "error")
      .map((one) => `${one.result} ${keyOf(one)}`),
  ];
}

/** The objects that a report does not know. */
export function unknownIn(report: Report): string[] {
  return [
    ...(report.unknown ?? []).flatMap((one) => (typeof one === "string" ? [] : [`unknown ${keyOf(one)}`])),
    ...(report.failures ?? []).map(({ id }) => `failed ${id}`),
    ...(report.objects ?? []).filter(({ result }) => result === "error").map((one) => `error ${keyOf(one)}`),
  ];
}

/** The objects that a report calls deleted, as `resourceKey` names them, or as ids of the exported code. */
export function deletedIn(report: Report): string[] {
  return [
    ...(report.gone ?? []).map((one) => (typeof one === "string" ? one : keyOf(one))),
    ...(report.objects ?? [])
      .filter(({ reason }) => reason?.includes("no longer has this object"))
      .map(keyOf),
  ];
}
