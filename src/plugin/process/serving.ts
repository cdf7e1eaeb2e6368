// The modules that a process needs only after its handshake, loaded as one chunk.
export { redactorOf } from "../../shared/redact";
export { GrpcServer } from "../transport";
export { hostServices } from "./services";
