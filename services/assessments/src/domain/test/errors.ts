import { DomainError } from '@candid/event-store';

export interface FieldIssue {
  field: string;
  message: string;
}

export const invalid = (details: FieldIssue[]): DomainError =>
  new DomainError('VALIDATION_FAILED', details[0]?.message ?? 'Please check what you entered.', details);

export const testUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such assessment.');

export const ownTest = (): DomainError => new DomainError('FORBIDDEN', 'You cannot assess your own photos.');

export const startClosed = (): DomainError =>
  new DomainError('CONFLICT', 'This assessment was not started in time. Please start it again.');

export const startConfirmed = (): DomainError =>
  new DomainError('CONFLICT', 'This assessment has started: it can be ended, not abandoned.');

export const alreadyRated = (details?: FieldIssue[]): DomainError =>
  new DomainError('ALREADY_RATED', 'You have already assessed these photos.', details);

export const assessmentComplete = (details?: FieldIssue[]): DomainError =>
  new DomainError('ASSESSMENT_COMPLETE', 'This assessment has all its ratings already.', details);

const conflict = (message: string): DomainError => new DomainError('CONFLICT', message);

export const alreadyExtended = (): DomainError => conflict('This extension has been made already.');

export const notBeingAssessed = (): DomainError => conflict('This photo is not being assessed.');

export const firstAssessmentFixed = (): DomainError =>
  new DomainError('ONBOARDING_INCOMPLETE', 'Your first assessment stays as it is until it is complete.');

export const assessorsOutOfRange = (least: number, most: number): DomainError =>
  conflict(`An assessment takes ${least} to ${most} assessors.`);

export const belowRated = (rated: number): DomainError =>
  conflict(`This photo has ${rated} rating${rated === 1 ? '' : 's'} in this assessment already.`);

export const belowPromised = (assessors: number): DomainError =>
  conflict(
    assessors === 1
      ? 'Somebody is assessing this photo right now. Please try again in a few minutes.'
      : `${assessors} people are assessing this photo right now. Please try again in a few minutes.`,
  );
