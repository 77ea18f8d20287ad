import { type ErrorCode, PLAIN_TEXTS } from '../error-codes.js';

/** One telling text per code; what a call really says may name the field, the file or the number. */
const TEXTS: Record<ErrorCode, string> = {
  ...PLAIN_TEXTS,
  VALIDATION_FAILED: 'Please check what you entered.',
  SIGNUP_CODE_INVALID: 'This Sign-Up Code is not valid for this email address. Please request a new one.',
  RESET_TOKEN_INVALID: 'Invalid or expired password reset link. Please request a new one.',
  SECOND_FACTOR_REQUIRED: 'Please enter the code from your authenticator app.',
  SECOND_FACTOR_INVALID: 'This code is not valid. Please enter the newest code of your app, or a recovery code.',
  UNSUBSCRIBE_TOKEN_INVALID: 'This link is not valid. Log in to choose your emails in Preferences.',
  INSUFFICIENT_TOKENS: "You don't have enough tokens for this.",
  PASSKEY_INCORRECT: 'Incorrect passkey. Please try again.',
  ASSESSOR_PAUSED:
    'Your assessing is paused. Nearly all of your latest ratings are the same number. You can appeal against it.',
  PAYMENTS_DISABLED: 'Purchases are disabled at the moment.',
  CONFLICT: 'Somebody changed this at the same time. Please try again.',
  EMAIL_TAKEN: 'There is already an account with this email address. Please log in.',
  ASSESSMENT_COMPLETE: 'This assessment has all its ratings already.',
  ALREADY_RATED: 'You have already assessed these photos.',
  TOO_FAST: 'Please take a moment to look at each photo before you submit.',
  ONBOARDING_INCOMPLETE:
    "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner.",
  NOT_ENOUGH_RATINGS: 'This photo needs 2 more rating(s) before you can put it in the Profile Planner.',
  POOL_FULL: 'You can assess up to 6 photos at the same time.',
  ACCOUNT_SUSPENDED: 'Your account is suspended until 3 December 2026. Our email explains why, and how to appeal.',
  PHOTO_HELD: 'This photo is on hold until a moderator has looked at it.',
  ALREADY_REPORTED: 'You have reported this already. A moderator will look at it.',
  CASE_CLAIMED: 'Somebody else works on this case.',
  ALREADY_APPEALED: 'This decision was appealed already. A moderator who did not decide looks at it.',
  APPEAL_EXPIRED: 'The six months for an appeal are over.',
  IDEMPOTENCY_KEY_REUSED: 'This idempotency key was used for another request.',
  PAYLOAD_TOO_LARGE: 'That is larger than we can take.',
  UNSUPPORTED_MEDIA: 'We cannot read that kind of content.',
};

/** A refusal as the wire carries it. */
export function refusalExample(code: ErrorCode): object {
  const message = TEXTS[code];
  const details = code === 'VALIDATION_FAILED' ? { details: [{ field: 'email', message: 'is required' }] } : {};
  const requestId = 'b1c4a0d2-6f0f-4e6f-8a53-51a3f3c7f6b2';
  return { success: false, code, message, error: message, ...details, requestId };
}
