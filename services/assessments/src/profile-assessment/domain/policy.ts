/** The product's constants that profile assessments are decided by. Amounts are whole tokens, times milliseconds. */
export interface ProfilePolicy {
  readonly pricePerAssessorTokens: number;
  readonly rewardPerExtraCommentTokens: number;
  readonly assessorsMin: number;
  readonly assessorsMax: number;
  readonly commentsPerPhotoMax: number;
  readonly profileCommentsMin: number;
  readonly slotMs: number;
}
