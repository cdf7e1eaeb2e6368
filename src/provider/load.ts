import { loadProvider } from "../plugin/load-provider";
import { outreachProvider } from "./provider";

/** The part of the process that is loaded behind the handshake. */
export const loadOutreachProvider = loadProvider(outreachProvider);
