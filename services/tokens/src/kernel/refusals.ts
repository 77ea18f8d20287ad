import { DomainError } from '@candid/event-store';

export const invalidField = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
