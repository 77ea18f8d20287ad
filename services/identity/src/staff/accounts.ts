import { randomUUID } from 'node:crypto';
import { isStaff, isStaffRole, normalisedEmail, STAFF_ROLES, type StaffRole, type UserId } from '@candid/contracts';
import { Commands, DomainError, type EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { addCredentials, findCredentials } from '../account/credentials.js';
import { accountStreams, lockAccount } from '../account/use-cases.js';
import { PasswordHasher, refuseCommonPassword } from '../kernel/passwords.js';
import { OWN_TURN } from '../kernel/work-in-turn.js';
import { removeSecondFactor } from '../second-factor/second-factors.rows.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { validateSignUp } from '../sign-up/sign-up.js';
import { addPastCall } from '../support/audit.js';

type AddedStaffAccount =
  /** `role-added`: an existing staff account got the role; its password is unchanged. */
  | { outcome: 'added' | 'role-added'; userId: UserId }
  /** Nothing was changed, not even the password. */
  | { outcome: 'role-already' | 'account-of-a-person' };

/**
 * Grants a staff role to a new account or to an existing staff account. There is no other way to get a staff role.
 * Never changes a person's account.
 * @throws DomainError `VALIDATION_FAILED` for an e-mail address or a password that sign-up would reject
 */
export async function addStaffAccount(
  store: EventStore,
  { role, ...form }: { email: string; password: string; role: StaffRole },
  now: Date,
  passwords: PasswordHasher = new PasswordHasher(),
): Promise<AddedStaffAccount> {
  const known = await findCredentials(sessionOfClient(store.pool), normalisedEmail(form.email) ?? '');
  const commands = new Commands(store);
  if (known) return addRole(commands, known.userId, role);
  const { email, password } = validateSignUp(form);
  await refuseCommonPassword(password, 'password');
  const userId = randomUUID() as UserId;
  const passwordHash = await passwords.hash(password, OWN_TURN);
  await commands.executeInTransaction({ metadata: metadata() }, {}, async (unit) => {
    if (!(await addCredentials(unit.session, { userId, email, passwordHash, phoneNumber: null, language: null }))) {
      throw new Error('the address was signed up at the same time');
    }
    const account = await unit.load(accountStreams, userId);
    account.decide({ type: 'Register', userId, country: null, hasWelcomeGrant: true, at: now.toISOString() });
    account.decide({ type: 'GrantRole', role });
  });
  return { outcome: 'added', userId };
}

async function addRole(commands: Commands, userId: UserId, role: StaffRole): Promise<AddedStaffAccount> {
  const { answer: outcome } = await commands.executeInTransaction({ metadata: metadata() }, {}, async (unit) => {
    const account = await lockAccount(unit, userId);
    const { state } = account;
    if (state.status !== 'registered' || !isStaff(state.roles)) return 'account-of-a-person';
    return account.decide({ type: 'GrantRole', role }).length > 0 ? 'role-added' : 'role-already';
  });
  return outcome === 'role-added' ? { outcome, userId } : { outcome };
}

/**
 * Revokes the role, or all staff roles if none is given, and ends the account's sessions in one transaction. The
 * permissions end within seconds at every gateway. The account and its second factor stay.
 * @returns the revoked roles; if the address has no account with such a role, changes nothing and returns none
 */
export async function removeStaffAccount(
  store: EventStore,
  { email, role }: { email: string; role: StaffRole | undefined },
  now: Date,
): Promise<StaffRole[]> {
  const credentials = await findCredentials(sessionOfClient(store.pool), normalisedEmail(email) ?? '');
  if (!credentials) return [];
  const { userId } = credentials;
  const commands = new Commands(store);
  const { state } = await commands.load(accountStreams, userId);
  if (state.status !== 'registered' || !isStaff(state.roles)) return [];
  const { answer } = await commands.executeInTransaction({ metadata: metadata() }, {}, async (unit) => {
    const account = await unit.load(accountStreams, userId);
    if (account.state.status !== 'registered') return [];
    const taken = account.state.roles.filter(isStaffRole).filter((one) => role === undefined || one === role);
    if (taken.length === 0) return [];
    for (const one of taken) account.decide({ type: 'RevokeRole', role: one });
    await endSessionsOf(unit.session, userId, 'role-revoked', now);
    return taken;
  });
  return answer;
}

const metadata = () => ({ correlationId: `staff-${randomUUID()}`, actor: 'staff command' });

interface StaffAccount {
  userId: UserId;
  email: string;
  roles: StaffRole[];
  secondFactorSince: Date | null;
}

/** Lists all staff accounts, ordered by address. */
export async function listStaffAccounts(session: SqlSession): Promise<StaffAccount[]> {
  const rows = await session.query<StaffAccount>(
    `select user_id as "userId", email, roles, second_factor_confirmed_at as "secondFactorSince"
       from accounts join credentials using (user_id)
      where roles && $1::text[] and credentials.deletion_requested_at is null
      order by email`,
    [STAFF_ROLES],
  );
  return rows.map((account) => ({ ...account, roles: account.roles.filter(isStaffRole) }));
}

/**
 * Resets the second factor of somebody who has lost the phone and the recovery codes. Ends the account's sessions. The
 * audit list names the member of staff who has checked the identity.
 * @throws DomainError `VALIDATION_FAILED` if an account is missing, the colleague is not staff, or both are the same
 */
export async function resetSecondFactor(
  store: EventStore,
  { email, colleagueEmail }: { email: string; colleagueEmail: string },
  now: Date,
): Promise<void> {
  const { userId } = await accountWith(store, email);
  const colleague = await accountWith(store, colleagueEmail);
  if (!isStaff(colleague.roles)) throw refusal(`${colleagueEmail} is not an address of staff.`);
  const colleagueId = colleague.userId;
  if (userId === colleagueId) throw refusal('A colleague has to reset the second factor.');
  const requestId = `staff-${randomUUID()}`;
  const metadata = { correlationId: requestId, actor: colleagueId };
  await new Commands(store).executeInTransaction({ metadata }, {}, async (unit) => {
    const { session } = unit;
    // Locks the factor before the account, because using a code locks in this order.
    await removeSecondFactor(session, userId);
    (await unit.load(accountStreams, userId)).decide({ type: 'ResetSecondFactor', at: now.toISOString() });
    await endSessionsOf(session, userId, 'second-factor-changed', now);
    await addPastCall(session, {
      ...{ userId: colleagueId, call: 'resetSecondFactor', targets: [userId], requestId, status: 200, code: null },
      reason: 'by the staff command',
    });
  });
}

async function accountWith(store: EventStore, email: string) {
  const credentials = await findCredentials(sessionOfClient(store.pool), normalisedEmail(email) ?? '');
  const account = credentials && (await new Commands(store).load(accountStreams, credentials.userId)).state;
  if (!credentials || account?.status !== 'registered') throw refusal(`There is no account with the address ${email}.`);
  return { userId: credentials.userId, roles: account.roles };
}

const refusal = (message: string): DomainError => new DomainError('VALIDATION_FAILED', message);
