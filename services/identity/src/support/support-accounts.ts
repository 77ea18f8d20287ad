import { randomUUID } from 'node:crypto';
import { normalisedEmail, type UserId } from '@candid/contracts';
import { Commands, type EventStore, sessionOfClient } from '@candid/event-store';
import { accountStreams } from '../account/account-commands.js';
import { addCredentials, findCredentials } from '../account/credentials.rows.js';
import { isStaff, isStaffRole, STAFF_ROLES, type StaffRole } from '../account/staff-roles.js';
import { lockSecondFactor, removeSecondFactor } from '../second-factor/second-factors.rows.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { validateSignUp } from '../sign-up/validate-sign-up.js';

export type AddedStaffAccount =
  | { outcome: 'added'; userId: UserId }
  /** To an account that staff has already; its password stays. */
  | { outcome: 'role-added'; userId: UserId }
  /** Nothing was changed, the password neither. */
  | { outcome: 'role-already' | 'account-of-a-person' };

/**
 * The only way to an account of staff. A new role goes to a new account or to one of staff: no person's account is taken over.
 * @param form.password is not read where the account is there already
 * @throws DomainError `VALIDATION_FAILED` for an e-mail address or a password that sign-up would refuse
 */
export async function addStaffAccount(
  store: EventStore,
  form: { email: string; password: string; role: StaffRole },
  now: Date,
): Promise<AddedStaffAccount> {
  const known = await findCredentials(sessionOfClient(store.pool), normalisedEmail(form.email) ?? '');
  const commands = new Commands(store);
  if (known) return addRole(commands, known.userId, form.role, now);
  const { email, password } = validateSignUp(form);
  const userId = randomUUID() as UserId;
  const passwordHash = await new PasswordHasher().hash(password);
  const metadata = { correlationId: `staff-${randomUUID()}`, actor: 'staff command' };
  await commands.executeInTransaction({ metadata }, {}, async (unit) => {
    if (!(await addCredentials(unit.session, { userId, email, passwordHash, phoneNumber: null }))) {
      throw new Error('the address was signed up at the same time');
    }
    const account = await unit.load(accountStreams, userId);
    account.decide({ type: 'Register', userId, country: null, hasWelcomeGrant: true, at: now.toISOString() });
    account.decide({ type: 'GrantRole', role: form.role });
  });
  return { outcome: 'added', userId };
}

/** Its sessions end: the next log-in carries the role. */
async function addRole(commands: Commands, userId: UserId, role: StaffRole, now: Date): Promise<AddedStaffAccount> {
  const { state } = await commands.load(accountStreams, userId);
  if (state.status !== 'registered' || !isStaff(state.roles)) return { outcome: 'account-of-a-person' };
  if (state.roles.includes(role)) return { outcome: 'role-already' };
  const metadata = { correlationId: `staff-${randomUUID()}`, actor: 'staff command' };
  await commands.executeInTransaction({ metadata }, {}, async (unit) => {
    (await unit.load(accountStreams, userId)).decide({ type: 'GrantRole', role });
    await endSessionsOf(unit.session, userId, 'role-changed', now);
  });
  return { outcome: 'role-added', userId };
}

/**
 * Takes the role from an account and ends its sessions in one transaction: what the person may do ends within seconds, at
 * every gateway. The account itself stays; the second factor goes with the last role of staff.
 * @returns false, and changes nothing, if the address has no account with the role
 */
export async function removeStaffRole(
  store: EventStore,
  { email: typedEmail, role }: { email: string; role: StaffRole },
  now: Date,
): Promise<boolean> {
  const credentials = await findCredentials(sessionOfClient(store.pool), normalisedEmail(typedEmail) ?? '');
  if (!credentials) return false;
  const { userId } = credentials;
  const metadata = { correlationId: `staff-${randomUUID()}`, actor: 'staff command' };
  const { events } = await new Commands(store).executeInTransaction({ metadata }, {}, async (unit) => {
    // First, as whoever uses the factor locks it first.
    await lockSecondFactor(unit.session, userId);
    const account = await unit.load(accountStreams, userId);
    const decided = account.decide({ type: 'RevokeRole', role, at: now.toISOString() });
    const { state } = account;
    if (state.status === 'registered' && !isStaff(state.roles)) await removeSecondFactor(unit.session, userId);
    if (decided.length > 0) await endSessionsOf(unit.session, userId, 'role-revoked', now);
  });
  return events.length > 0;
}

export interface StaffAccount {
  userId: UserId;
  email: string;
  roles: StaffRole[];
  secondFactorSince: Date | null;
}

export async function listStaffAccounts(store: EventStore): Promise<StaffAccount[]> {
  const { rows } = await store.pool.query<{ user_id: UserId; email: string; roles: string[]; since: Date | null }>(
    `select user_id, email, roles, second_factor_confirmed_at as since from accounts join credentials using (user_id)
      where roles && $1::text[] and credentials.deletion_requested_at is null order by email`,
    [`{${STAFF_ROLES.join(',')}}`],
  );
  return rows.map(({ user_id: userId, email, roles, since }) => {
    return { userId, email, roles: roles.filter(isStaffRole), secondFactorSince: since };
  });
}
