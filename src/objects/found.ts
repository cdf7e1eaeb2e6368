export interface Listed {
  readonly id: string;
  readonly name: string;
  /** Number of mailboxes and other resources linked to a cluster; null or absent if the API reports none. */
  readonly associatedCount?: number | null;
}

export interface Readable extends Listed {
  /** ISO 8601, like every time in this code; null if the API reports none. */
  readonly createdAt: string | null;
  readonly lastUpdatedAt: string | null;
  /** Absent or null if the API reports none. */
  readonly workspaceId?: string | null;
}
