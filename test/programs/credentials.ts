/** What the provider of a random program is configured with, and must never print. */
export const credentials = {
  user_id: "usr-7c1e-mallow",
  workspace_id: "wsp-9f40-thistle",
  authorization_token: "tok-3b6d-bramble",
} as const;
