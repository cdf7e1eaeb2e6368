/** What a list shows of each object. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  /** Number of linked mailboxes and other resources of a cluster; null or absent if the API reports none. */
  readonly associatedCount?: number | null;
}

export interface Readable extends Listed {
  /** ISO 8601, as every time here; null if the API reports none. */
  readonly createdAt: string | null;
  readonly lastUpdatedAt: string | null;
  /** Absent or null if the API reports none. */
  readonly workspaceId?: string | null;
}
