// What a process needs only once Terraform can connect, loaded as one piece.
export { startGrpcServer } from "../transport";
export { hostServices } from "./services";
