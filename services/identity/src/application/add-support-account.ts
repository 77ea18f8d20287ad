import { randomUUID } from 'node:crypto';
import type { UserId } from '@candid/contracts';
import { EventStore, inTransaction, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { AccountCommand } from '../domain/account/commands.js';
import { decide } from '../domain/account/decide.js';
import { type AccountEvent, accountStreamId } from '../domain/account/events.js';
import { type AccountState, evolve, initialState } from '../domain/account/state.js';
import { addCredentials, findCredentials } from '../records/credentials.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { validateSignUp } from './validate-sign-up.js';

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
  if (known) return outcomeFor(store, known.userId);
  const userId = randomUUID() as UserId;
  const passwordHash = await new PasswordHasher().hash(password);
  await inTransaction(store.pool, (session) => register(store, session, { userId, email, passwordHash }, now));
  return { outcome: 'added', userId };
}

async function outcomeFor(store: EventStore, userId: string): Promise<AddedSupportAccount> {
  const history = (await store.load(accountStreamId(userId))) as unknown as AccountEvent[];
  const state = history.reduce<AccountState>(evolve, initialState());
  const isSupport = state.status === 'registered' && state.roles.includes('support');
  return { outcome: isSupport ? 'support-already' : 'account-without-support' };
}

async function register(
  store: EventStore,
  session: SqlSession,
  added: { userId: UserId; email: string; passwordHash: string },
  now: Date,
): Promise<void> {
  const { userId } = added;
  if (!(await addCredentials(session, { ...added, phoneNumber: null }))) {
    throw new Error('the address was signed up at the same time');
  }
  const commands: AccountCommand[] = [
    { type: 'Register', userId, country: null, at: now.toISOString() },
    { type: 'GrantRole', role: 'support' },
  ];
  const events: AccountEvent[] = [];
  for (const command of commands) events.push(...decide(command, events.reduce<AccountState>(evolve, initialState())));
  await store.appendWithin(session, {
    streams: [{ streamId: accountStreamId(userId), expectedVersion: 0, events }],
    metadata: { correlationId: `staff-${randomUUID()}`, actor: 'staff command' },
  });
}
