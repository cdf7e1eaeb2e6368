import {
  contentOf,
  parseApproval,
  writeApproval,
  type Approval,
  type Change,
  type ReviewedChange,
} from "../../src/approval";

export const WORKSPACE = { address: "https://api.example/v1", workspaceId: "wsp-9f40-thistle" };
export const KEY = "0123456789abcdef";

type Values = Readonly<Record<string, unknown>>;

/** Returns the content of a snippet with these values. */
export const snippet = (values: Values = {}) =>
  contentOf("snippet", (name) => ({ name: "Opener", prompt: "Hi {first_name}", ...values })[name]);

/** Returns the content of a cluster with these values. */
export const cluster = (values: Values = {}) =>
  contentOf("cluster", (name) => ({ name: "Sales", description: null, ...values })[name]);

const base = { workspace: WORKSPACE, kind: "snippet" } as const;

export const creating: Change = { ...base, action: "create", id: null, before: null, after: snippet() };
export const updating: Change = {
  ...base,
  action: "update",
  id: "snp_1",
  before: snippet(),
  after: snippet({ prompt: "Bye" }),
};
export const deleting: Change = {
  ...base,
  kind: "cluster",
  action: "delete",
  id: "clu_1",
  before: cluster(),
  after: null,
  linked: 2,
};

export const reviewed = (change: Change, address = "outreach_snippet.opener"): ReviewedChange => ({
  ...change,
  resource: { stack: "production", address },
});

/** Returns the approval of changes, as a file that was written and read. */
export function approve(...changes: readonly Change[]): Approval {
  return approvalOf(...changes.map((change) => reviewed(change)));
}

export function approvalOf(...changes: readonly ReviewedChange[]): Approval {
  return parseApproval(writeApproval(changes), "approval.json");
}
