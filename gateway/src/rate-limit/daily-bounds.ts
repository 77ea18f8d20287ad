import { isForStaff, type Route } from '@candid/contracts';

/** Maximum number of calls per day, or the reason why there is no limit here. */
export type DailyBound = number | { readonly unbounded: string };

const readsOnly: DailyBound = { unbounded: 'The call is sent with POST and changes nothing.' };
const boundedByIdentity = (how: string): DailyBound => ({ unbounded: `The identity service bounds it: ${how}.` });

/** Limit of each staff command; it is high, because staff are few, known and audited. */
const STAFF_PER_DAY = 2_000;

/** Events are never deleted, so each call that adds events needs a limit. Callers without a log-in count by network. */
export const DAILY_BOUNDS: Readonly<Record<string, DailyBound>> = {
  requestSignupCode: boundedByIdentity('codes by address and hour'),
  requestPasswordReset: boundedByIdentity('links by address and network'),
  resetPassword: boundedByIdentity('a link works once'),
  signUp: boundedByIdentity('a code works once, and an account starts few sessions a day'),
  logIn: boundedByIdentity('an account starts few sessions a day'),
  refresh: boundedByIdentity('a session replaces its token a few hundred times a day'),
  logOut: boundedByIdentity('a session ends once'),
  unsubscribe: { unbounded: 'A link turns one kind of mail off; mail providers call it for many people.' },
  takeMailReport: { unbounded: 'The mail server sends each one; an account records one bounce a day.' },
  takePaymentNotification: { unbounded: 'The payment provider signs each one, and each is taken once.' },
  profile: readsOnly,
  calculateRefund: readsOnly,
  updateTokens: readsOnly,
  addTokens: readsOnly,

  sendFeedback: 200,
  recordAnalytics: 5_000,
  appeal: 200,
  sendNotice: 200,
  confirmNotice: 200,

  confirmEmail: 100,
  dismissFirstLogin: 100,
  approveAssessor: 200,
  startAssessorTrial: 200,
  answerAssessorTrial: 200,
  updateLookingFor: 100,
  updateLocationPreferences: 100,
  updateSelfDescription: 100,
  updateMailPreferences: 100,
  updateLanguage: 100,
  updateScorePreferences: 100,
  clearNotifications: 1_000,
  clearGeneralNotifications: 1_000,
  deleteAccount: 100,
  changePassword: 100,
  endSession: 200,
  subscribeToPush: 200,
  unsubscribeFromPush: 200,
  beginSecondFactor: 100,
  confirmSecondFactor: 200,
  replaceRecoveryCodes: 100,
  removeSecondFactor: 100,

  /** Each upload has up to `uploadPhotosMax` photos; a person keeps `photosKeptMax` at most. */
  uploadPhotos: 60,
  cropAgain: 60,
  previewPicture: 300,
  getOriginal: 300,
  updatePhotoPlaceholder: 500,
  setProfile: 500,
  returnPhoto: 500,
  deactivate: 500,
  deletePhoto: 500,
  findFace: 1_000,

  startAssessments: 100,
  reactivate: 100,
  updateAssessment: 200,
  emptyProfileEndTesting: 100,
  requestEvaluationGroup: 100,
  changeEvaluationGroup: 200,
  endEvaluationGroup: 100,

  submitRatings: 2_000,
  submitGeneralRating: 1_000,
  appealRaterStanding: 100,
  // The product's own bound, `MODERATION.reportsPerDayMax`, is lower and does not count repeats.
  report: 200,
  blockPerson: 200,
  unblockPerson: 200,
  hideFromAssessor: 200,
  showToAssessor: 200,

  chargeTokens: 100,
  createCheckoutSession: 50,
};

/** Calls that count towards the limit of another call. Cropping creates a new photo, so it counts as an upload. */
const COUNTED_AS: Readonly<Record<string, string>> = { cropAgain: 'uploadPhotos' };

export const countedAs = ({ id }: Route): string => COUNTED_AS[id] ?? id;

/** Undefined for a cheap read, and for a command without an entry. */
export const dailyBoundOf = ({ id, method, audience }: Route): DailyBound | undefined =>
  DAILY_BOUNDS[id] ?? (method !== 'GET' && isForStaff(audience) ? STAFF_PER_DAY : undefined);
