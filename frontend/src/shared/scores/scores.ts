/** Scores run from 1 to 20. The four bands have their own colours: 1–5, 6–10, 11–15, 16–20. */
type ScoreBand = 1 | 2 | 3 | 4;

export const scoreMin = 1;
export const scoreMax = 20;
/** The slider's value before the first touch. */
export const scoreUntouched = 10.5;

export function bandOf(score: number): ScoreBand {
  if (score <= 5) return 1;
  if (score <= 10) return 2;
  if (score <= 15) return 3;
  return 4;
}

/** Returns the displayed average, rounded half up; 0 without a rating. */
export function averageOf(photo: { totalScore: number; timesRated: number }): number {
  return photo.timesRated === 0 ? 0 : Math.floor(photo.totalScore / photo.timesRated + 0.5);
}

/** Tokens refunded if the assessment ends now. */
export function refundOf(photo: { testLimit: number; testTimesRated: number }, pricePerAssessorTokens: number): number {
  return Math.max(0, photo.testLimit - photo.testTimesRated) * pricePerAssessorTokens;
}

export const placeOf = (score: number): number => Math.min(1, Math.max(0, (score - scoreMin) / (scoreMax - scoreMin)));
