import { DEFAULT_LANGUAGE, type ErrorCode, type FieldIssue, type Language } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Returns the day in UTC: `2 December 2026`. */
export const dayOf = (date: Date, language = DEFAULT_LANGUAGE): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** The product specifies these texts. */
export const TEXTS = {
  email: 'Please enter a valid email address.',
  emailBounced: 'Our last email to this address came back. Please check it for typing errors, or use another address.',
  mailReportSecret: 'The secret is not valid.',
  password: 'Password must be 8+ characters and include upper, lower, and special characters.',
  commonPassword: 'This password is one of the commonest, which are guessed first. Please choose another one.',
  passwordTooLong: 'Password can be at most 128 characters long.',
  passwordLacks: (missing: readonly string[]) => `Password must contain ${missing.join(', ')}`,
  phoneNumber: 'Please enter a valid phone number.',
  several: 'Please correct all errors before submitting.',
  noEmail: 'Please provide an email',
  noPassword: 'Please provide a password',
  logIn: 'failed to log in',
  signupCode: 'This Sign-Up Code is not valid for this email address. Please request a new one.',
  resetLink: 'Invalid or expired password reset link. Please request a new one.',
  unsubscribeLink: 'This link is not valid. Log in to choose your emails in Preferences.',
  emailTaken: 'There is already an account with this email address. Please log in.',
  emailOfDeleted: (freeAt: Date) =>
    `The account with this email address is being deleted. You can sign up with it again from ${dayOf(freeAt)}.`,
  ages: 'Please choose ages that span at least ten years.',
  birthBand: 'Please choose the years from the list.',
  wrongPassword: 'The password is not right. Nothing was deleted.',
  wrongCurrentPassword: 'Your current password is not right.',
  passkey: 'Incorrect passkey. Please try again.',
  assessorAlready: 'You are an assessor already.',
  trialClosed: 'The trial is not open at the moment. Please ask for a passkey instead.',
  trialUnknown: 'This trial is over. Please start another one.',
  tooManyTrials: 'You have used up your trials for now. Please ask for a passkey instead, or try again later.',
  batchTaken: 'There is a batch of this name already. Names are never used twice.',
  passkeyUsed: 'This passkey has been used already.',
  batchUnknown: 'There is no such batch.',
  passkeyUnknown: 'There is no such passkey.',
  passkeyTaken: 'There is a passkey of this name already. Names are never used twice.',
  noFeedback: 'Please enter some feedback.',
  longFeedback: 'Feedback cannot exceed 1000 words.',
  unreadableFeedback: 'Please leave out characters that cannot be shown.',
  feedbackUnknown: 'There is no such message.',
  feedbackAnswered: 'A colleague has answered this message already.',
  feedbackReserved: (tokens: number) =>
    `An answer with ${tokens} tokens to this message was begun. Look at it again, or answer with ${tokens} tokens.`,
  noFeedbackAccount: 'Only a sender with an account can be given a passkey or tokens.',
  noFeedbackRecipient: 'The sender left no address. The message can only be closed.',
  noFeedbackAddress: 'There is no message with an address under this id.',
  tooManyMails: 'A code was sent to this address several times. Please look in your inbox, or try again later.',
  tooManyResetLinks:
    'A link was asked for several times for this address. Please look in your inbox, or try again later.',
  tooManySessions: 'You have logged in very often today. Please try again tomorrow.',
  tooManyLookups: 'You have looked up as many people today as one member of support may. Please ask a colleague.',
  tooManyTries: 'Too many tries. Please try again later.',
  tooMuchCounted: 'Enough was counted today.',
  tooManyAtOnce: 'Many people ask for this at the moment. Please try again in a few seconds.',
  foreign: 'This is not yours to see or change.',
  secondFactorRequired: 'Please enter the code from your authenticator app.',
  secondFactorInvalid:
    'This code is not valid. Please enter the newest code of your app, or a recovery code that you have not used yet.',
  secondFactorNotBegun: 'The set-up has not begun, or it was completed. Please begin again.',
  secondFactorMissing: 'There is no second factor on this account yet. Please set one up first.',
  secondFactorOfStaff: 'Staff cannot work without a second factor.',
  suspended: (until: Date) =>
    `Your account is suspended until ${dayOf(until)} (UTC). Our email explains why, and how to appeal.`,
  closed: 'Your account is closed. Our email explains why, and how to appeal.',
  tooManyNotices: 'We have received several notices from you. Please send the next one later.',
  enoughNotices: 'We have many notices about this photo for this reason already. A moderator looks at it.',
  noticeLink: 'This link is not valid.',
  pushUnknown: 'This browser gets no notifications already.',
  pushService: 'This browser cannot get notifications from us.',
  session: 'Please log in again.',
  sessionUnknown: 'This device is logged out already.',
  notLoggedIn: 'Please log in.',
} as const;

export const refused = (code: ErrorCode, message: string): DomainError => new DomainError(code, message);

/** `until` is null for a closed account. */
export const accountSuspended = ({ until }: { until: Date | null }): DomainError =>
  refused('ACCOUNT_SUSPENDED', until === null ? TEXTS.closed : TEXTS.suspended(until));

/** A single issue's message is the error's message; several issues get a general message. `details` lists all. */
export function invalid(issues: FieldIssue[]): DomainError {
  const [first, ...others] = issues;
  if (!first) throw new RangeError('nothing is invalid');
  return new DomainError('VALIDATION_FAILED', others.length === 0 ? first.message : TEXTS.several, issues);
}

/** The field `retryAfterSeconds` of `details` is the number of seconds until the next try. */
export function rateLimited(message: string, retryAt: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  return new DomainError('RATE_LIMITED', message, [{ field: 'retryAfterSeconds', message: String(seconds) }]);
}
