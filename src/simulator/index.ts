import type { AddressInfo } from "node:net";
import type { SimulatorOptions } from "./input";
import { closeServer, listen, serve } from "./server";
import { Simulation } from "./simulation";
import { Simulator } from "./simulator";

export type { OperationName } from "../api";
export { InvalidInput, type SimulatedCluster, type SimulatedObject, type SimulatedSnippet } from "./common";
export { type Dialect, dialectSettings, defaultDialect, parseDialect, textStoredAs } from "./dialect";
export type { FaultEffect, FaultRule, HostileContent, Moment } from "./fault-rules";
export type { FaultReport } from "./faults";
export type { JournalEntry, RequestOutcome } from "./journal";
export {
  type Behaviour,
  behaviourOf,
  type CallStage,
  type Certainty,
  type Changes,
  type ClusterSeed,
  type JournalFilter,
  PROBE_FORMAT,
  PROBE_VERSION,
  type ProbeAdvice,
  type ProbeAnswer,
  type ProbeReport,
  type Seed,
  type SimulatorOptions,
  type SnippetSeed,
} from "./input";
export type { Simulator } from "./simulator";
export type { Credentials } from "./validate";

/** Starts a simulator of the Outreach API on loopback. @throws InvalidInput for invalid options */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", port = 0 } = options;
  // If the port is in use, the state file must stay unchanged, so the simulator first listens.
  const server = await listen(host, port);
  try {
    const simulation = new Simulation(options);
    const bound = server.address() as AddressInfo;
    const url = `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
    const simulator = new Simulator(simulation, url, () => {
      simulation.close();
      return closeServer(server);
    });
    serve(server, { simulation, simulator });
    return simulator;
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}
