import { DomainError } from '@candid/event-store';

/** Also for a photo of somebody else: the caller may not know that it exists. */
export const photoNotFound = (): DomainError => new DomainError('NOT_FOUND', 'There is no such photo.');

export const photoExists = (): DomainError => new DomainError('CONFLICT', 'This photo was uploaded before.');

export const onboardingIncomplete = (): DomainError =>
  new DomainError(
    'ONBOARDING_INCOMPLETE',
    'Photos can be moved into your Profile Planner after your first assessment.',
  );

export const notEnoughRatings = (missing: number): DomainError =>
  new DomainError(
    'NOT_ENOUGH_RATINGS',
    `This photo needs ${missing} more rating(s) before you can put it in the Profile Planner.`,
  );

export const notUnderAssessment = (): DomainError =>
  new DomainError('CONFLICT', 'Only a photo under assessment has a place to return to.');

export const photoIsHeld = (): DomainError =>
  new DomainError('PHOTO_HELD', 'This photo is being checked. You can move it again when a moderator has decided.');

export const cropIsWanted = (): DomainError =>
  new DomainError('CONFLICT', 'A moderator has asked for another crop of this photo. Please upload it again.');

export const croppedWhileHeld = (): DomainError =>
  new DomainError('PHOTO_HELD', 'This photo is being checked. You can crop it again when a moderator has decided.');

export const photoIsAssessed = (): DomainError =>
  new DomainError('CONFLICT', 'Only a photo in your Photo Bank that nobody has assessed can be cropped again.');

export const originalIsGone = (): DomainError =>
  new DomainError(
    'NOT_FOUND',
    'The picture that this photo was cropped from is no longer kept. Please choose it again.',
  );
