import fc from "fast-check";

/**
 * Every run of `npm test` tries the same random values, so that a change never fails by a value it has nothing
 * to do with. `PROPERTY_SEED=7 npx jest test/sdk` tries other values.
 */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 1) });

export { fc };
