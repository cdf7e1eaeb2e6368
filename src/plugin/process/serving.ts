// What a process needs only once Terraform can connect, loaded as one piece.
export { masker } from "../../shared/mask";
export { startGrpcServer } from "../transport";
export { hostServices } from "./services";
