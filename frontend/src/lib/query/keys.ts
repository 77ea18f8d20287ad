/** The one list of cache keys, so that a change knows what it makes stale. */
export const queryKeys = {
  user: (userId: string) => ['user', userId] as const,
  photos: () => ['photos'] as const,
  photosIn: (section: string) => ['photos', section] as const,
  ratings: (photoId: string) => ['ratings', photoId] as const,
  confidenceRange: (photoId: string) => ['confidence-range', photoId] as const,
  comparisons: () => ['comparison'] as const,
  comparison: (photoIds: readonly string[]) => ['comparison', ...photoIds] as const,
  scorePreferences: () => ['score-preferences'] as const,
  test: (testId: string) => ['test', testId] as const,
  catalogue: () => ['catalogue'] as const,
  lookingFor: (userId: string) => ['looking-for', userId] as const,
  locationPreference: () => ['location-preference'] as const,
  publicTests: () => ['public-tests'] as const,
  raterStanding: () => ['rater-standing'] as const,
  openTest: (userId: string) => ['open-test', userId] as const,
  tokenPacks: () => ['token-packs'] as const,
};
