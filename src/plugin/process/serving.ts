// What a process needs only once it has announced itself, loaded as one piece.
export { startGrpcServer } from "../transport";
export { hostServices } from "./services";
