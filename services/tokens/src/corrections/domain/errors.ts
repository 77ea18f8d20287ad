import { DomainError } from '@candid/event-store';

export const noAmount = () => new DomainError('VALIDATION_FAILED', 'Please give an amount other than zero.');

export const unknownCorrection = () => new DomainError('NOT_FOUND', 'There is no such correction.');

/** None at all, or of somebody else's account. */
export const unknownTransfer = () => new DomainError('NOT_FOUND', 'There is no such transfer of this account.');

export const otherCorrection = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another correction.');

export const ownCorrection = () => new DomainError('FORBIDDEN', 'A second person has to approve this.');

export const alreadyDecided = () => new DomainError('CONFLICT', 'This correction has been decided already.');

export const aboveApproval = () =>
  new DomainError('FORBIDDEN', 'This is more than one person may give or take in a day: ask for a correction.');
