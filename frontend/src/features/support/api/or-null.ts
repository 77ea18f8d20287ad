import { hasCode } from '../../../lib/api/errors';

/** Null if there is no such thing, also for what is no id at all. */
export const orNull = <Found>(asked: Promise<Found>): Promise<Found | null> =>
  asked.catch((error) => {
    if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
    throw error;
  });
