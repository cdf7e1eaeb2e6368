// The modules that a process needs only after its handshake, loaded as one chunk.
export { masker } from "../../shared/mask";
export { startGrpcServer } from "../transport";
export { hostServices } from "./services";
