export interface Listed {
  readonly id: string;
  readonly name: string;
  /** Number of linked mailboxes and other resources; null or absent if the API does not report it. */
  readonly associatedCount?: number | null;
}

export interface Readable extends Listed {
  /** ISO 8601, like every time in this code; null if the API reports no time. */
  readonly createdAt: string | null;
  readonly lastUpdatedAt: string | null;
  readonly workspaceId?: string | null;
}
