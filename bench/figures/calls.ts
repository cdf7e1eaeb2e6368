import type { Figure } from "../figure";
import type { Result } from "../report";
import { Stack } from "../stack";

/** With this many resources, the calls that a process makes once, such as a list, hardly count. */
const COUNT = 250;

/** Number of unmanaged objects for each managed object. */
const FOREIGN = 9;

/** The counts are the same on every machine. */
export const calls: Figure = async () => {
  const stack = await Stack.create("ours", COUNT);
  const api = stack.api!;
  const results: Result[] = [];
  const report = async (what: string, goal?: number): Promise<void> => {
    const value = (await api.calls()) / COUNT;
    results.push({ figure: "calls", what, value, unit: "calls", ...(goal !== undefined && { goal }) });
  };

  await stack.planToFile();
  await report("for each create, to plan it");
  await stack.applyFile();
  await report("for each create", 2);
  await stack.plan();
  await report("for each unchanged resource, to plan it", 1.05);
  await stack.refreshOnly();
  await report("for each unchanged resource, refresh-only");
  stack.configure(2);
  await stack.planToFile();
  await report("for each update, to plan it");
  await stack.applyFile();
  await report("for each update", 3);
  // With a timeout, the provider would poll for the deleted objects, which are new.
  stack.configure(2, COUNT, { visibility_timeout: 0 });
  const gone = stack.instances().flatMap(({ attributes }, index) => (index % 2 === 0 ? [] : [attributes]));
  await api.delete(gone);
  await api.calls();
  await stack.planToFile();
  await report("for each resource, every second of which was deleted outside, to plan it");
  await api.seed(gone);
  stack.configure(2);
  await api.seedOthers(FOREIGN * COUNT);
  await api.calls();
  await stack.plan();
  await report(`for each unchanged resource, among ${FOREIGN} foreign ones, to plan it`, 1.05);
  await stack.planToFile("-destroy");
  await report("for each delete, to plan it");
  await stack.applyFile();
  await report("for each delete");
  return { results };
};
