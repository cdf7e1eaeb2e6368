/** Takes the place of src/constructs/fork-name.ts where Jest runs these tests against CDK Terrain. */
export const FORK = "cdktn";
