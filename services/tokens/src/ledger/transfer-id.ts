import { uuidOf } from '@candid/event-store';

/**
 * The id of the transfer with this idempotency key. One key is one stream, so that the stream's first version is the key's
 * uniqueness, and no second index has to keep it.
 */
export const transferIdOf = (idempotencyKey: string): string => uuidOf(`transfer ${idempotencyKey}`);
