/** How what an audience gives to photos differs from what all assessors give. */
export interface AudienceModel {
  /** Mean difference over all photos, in points. Positive if audiences give more. */
  readonly shift: number;
  /** Variance of the difference between photos; points². */
  readonly deviationVariance: number;
}

/** Before there are ratings to learn from: groups of people agree about faces nearly as well as people of one group do. */
export const priorAudience: AudienceModel = { shift: 0, deviationVariance: 0.3 };
