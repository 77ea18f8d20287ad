/** Claims of every access token (RFC 9068). A token with others is invalid, though the same key has signed it. */
export const ACCESS_TOKEN = { issuer: 'candid-identity', audience: 'candid-api', type: 'at+jwt' } as const;

/** The product's constants, by the names of the product text. Amounts are whole tokens, times milliseconds. */
export const PRODUCT = {
  pricePerAssessorTokens: 5,
  rewardPerRatedPhotoTokens: 10,
  rewardPerExtraCommentTokens: 5,
  welcomeGrantTokens: 40,
  /** Rewards that one assessor is paid within a day (UTC); what is above it is paid on the days after. */
  assessorDailyCapTokens: 500,
  firstAssessmentPhotos: 2,
  firstAssessmentAssessors: 4,
  assessorsMin: 1,
  assessorsMax: 10,
  uploadPhotosMax: 9,
  /** Photos that one person keeps at most, in all sections together. */
  photosKeptMax: 500,
  poolPhotosMax: 6,
  plannerRatingsMin: 3,
  scoreMin: 1,
  scoreMax: 20,
  scoreUntouched: 10.5,
  commentsPerPhotoMax: 3,
  profileCommentsMin: 1,
  minutesPerAssessor: 10,
  minutesPerProfileAssessor: 15,
  slotMs: 15 * 60_000,
  /** How many slots one assessor reserves or renews within an hour at most. */
  openingsPerHour: 60,
  /** For how long slots of one assessor hold a place in one assessment at most, in sum. */
  slotTimeMaxMs: 45 * 60_000,
  /** Shortest look per photo before a submission is taken. */
  minLookMs: 1_000,
  holdMs: 15 * 60_000,
  signupCodeMs: 14 * 24 * 3_600_000,
  passwordResetMs: 30 * 60_000,
  accessTokenMs: 15 * 60_000,
  refreshTokenMs: 30 * 24 * 3_600_000,
  /** A session ends then, however often it is refreshed. */
  sessionMs: 90 * 24 * 3_600_000,
  erasureMs: 30 * 24 * 3_600_000,
  pollMs: 15_000,
  notificationClearMs: 5_000,
  uploadBytesMax: 15 * 1024 * 1024,
  uploadPixelsMax: 50_000_000,
  /** In degrees, to either side. */
  cropTiltMax: 15,
  /** A picture that a photo was cropped from is kept so long, in hours. */
  originalKeptHours: 24,
  /** The longer side as a multiple of the shorter one. */
  uploadSidesRatioMax: 5,
  photoAspect: 4 / 5,
  feedbackWordsMax: 1000,
  sameOwnerPauseMs: 24 * 3_600_000,
} as const;

/** Whole tokens, and the price in minor units of its currency. The server decides the price by `tokens`. */
export const TOKEN_PACKS = [
  { tokens: 50, price: 499, currency: 'USD' },
  { tokens: 125, price: 999, currency: 'USD' },
  { tokens: 300, price: 1999, currency: 'USD' },
] as const;

const DAY_MS = 24 * 3_600_000;

/** How long data is kept, in milliseconds. Sweeps delete by it, and the privacy page states it; `MODERATION` has the times of moderation. */
export const RETENTION = {
  /** Keyed hash of a mailbox that got welcome tokens. Two years: long enough that signing up again does not pay. */
  welcomedMailboxMs: 730 * DAY_MS,
  /** Keyed hash of the network that a submission came from. */
  submissionNetworkMs: 30 * DAY_MS,
  /** Feedback, with its sender's address. The deletion of an account removes its feedback earlier. */
  feedbackMs: 365 * DAY_MS,
  /** How often each kind of event of the app was counted on a day. */
  analyticsDayMs: 400 * DAY_MS,
} as const;
