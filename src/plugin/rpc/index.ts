export { providerMethods } from "./methods";
