export * from "./fields";
export * from "./operations";
