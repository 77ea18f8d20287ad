import { randomUUID } from 'node:crypto';
import { normalisedEmail, type UserId } from '@candid/contracts';
import { Commands, DomainError, type EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { accountStreams } from '../account/account-commands.js';
import { findCredentials } from '../account/credentials.rows.js';
import { isStaff } from '../account/staff-roles.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { addSupportCall, addSupportCallOutcome } from '../support/support-audit.rows.js';
import { removeSecondFactor } from './second-factors.rows.js';

/**
 * For a member of staff who has lost the phone and the recovery codes. Ends all sessions of the account: the next log-in
 * sets up a new factor. The audit list names the colleague who has checked who is asking.
 * @throws DomainError `VALIDATION_FAILED` if one of the two is not staff, or both are the same
 */
export async function resetSecondFactor(
  store: EventStore,
  { email, colleagueEmail }: { email: string; colleagueEmail: string },
  now: Date,
): Promise<void> {
  const userId = await staffWith(store, email);
  const colleagueId = await staffWith(store, colleagueEmail);
  if (userId === colleagueId) throw refusal('A colleague has to reset the second factor.');
  const requestId = `staff-${randomUUID()}`;
  const metadata = { correlationId: requestId, actor: colleagueId };
  await new Commands(store).executeInTransaction({ metadata }, {}, async (unit) => {
    const { session } = unit;
    // First, as whoever uses the factor locks it first.
    await removeSecondFactor(session, userId);
    (await unit.load(accountStreams, userId)).decide({ type: 'ResetSecondFactor', at: now.toISOString() });
    await endSessionsOf(session, userId, 'second-factor-changed', now);
    await audit(session, { userId: colleagueId, target: userId, requestId });
  });
}

async function staffWith(store: EventStore, email: string): Promise<UserId> {
  const credentials = await findCredentials(sessionOfClient(store.pool), normalisedEmail(email) ?? '');
  const account = credentials && (await new Commands(store).load(accountStreams, credentials.userId)).state;
  const belongsToStaff = account?.status === 'registered' && isStaff(account.roles);
  if (!credentials || !belongsToStaff) throw refusal(`There is no staff account with the address ${email}.`);
  return credentials.userId;
}

async function audit(session: SqlSession, call: { userId: UserId; target: UserId; requestId: string }): Promise<void> {
  const entryId = randomUUID();
  const { userId, requestId } = call;
  const targets = [call.target];
  const reason = 'by the staff command';
  const added = { entryId, userId, call: 'resetSecondFactor', targets, reason, ticket: null, requestId };
  await addSupportCall(session, added);
  await addSupportCallOutcome(session, { entryId, status: 200, code: null, targets });
}

const refusal = (message: string): DomainError => new DomainError('VALIDATION_FAILED', message);
