import { DomainError } from '@candid/event-store';

export const insufficientTokens = () =>
  new DomainError('INSUFFICIENT_TOKENS', "You don't have enough tokens for this.");

/** A correction would take more than the user may spend. */
export class BelowZeroError extends DomainError {}
export const belowZero = () => new BelowZeroError('CONFLICT', 'That would take the account below zero.');

export const keyReused = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another transfer.');

/** There is nothing left to post: never placed, another user's, or voided. */
export class HoldGoneError extends DomainError {}

export const unknownHold = () => new HoldGoneError('NOT_FOUND', 'There is no such hold.');
export const holdVoided = () => new HoldGoneError('CONFLICT', 'The hold has been given back.');
export const holdPosted = () => new DomainError('CONFLICT', 'The hold has been used up.');
