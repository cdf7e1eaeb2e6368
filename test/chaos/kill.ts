import { setTimeout as sleep } from "node:timers/promises";
import type { OperationName } from "../../src/api";
import type { CallStage, Simulator } from "../../src/simulator";
import type { Run } from "../terraform/engine";
import { type Kill, operationsOf } from "../programs/program";

/** How long to wait for a read-back, which may never come. */
const NO_READ_BACK_MS = 400;
/** How long a process has to notice a signal, before the next one or the release of a held call. */
const NOTICE_MS = 60;

interface Killed {
  /** Whether a process was there to be killed. */
  readonly struck: boolean;
  readonly story: string;
}

/**
 * Brings a run to the point of a kill, kills it and releases the calls that were held. `operations` are those
 * that the run is likely to call.
 */
export async function killAt(
  kill: Kill,
  run: Run,
  simulator: Simulator,
  operations: readonly OperationName[],
): Promise<Killed> {
  const point = await reach(kill, run, simulator, operations);
  const struck = !run.hasEnded && send(kill, run);
  if (kill.signal !== "SIGKILL") await sleep(NOTICE_MS);
  if (kill.twice) {
    send(kill, run);
    await sleep(NOTICE_MS);
  }
  simulator.release();
  return { struck, story: `${point}: ${struck ? `${kill.signal} to ${kill.target}` : "no process there"}` };
}

async function reach(
  { at, operation: choice, nth: wished, afterMs }: Kill,
  run: Run,
  simulator: Simulator,
  operations: readonly OperationName[],
): Promise<string> {
  const operation = operations[choice % Math.max(1, operations.length)];
  const nth = Math.min(wished, operations.filter((other) => other === operation).length);
  const until = (operation: OperationName, stage: CallStage, n = nth) =>
    Promise.race([simulator.waitForCall(operation, n, stage).catch(() => undefined), run.ended]);
  if (at === "random" || operation === undefined) {
    await Promise.race([sleep(afterMs), run.ended]);
    return `random, ${afterMs} ms`;
  }
  const point = `${at} ${operation} ${nth}`;
  switch (at) {
    case "planning":
      simulator.addFault({ operation, nth, effect: { type: "hold" } });
      await until(operation, "received");
      return point;
    case "received":
    case "dropped":
      simulator.addFault({ operation, nth, effect: { type: "hold" } });
      if (at === "dropped") simulator.addFault({ operation, nth, effect: { type: "reset" } });
      await until(operation, "received");
      return point;
    case "committed":
      simulator.addFault({ operation, nth, effect: { type: "hold", when: "after" } });
      await until(operation, "committed");
      return point;
    case "answered": {
      const hold = simulator.addFault({ operation, nth, effect: { type: "hold", when: "after" } });
      await until(operation, "committed");
      // A write is read back before it is saved: stopping that read stops the world between the two.
      const read = readBackOf(operation);
      const reads = simulator.counts()[read];
      simulator.addFault({ operation: read, nth: 1, effect: { type: "hold" } });
      simulator.release(hold);
      await Promise.race([until(read, "received", reads + 1), sleep(NO_READ_BACK_MS)]);
      return point;
    }
  }
}

function readBackOf(operation: OperationName): OperationName {
  return operation.endsWith("Cluster") ? operationsOf.cluster.get : operationsOf.snippet.get;
}

/** Returns false where there is no process to be killed. */
function send({ signal, target }: Kill, run: Run): boolean {
  try {
    switch (target) {
      case "terraform":
        run.kill(signal);
        break;
      case "group":
        run.killGroup(signal);
        break;
      case "provider": {
        const pids = run.pluginPids();
        for (const pid of pids) process.kill(pid, signal);
        return pids.length > 0;
      }
    }
  } catch (error) {
    // It has ended in this very moment.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
  return true;
}
