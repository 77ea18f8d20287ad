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

/** Complete, and moved out of the pool since. */
export const putAway = (): DomainError =>
  new DomainError('CONFLICT', 'This photo has left its assessment. You can start a new one.');
