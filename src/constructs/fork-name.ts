/** The package for which these constructs are compiled. The build for CDK Terrain replaces it by "cdktn". */
export const FORK: "cdktf" | "cdktn" = "cdktf";
