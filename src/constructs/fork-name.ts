/**
 * The package for which the constructs are compiled. The build for CDK Terrain replaces this value by
 * "cdktn".
 */
export const FORK: "cdktf" | "cdktn" = "cdktf";
