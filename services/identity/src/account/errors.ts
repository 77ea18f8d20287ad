import { DomainError } from '@candid/event-store';

export const accountUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');

export const accountExists = (): DomainError => new DomainError('CONFLICT', 'This account already exists.');

export const notStaff = (): DomainError => new DomainError('FORBIDDEN', 'Only staff can do this.');

export const notDueYet = (): DomainError => new DomainError('CONFLICT', 'This account is not to be erased yet.');
