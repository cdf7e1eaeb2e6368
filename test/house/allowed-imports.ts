// Which imports the house allows. Extend a table where a new arrow is justified.

/** What each folder of src may import: other folders of src, and packages. */
export const ALLOWED: Readonly<Record<string, { folders: readonly string[]; packages: readonly string[] }>> =
  {
    shared: { folders: [], packages: [] },
    api: { folders: [], packages: [] },
    prompt: { folders: [], packages: [] },
    page: { folders: [], packages: [] },
    client: { folders: ["api", "shared"], packages: ["undici"] },
    plugin: { folders: ["shared"], packages: [] },
    objects: { folders: ["client", "api", "shared"], packages: [] },
    approval: { folders: ["objects", "shared"], packages: [] },
    provider: { folders: ["plugin", "client", "objects", "approval", "prompt"], packages: [] },
    files: { folders: ["shared"], packages: [] },
    install: { folders: ["files", "shared"], packages: [] },
    constructs: { folders: ["prompt", "install"], packages: ["cdktf", "cdktn", "constructs"] },
    simulator: { folders: ["api", "files", "page", "shared"], packages: [] },
    cli: {
      folders: [
        "api",
        "approval",
        "client",
        "files",
        "objects",
        "prompt",
        "provider",
        "install",
        "page",
        "shared",
        "simulator",
      ],
      packages: ["@cdktf/hcl2json", "@cdktn/hcl2json"],
    },
  };

/** What the folders within a folder of src may import there: other folders, and files beside them. */
export const ALLOWED_WITHIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  plugin: {
    values: [],
    wire: [],
    transport: [],
    framework: ["schema", "thrown", "transport", "values", "wire"],
    process: ["framework", "thrown", "transport", "wire"],
  },
  client: {
    errors: [],
    connection: ["errors"],
    messages: ["connection", "errors"],
    retries: ["connection", "errors"],
  },
  provider: {
    settings: ["version"],
    phrases: [],
    run: ["settings", "phrases"],
    lifecycle: ["run", "settings", "phrases"],
    resources: ["lifecycle", "run", "phrases"],
    "data-sources": ["lifecycle", "resources", "run", "phrases"],
  },
  // No command imports another command.
  cli: {
    shared: ["interruption", "usage-error"],
    diff: ["shared"],
    hcl: ["shared"],
    engine: ["shared", "usage-error"],
    declared: ["engine", "hcl", "shared"],
    states: ["engine", "hcl", "shared"],
    workspace: ["shared", "states"],
    check: ["shared", "states", "usage-error", "workspace"],
    doctor: ["engine", "shared", "states"],
    export: ["engine", "hcl", "install", "shared", "states", "usage-error", "workspace"],
    install: ["engine", "shared"],
    find: ["declared", "hcl", "shared", "states", "usage-error"],
    lint: ["declared", "shared", "states", "usage-error"],
    probe: ["shared", "usage-error", "workspace"],
    pull: ["declared", "diff", "hcl", "shared", "states", "usage-error", "workspace"],
    review: ["declared", "diff", "engine", "hcl", "shared", "states", "usage-error"],
    simulate: ["usage-error"],
  },
  "cli/review": {
    model: [],
    warnings: ["model"],
    wording: ["model", "warnings"],
    html: ["model", "wording"],
    markdown: ["model", "wording"],
    text: ["model", "wording"],
    // Writes an approval beside a review, so it needs the review itself.
    approval: ["from-plan", "model", "output", "wording"],
    // Compares workspaces as an approval knows them.
    base: ["approval", "model"],
    sources: ["model"],
  },
};

/**
 * The files and folders of a flat folder of src, from the lowest layer to the highest. Each imports only from
 * its own layer and from lower ones.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  constructs: [
    ["fork-name", "tokens", "user-error"],
    ["config", "installed-fork", "pieces", "synth-checks", "text", "text-at-synth"],
    // A stack's checks find the generated classes, and these classes check their stack.
    ["fork", "generated", "managed-resource", "stack"],
    ["credentials", "prompt-files", "prompt-record", "prompts", "provider-checks", "synth-record"],
    ["cluster", "provider", "snippet"],
    ["index"],
  ],
  simulator: [
    ["http", "invalid-input", "objects", "randomness", "recent", "redact"],
    ["dialect", "errors", "fault-rules", "faults", "like", "pagination", "texts", "validate"],
    ["journal", "store", "visibility", "world"],
    ["input", "simulation"],
    ["calls", "delivery", "handlers"],
    ["page", "simulator"],
    ["admin"],
    ["server"],
    ["index"],
  ],
};
