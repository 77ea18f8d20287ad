/** The product's constants that photo assessments are decided by. Amounts are whole tokens, times milliseconds. */
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
