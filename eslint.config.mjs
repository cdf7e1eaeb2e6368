import tseslint from "typescript-eslint";

/** @type {import("eslint").Linter.RulesRecord} */
const rules = {
  "no-restricted-syntax": ["error", { selector: "ExportDefaultDeclaration", message: "Named exports only." }],
  eqeqeq: "error",
  // The limits that CONTRIBUTING.md states.
  "max-lines": ["error", { max: 300 }],
  "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
  "max-params": ["error", { max: 3 }],
};

/** Called for every frame: an object for the parameters would cost more than the work. */
const MORE_PARAMETERS_FOR_SPEED = ["src/plugin/transport/http2/frames.ts"];

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "coverage/", "**/cdktf.out/", "**/generated/"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      ...rules,
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: "tsconfig.scripts.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      ...rules,
    },
  },
  // Users run the examples; no file of the package is built by them.
  {
    files: ["examples/**/*.mjs"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  { files: ["eslint.config.mjs"], rules: { "no-restricted-syntax": "off" } },
  { files: MORE_PARAMETERS_FOR_SPEED, rules: { "max-params": "off" } },
  {
    files: ["test/**/*.ts"],
    ignores: ["test/fast-check.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { name: "fast-check", message: "test/fast-check.ts sets the seed." },
      ],
    },
  },
  {
    files: ["test/**", "bench/**", "examples/**", "scripts/**"],
    rules: { "max-lines": "off", "max-lines-per-function": "off", "max-params": "off" },
  },
);
