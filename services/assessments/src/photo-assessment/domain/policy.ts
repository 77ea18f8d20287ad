/** The product's constants for photo assessments. Amounts are in whole tokens, times in milliseconds. */
export interface PhotoAssessmentPolicy {
  readonly pricePerAssessorTokens: number;
  readonly rewardPerRatedPhotoTokens: number;
  readonly rewardPerExtraCommentTokens: number;
  readonly firstAssessmentAssessors: number;
  readonly assessorsMin: number;
  readonly assessorsMax: number;
  readonly scoreMin: number;
  readonly scoreMax: number;
  readonly scoreUntouched: number;
  readonly commentsPerPhotoMax: number;
  readonly slotMs: number;
  readonly holdMs: number;
}
