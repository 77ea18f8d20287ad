import type { UserId } from '@candid/contracts';
import type { TransactionalUnit } from '@candid/event-store';
import { lockAccount } from '../account/account-commands.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { destroyKey } from './deletions.rows.js';

/** Destroys the key, ends the sessions and appends the event for an account that this transaction marks as deleted. */
export async function endAccount(
  unit: TransactionalUnit,
  userId: UserId,
  { now, eraseAt }: { now: Date; eraseAt: Date },
): Promise<void> {
  const { session } = unit;
  await destroyKey(session, userId);
  await endSessionsOf(session, userId, 'account-deleted', now);
  const account = await lockAccount(unit, userId);
  account.decide({ type: 'DeleteAccount', at: now.toISOString(), eraseAt: eraseAt.toISOString() });
}
