import { DomainError } from '@candid/event-store';

export const startUnderWay = (): DomainError =>
  new DomainError('CONFLICT', 'Your first assessment is being started already.');

export const onboardingIncomplete = (): DomainError =>
  new DomainError(
    'ONBOARDING_INCOMPLETE',
    "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner.",
  );

export const wrongFirstPhotoCount = (photos: number): DomainError => {
  const message = `Your first assessment takes exactly ${photos} photos.`;
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'photos', message }]);
};

export const poolFull = (photos: number): DomainError =>
  new DomainError('POOL_FULL', `You can assess up to ${photos} photos at the same time.`);

export const beingAssessed = (): DomainError => new DomainError('CONFLICT', 'This photo is being assessed already.');

export const profileBeingAssessed = (): DomainError =>
  new DomainError('CONFLICT', 'Your profile is being assessed already.');

/** The error for a completed photo that has left the pool since. */
export const putAway = (): DomainError =>
  new DomainError('CONFLICT', 'This photo has left its assessment. You can start a new one.');

export const photoUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such photo.');

export const photoHeld = (): DomainError =>
  new DomainError('PHOTO_HELD', 'This photo is on hold until a moderator has looked at it.');

export const cropWanted = (): DomainError =>
  new DomainError('PHOTO_HELD', 'A moderator has asked for another crop of this photo. Please upload it again.');

/** `until` is null for a suspension without an end. */
export function accountSuspended(until: string | null): DomainError {
  const how = until === null ? '' : ` until ${dayOf(until)}`;
  return new DomainError(
    'ACCOUNT_SUSPENDED',
    `Your account is suspended${how}. Our email explains why, and how to appeal.`,
  );
}

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(at),
  );
