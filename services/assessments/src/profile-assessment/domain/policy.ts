/** The product's constants for profile assessments. Amounts are in whole tokens, times in milliseconds. */
export interface ProfilePolicy {
  readonly pricePerAssessorTokens: number;
  readonly rewardPerExtraCommentTokens: number;
  readonly assessorsMin: number;
  readonly assessorsMax: number;
  readonly commentsPerPhotoMax: number;
  readonly profileCommentsMin: number;
  readonly slotMs: number;
}
