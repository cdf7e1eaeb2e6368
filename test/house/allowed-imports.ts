// Which imports the house allows. Extend a table where a new arrow is justified.

/** What each folder of src may import: other folders of src, and packages. */
export const ALLOWED: Readonly<Record<string, { folders: readonly string[]; packages: readonly string[] }>> =
  {
    util: { folders: [], packages: [] },
    api: { folders: [], packages: [] },
    prompts: { folders: [], packages: [] },
    render: { folders: ["util"], packages: [] },
    client: { folders: ["api", "util"], packages: ["undici"] },
    sdk: { folders: ["util"], packages: [] },
    objects: { folders: ["client", "api", "util"], packages: [] },
    approval: { folders: ["objects", "util"], packages: [] },
    provider: { folders: ["sdk", "client", "objects", "approval", "prompts"], packages: [] },
    placing: { folders: ["util"], packages: [] },
    constructs: { folders: ["prompts", "placing", "util"], packages: ["cdktf", "cdktn", "constructs"] },
    simulator: { folders: ["api", "prompts", "render", "util"], packages: [] },
    estate: {
      folders: ["client", "objects", "placing", "prompts", "provider", "render", "util"],
      packages: ["@cdktf/hcl2json", "@cdktn/hcl2json"],
    },
    commands: {
      folders: [
        ...["api", "approval", "client", "estate", "objects", "placing", "prompts", "provider", "render"],
        ...["simulator", "util"],
      ],
      packages: ["fflate"],
    },
  };

/** What the folders within a folder of src may import there: other folders, and files beside them. */
export const ALLOWED_WITHIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sdk: {
    values: [],
    wire: [],
    transport: [],
    framework: ["schema", "transport", "values", "wire"],
    process: ["framework", "transport", "wire"],
  },
  client: {
    errors: [],
    connection: ["errors"],
    messages: ["connection", "errors"],
    retries: ["connection", "errors"],
  },
  provider: {
    settings: ["version"],
    wording: [],
    run: ["settings", "wording"],
    lifecycle: ["run", "settings", "wording"],
    resources: ["lifecycle", "run", "wording"],
    "data-sources": ["lifecycle", "resources", "run", "wording"],
  },
  estate: {
    hcl: [],
    engine: ["hcl"],
    states: ["engine", "hcl"],
    declared: ["engine", "hcl", "states"],
    workspace: ["states"],
  },
  // No command imports another command.
  commands: {
    check: ["exit-status", "interruptible"],
    ci: ["exit-status"],
    doctor: ["exit-status", "interruptible"],
    export: ["install", "exit-status", "interruptible"],
    find: ["exit-status", "interruptible"],
    init: ["exit-status"],
    install: ["exit-status"],
    lint: ["exit-status", "interruptible"],
    probe: ["exit-status", "interruptible"],
    pull: ["exit-status", "interruptible"],
    review: ["exit-status", "interruptible"],
    simulate: ["exit-status"],
  },
  "commands/review": {
    model: [],
    document: ["model", "warnings"],
    html: ["document", "model"],
    markdown: ["document", "model"],
  },
};

/**
 * The files and folders of a flat folder of src, from the lowest layer to the highest. Each imports only from
 * its own layer and from lower ones.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  constructs: [
    ["fork-name", "tokens"],
    ["installed-fork", "mistakes", "text"],
    // A stack's checks find the generated classes, and these classes check their stack.
    ["generated", "managed-resource", "stack"],
    ["credentials", "prompt-record", "prompts"],
    ["provider", "resources"],
    ["index"],
  ],
  simulator: [
    ["common", "redact"],
    ["dialect", "hostile", "http", "fault-rules", "faults", "validate"],
    ["input", "journal", "state-file", "visibility", "world"],
    ["simulation"],
    ["calls", "delivery", "handlers"],
    ["page", "simulator"],
    ["server"],
    ["index"],
  ],
};
