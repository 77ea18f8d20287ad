/** An owner's Profile Planner. */
export interface Planner {
  standing: ReadonlySet<string>;
  /** Under assessment, and going back into the planner afterwards. */
  returning: ReadonlySet<string>;
}

/** Whether these photos are the planner's; one that is away for its own assessment may be among them. */
export function isCurrentProfile(photoIds: readonly string[], { standing, returning }: Planner): boolean {
  if (photoIds.length === 0) return false;
  const isThere = photoIds.every((photoId) => standing.has(photoId) || returning.has(photoId));
  return isThere && [...standing].every((photoId) => photoIds.includes(photoId));
}
