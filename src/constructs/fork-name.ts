/** The package that these constructs are compiled against. The build for CDK Terrain writes "cdktn" here. */
export const FORK: "cdktf" | "cdktn" = "cdktf";
