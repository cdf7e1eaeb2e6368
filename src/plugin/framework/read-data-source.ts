import type { ObjectValue } from "../values";
import type { Call } from "./call";
import type { DataSource } from "./definitions";
import { completeState } from "./reconcile";

/** What a data source reads. Terraform calls this only once the whole configuration is known. */
export async function readDataSource<C>(
  dataSource: DataSource<C>,
  config: ObjectValue,
  provider: C,
  call: Call,
): Promise<ObjectValue> {
  const read = await dataSource.read(config, provider, call);
  return completeState(dataSource.schema, read);
}
