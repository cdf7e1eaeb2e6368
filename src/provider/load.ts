import { loadProvider } from "../plugin/load-provider";
import { outreachProvider } from "./provider";

/** The part of the process that is loaded after the handshake. */
export const loadOutreachProvider = loadProvider(outreachProvider);
