import { randomUUID } from 'node:crypto';
import { normalisedEmail, type UserId } from '@candid/contracts';
import { Commands, type EventStore, sessionOfClient } from '@candid/event-store';
import { accountStreams } from '../account/account-commands.js';
import { addCredentials, findCredentials } from '../account/credentials.rows.js';
import { removeSecondFactor } from '../second-factor/second-factors.rows.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { validateSignUp } from '../sign-up/validate-sign-up.js';

export type AddedSupportAccount =
  | { outcome: 'added'; userId: UserId }
  /** Nothing was changed, the password neither. */
  | { outcome: 'support-already' | 'account-without-support' };

/**
 * The only way to a support account, and only to a new one: it takes no account over.
 * @throws DomainError `VALIDATION_FAILED` for an e-mail address or a password that sign-up would refuse
 */
export async function addSupportAccount(
  store: EventStore,
  form: { email: string; password: string },
  now: Date,
): Promise<AddedSupportAccount> {
  const { email, password } = validateSignUp(form);
  const known = await findCredentials(sessionOfClient(store.pool), email);
  const commands = new Commands(store);
  if (known) return outcomeFor(commands, known.userId);
  const userId = randomUUID() as UserId;
  const passwordHash = await new PasswordHasher().hash(password);
  const metadata = { correlationId: `staff-${randomUUID()}`, actor: 'staff command' };
  await commands.executeInTransaction({ metadata }, {}, async (unit) => {
    if (!(await addCredentials(unit.session, { userId, email, passwordHash, phoneNumber: null }))) {
      throw new Error('the address was signed up at the same time');
    }
    const account = await unit.load(accountStreams, userId);
    account.decide({ type: 'Register', userId, country: null, hasWelcomeGrant: true, at: now.toISOString() });
    account.decide({ type: 'GrantRole', role: 'support' });
  });
  return { outcome: 'added', userId };
}

async function outcomeFor(commands: Commands, userId: string): Promise<AddedSupportAccount> {
  const { state } = await commands.load(accountStreams, userId);
  const isSupport = state.status === 'registered' && state.roles.includes('support');
  return { outcome: isSupport ? 'support-already' : 'account-without-support' };
}

/**
 * Takes the role from an account and ends its sessions in one transaction: what the person may do ends within seconds, at
 * every gateway. The account itself stays, without its second factor.
 * @returns false, and changes nothing, if the address has no account with the role
 */
export async function removeSupportAccount(store: EventStore, typedEmail: string, now: Date): Promise<boolean> {
  const credentials = await findCredentials(sessionOfClient(store.pool), normalisedEmail(typedEmail) ?? '');
  if (!credentials) return false;
  const { userId } = credentials;
  const metadata = { correlationId: `staff-${randomUUID()}`, actor: 'staff command' };
  const { events } = await new Commands(store).executeInTransaction({ metadata }, {}, async (unit) => {
    // First, as whoever uses the factor locks it first.
    await removeSecondFactor(unit.session, userId);
    const account = await unit.load(accountStreams, userId);
    const decided = account.decide({ type: 'RevokeRole', role: 'support', at: now.toISOString() });
    if (decided.length > 0) await endSessionsOf(unit.session, userId, 'role-revoked', now);
  });
  return events.length > 0;
}

export interface SupportAccount {
  userId: UserId;
  email: string;
  secondFactorSince: Date | null;
}

export async function listSupportAccounts(store: EventStore): Promise<SupportAccount[]> {
  const { rows } = await store.pool.query<{ user_id: UserId; email: string; since: Date | null }>(
    `select user_id, email, second_factor_confirmed_at as since from accounts join credentials using (user_id)
      where 'support' = any (roles) and credentials.deletion_requested_at is null order by email`,
  );
  return rows.map(({ user_id: userId, email, since }) => ({ userId, email, secondFactorSince: since }));
}
