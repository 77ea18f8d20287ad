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
