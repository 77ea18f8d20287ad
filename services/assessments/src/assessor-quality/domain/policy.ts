/** What behaviour is taken for carelessness. Agreement with other assessors plays no part: taste is free. */
export interface AssessorPolicy {
  /** A median below this is too fast to have looked, once so many of the last submissions are known. */
  readonly secondsPerPhotoMin: number;
  readonly submissionsLooked: number;
  readonly submissionsMin: number;
  /** Straight-lining: all but so many of the last ratings are the same. */
  readonly ratingsLooked: number;
  readonly ratingsApart: number;
  /** Slots taken and not used in a row; a renewal is one more. */
  readonly skipsInARow: number;
  /** Pairs with an obvious answer: so many of the last are wrong, and more than this share. */
  readonly goldLooked: number;
  readonly goldFailedMin: number;
  readonly goldFailedShare: number;
  /** Photo assessments after a warning, rated or skipped, by which it is decided; ratings that are enough to tell there. */
  readonly turnsAfterWarning: number;
  readonly submissionsMinAfterWarning: number;
  readonly ratingsMinAfterWarning: number;
}

export const assessorPolicy: AssessorPolicy = {
  secondsPerPhotoMin: 2,
  submissionsLooked: 15,
  submissionsMin: 10,
  ratingsLooked: 24,
  ratingsApart: 1,
  skipsInARow: 6,
  goldLooked: 8,
  goldFailedMin: 2,
  goldFailedShare: 0.25,
  turnsAfterWarning: 10,
  submissionsMinAfterWarning: 5,
  ratingsMinAfterWarning: 8,
};
