/**
 *   node dist/staff.js add EMAIL [ROLE]      makes an account of staff, or gives one another role (support by default); the
 *                                            password of a new one from STAFF_PASSWORD, else from stdin
 *   node dist/staff.js remove EMAIL [ROLE]   takes the role from an account and ends its sessions
 *   node dist/staff.js list                  lists the accounts of staff, their roles, and who has set up a second factor
 *   node dist/staff.js reset-factor EMAIL COLLEAGUE
 *                                            takes the second factor from an account that has lost it, and ends its sessions
 *   node dist/staff.js revoke-passkey NAME   lets nobody become an assessor by that passkey any more
 *
 * Roles: support, moderator, safety-lead, legal.
 */
import { DomainError, EventStore, sessionOfClient } from '@candid/event-store';
import pg from 'pg';
import { isStaffRole, STAFF_ROLES, type StaffRole } from './account/staff-roles.js';
import { revokePasskey } from './assessor-approval/passkeys.rows.js';
import { readDatabaseConfig } from './config.js';
import { resetSecondFactor } from './second-factor/reset-second-factor.js';
import { readSecret } from './support/read-secret.js';
import { addStaffAccount, listStaffAccounts, removeStaffRole } from './support/support-accounts.js';

const usage = `usage: staff.js add EMAIL [ROLE] | remove EMAIL [ROLE] | list | reset-factor EMAIL COLLEAGUE | revoke-passkey NAME
       ROLE is one of ${STAFF_ROLES.join(', ')}; support by default\n`;

/** @throws DomainError for a role that is none */
function roleOf(given: string): StaffRole {
  if (given === '') return 'support';
  if (isStaffRole(given)) return given;
  throw new DomainError('VALIDATION_FAILED', `${given} is no role of staff. Roles: ${STAFF_ROLES.join(', ')}.`);
}

async function add(pool: pg.Pool, email: string, given: string): Promise<string | undefined> {
  const role = roleOf(given);
  const password = process.env['STAFF_PASSWORD'] || (await readSecret(`Password for ${email}: `));
  const added = await addStaffAccount(new EventStore({ pool }), { email, password, role }, new Date());
  switch (added.outcome) {
    case 'added':
      process.stdout.write(`${email} is a ${role} account now (${added.userId}).\n`);
      return undefined;
    case 'role-added':
      process.stdout.write(
        `${email} has the role ${role} as well now. Its password stays, and its sessions have ended.\n`,
      );
      return undefined;
    case 'role-already':
      process.stdout.write(`${email} is a ${role} account already. Nothing was changed, the password neither.\n`);
      return undefined;
    case 'account-of-a-person':
      return `${email} has an account already, which is left as it is. Support accounts are made with an address of their own.`;
  }
}

async function remove(pool: pg.Pool, email: string, given: string): Promise<string | undefined> {
  const role = roleOf(given);
  if (!(await removeStaffRole(new EventStore({ pool }), { email, role }, new Date()))) {
    return `There is no ${role} account with the address ${email}.`;
  }
  process.stdout.write(`${email} is no ${role} account any more, and all its sessions have ended.\n`);
}

async function list(pool: pg.Pool): Promise<undefined> {
  const accounts = await listStaffAccounts(new EventStore({ pool }));
  for (const { userId, email, roles, secondFactorSince } of accounts) {
    const factor = secondFactorSince ? `second factor since ${secondFactorSince.toISOString()}` : 'no second factor';
    process.stdout.write(`${userId}  ${email}  ${roles.join(', ')}  ${factor}\n`);
  }
  process.stdout.write(`${accounts.length} accounts of staff\n`);
}

async function resetFactor(pool: pg.Pool, email: string, colleagueEmail: string): Promise<undefined> {
  await resetSecondFactor(new EventStore({ pool }), { email, colleagueEmail }, new Date());
  process.stdout.write(`${email} has no second factor any more, and all its sessions have ended.\n`);
}

async function revoke(pool: pg.Pool, name: string): Promise<string | undefined> {
  if (!(await revokePasskey(sessionOfClient(pool), name, new Date()))) return `There is no valid passkey ${name}.`;
  process.stdout.write(`The passkey ${name} is revoked. Who was approved by it stays approved.\n`);
  return undefined;
}

type Command = (pool: pg.Pool, ...given: [string, string]) => Promise<string | undefined>;

const COMMANDS: Record<string, { command: Command; takes: number; andMaybe?: number }> = {
  add: { command: add, takes: 1, andMaybe: 1 },
  remove: { command: remove, takes: 1, andMaybe: 1 },
  list: { command: list, takes: 0 },
  'reset-factor': { command: resetFactor, takes: 2 },
  'revoke-passkey': { command: revoke, takes: 1 },
};

/** @returns why it was not done */
async function run(pool: pg.Pool, [name, first = '', second = '']: string[]): Promise<string | undefined> {
  try {
    return await COMMANDS[name!]!.command(pool, first, second);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.message, ...(error.details ?? []).map((issue) => `${issue.field}: ${issue.message}`)].join('\n');
  }
}

const given = process.argv.slice(2);
const asked = Object.hasOwn(COMMANDS, given[0] ?? '') ? COMMANDS[given[0]!] : undefined;
const count = given.length - 1;
if (!asked || count < asked.takes || count > asked.takes + (asked.andMaybe ?? 0)) {
  process.stderr.write(usage);
  process.exit(2);
}
const pool = new pg.Pool({
  connectionString: readDatabaseConfig().DATABASE_URL,
  max: 2,
  connectionTimeoutMillis: 5_000,
});
const failure = await run(pool, given);
await pool.end();
if (failure !== undefined) {
  process.stderr.write(`${failure}\n`);
  process.exit(1);
}
