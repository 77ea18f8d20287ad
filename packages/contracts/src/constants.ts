/** Claims of every access token (RFC 9068). A token with other claims is rejected, even with a valid signature. */
export const ACCESS_TOKEN = { issuer: 'candid-identity', audience: 'candid-api', type: 'at+jwt' } as const;

/** Languages of the app and of mails, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de'] as const;
export const DEFAULT_LANGUAGE: (typeof LANGUAGES)[number] = 'en';

/** The product's constants, named as in the product text. Times are in milliseconds. */
export const PRODUCT = {
  pricePerAssessorTokens: 5,
  rewardPerRatedPhotoTokens: 10,
  rewardPerExtraCommentTokens: 5,
  welcomeGrantTokens: 40,
  /** Largest reward total paid to one assessor per day (UTC). Rewards above this cap are paid on the following days. */
  assessorDailyCapTokens: 500,
  firstAssessmentPhotos: 2,
  firstAssessmentAssessors: 4,
  assessorsMin: 1,
  assessorsMax: 10,
  uploadPhotosMax: 9,
  /** Largest number of photos that one person can have, in all sections together. */
  photosKeptMax: 500,
  poolPhotosMax: 6,
  /** Browsers in which one person gets notifications. */
  pushSubscriptionsMax: 8,
  /** Below this number of ratings a score is shown, but marked as early, and the photo cannot join the planner. */
  plannerRatingsMin: 3,
  scoreMin: 1,
  scoreMax: 20,
  scoreUntouched: 10.5,
  commentsPerPhotoMax: 3,
  profileCommentsMin: 1,
  minutesPerAssessor: 10,
  minutesPerProfileAssessor: 15,
  slotMs: 15 * 60_000,
  /** Largest number of slots that one assessor can reserve or renew within an hour. */
  openingsPerHour: 60,
  /** Longest total time of all slots that one assessor reserves in one assessment. */
  slotTimeMaxMs: 45 * 60_000,
  /** Shortest viewing time per photo before a submission is accepted. */
  minLookMs: 1_000,
  /** An unused token hold expires after this time (`ExpireHolds`). */
  holdMs: 15 * 60_000,
  signupCodeMs: 14 * 24 * 3_600_000,
  passwordResetMs: 30 * 60_000,
  accessTokenMs: 15 * 60_000,
  refreshTokenMs: 30 * 24 * 3_600_000,
  /** Longest duration of a session, however often it is refreshed. */
  sessionMs: 90 * 24 * 3_600_000,
  erasureMs: 30 * 24 * 3_600_000,
  pollMs: 15_000,
  notificationClearMs: 5_000,
  uploadBytesMax: 15 * 1024 * 1024,
  uploadPixelsMax: 50_000_000,
  /** Largest tilt of a crop in degrees, in either direction. */
  cropTiltMax: 15,
  /** Hours for which the original picture of a cropped photo is kept. */
  originalKeptHours: 24,
  /** Largest ratio of a picture's longer side to its shorter side. */
  uploadSidesRatioMax: 5,
  photoAspect: 4 / 5,
  feedbackWordsMax: 1000,
  sameOwnerPauseMs: 24 * 3_600_000,
} as const;

/** The trial with which a person may qualify as an assessor: pairs of photos, one of them obviously better. */
export const TRIAL = {
  pairs: 10,
  /** The trial is offered only if at least this number of pairs exists. */
  pairsExistingMin: 12,
  /** Time for the answers, from the start of the trial. */
  openMs: 30 * 60_000,
  /** Window of the two limits below. */
  windowMs: 7 * 24 * 3_600_000,
  perMailbox: 2,
  perSite: 6,
} as const;

/** `tokens` are whole tokens, `price` is in minor units of the currency. The server looks the price up by `tokens`. */
export const TOKEN_PACKS = [
  { tokens: 50, price: 499, currency: 'USD' },
  { tokens: 125, price: 999, currency: 'USD' },
  { tokens: 300, price: 1999, currency: 'USD' },
] as const;

const DAY_MS = 24 * 3_600_000;

/** Retention in milliseconds, used by sweeps and the privacy page. Moderation's retention is in `MODERATION`. */
export const RETENTION = {
  /** Keyed hash of a mailbox that got welcome tokens. Kept for two years, so that signing up again does not pay. */
  welcomedMailboxMs: 730 * DAY_MS,
  /** Keyed hash of the network that a submission came from. */
  submissionNetworkMs: 30 * DAY_MS,
  /** Feedback and its sender's address. If the sender's account is deleted, they are deleted earlier. */
  feedbackMs: 365 * DAY_MS,
  /** Daily counts of analytics events. */
  analyticsDayMs: 400 * DAY_MS,
} as const;
