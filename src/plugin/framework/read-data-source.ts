import type { Attributes, PriorOf } from "../schema";
import type { ObjectValue } from "../values";
import type { Call } from "./call";
import type { DataSource } from "./definitions";
import { completeState, type Answer } from "./reconcile";

/** What a data source reads. Terraform calls this only once the whole configuration is known. */
export async function readDataSource<C>(
  dataSource: DataSource<C>,
  config: ObjectValue,
  provider: C,
  call: Call,
): Promise<ObjectValue> {
  const read = await dataSource.read(config as PriorOf<Attributes>, provider, call);
  return completeState(dataSource.schema, read as Answer);
}
