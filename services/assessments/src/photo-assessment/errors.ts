import type { FieldIssue } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

export const invalid = (details: FieldIssue[]): DomainError =>
  new DomainError('VALIDATION_FAILED', details[0]?.message ?? 'Please check what you entered.', details);

export const assessmentUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such assessment.');

export const ownPhotos = (): DomainError => new DomainError('FORBIDDEN', 'You cannot assess your own photos.');

export const startClosed = (): DomainError =>
  new DomainError('CONFLICT', 'This assessment was not started in time. Please start it again.');

export const startConfirmed = (): DomainError =>
  new DomainError('CONFLICT', 'This assessment has started: it can be ended, not abandoned.');

export const alreadyRated = (details?: FieldIssue[]): DomainError =>
  new DomainError('ALREADY_RATED', 'You have already assessed these photos.', details);

export const assessmentComplete = (details?: FieldIssue[]): DomainError =>
  new DomainError('ASSESSMENT_COMPLETE', 'This assessment has all its ratings already.', details);

/** `details` contains, as `retryAfterSeconds`, the seconds until a submission is accepted. */
export function tooFast(waitMs: number): DomainError {
  const message = 'Please take a moment to look at each photo before you submit.';
  return new DomainError('TOO_FAST', message, [
    { field: 'retryAfterSeconds', message: String(Math.ceil(waitMs / 1_000)) },
  ]);
}

const gravity = ['FORBIDDEN', 'NOT_FOUND', 'ALREADY_RATED', 'ASSESSMENT_COMPLETE', 'VALIDATION_FAILED'];

/** Combines several rejections into one, with the most severe code and the details of all rejections with this code. */
export function gravestOf(refusals: readonly DomainError[]): DomainError {
  const place = ({ code }: DomainError) => (gravity.includes(code) ? gravity.indexOf(code) : gravity.length);
  const gravest = refusals.toSorted((one, other) => place(one) - place(other))[0]!;
  if (gravest.code === 'TOO_FAST') return gravest;
  const same = refusals.filter(({ code }) => code === gravest.code);
  const details = same.flatMap((refusal) => refusal.details ?? []);
  return new DomainError(gravest.code, gravest.message, details.length > 0 ? details : undefined);
}

const conflict = (message: string): DomainError => new DomainError('CONFLICT', message);

export const alreadyExtended = (): DomainError => conflict('This extension has been made already.');

export const notBeingAssessed = (): DomainError => conflict('This photo is not being assessed.');

export const firstAssessmentFixed = (): DomainError =>
  new DomainError('ONBOARDING_INCOMPLETE', 'Your first assessment stays as it is until it is complete.');

export const assessorsOutOfRange = (least: number, most: number): DomainError =>
  conflict(`An assessment takes ${least} to ${most} assessors.`);

export const belowRated = (rated: number): DomainError =>
  conflict(`This photo has ${rated} rating${rated === 1 ? '' : 's'} in this assessment already.`);

export function belowPromised(assessors: number, subject: 'photo' | 'profile'): DomainError {
  const who = assessors === 1 ? 'Somebody is' : `${assessors} people are`;
  return conflict(`${who} assessing this ${subject} right now. Please try again in a few minutes.`);
}
