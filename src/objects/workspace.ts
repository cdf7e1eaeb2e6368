/** Reports whether an object is in the configured workspace. An object without a workspace id is. */
export function isInWorkspace(workspaceId: string | null | undefined, configured: string): boolean {
  return (workspaceId ?? configured) === configured;
}
