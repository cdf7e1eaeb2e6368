/**
 * `node:crypto` with a cheap digest of a workspace. The real one takes 20 ms on purpose, so that nobody guesses an
 * id. Where a test does not look at its cost, the digest only has to differ between workspaces.
 */
// Where Jest mocks the module by this one, `require` would return this one.
const crypto = process.getBuiltinModule("node:crypto");

const { scryptSync } = crypto;

/** @type {(text: string, salt: string, length: number) => Buffer} */
const cheap = (text, salt, length) => scryptSync(text, salt, length, { N: 2 });

module.exports = Object.create(crypto, { scryptSync: { value: cheap } });
