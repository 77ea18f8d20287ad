import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { STAFF_ROLES, type StaffRole } from '@candid/contracts';
import { DomainError, EventStore, sessionOfClient } from '@candid/event-store';
import { readDatabaseConfig } from '@candid/platform';
import pg from 'pg';
import { revokePasskey } from './assessor-approval/passkeys.js';
import { addStaffAccount, listStaffAccounts, removeStaffAccount, resetSecondFactor } from './staff/accounts.js';

const usage = `usage: staff.js add EMAIL [--role ROLE] | remove EMAIL [--role ROLE] | list
                | reset-factor EMAIL COLLEAGUE | revoke-passkey NAME
roles: ${STAFF_ROLES.join(', ')}
`;

type Role = StaffRole | undefined;

/** Reason why the command failed; undefined if it succeeded. */
type Failure = string | undefined;

/** Reads the first line of stdin. At a terminal, prompts for the line and does not show it. */
async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: isTerminal });
  for await (const line of lines) {
    if (isTerminal) process.stderr.write('\n');
    return line;
  }
  return '';
}

/**
 * Creates a staff account with the role, or adds the role to an existing one. Reads a new account's password from
 * STAFF_PASSWORD, or else from stdin.
 */
async function add(pool: pg.Pool, email: string, _: string, role: Role = 'support'): Promise<Failure> {
  const password = process.env['STAFF_PASSWORD'] || (await readSecret(`Password for ${email}: `));
  const added = await addStaffAccount(new EventStore({ pool }), { email, password, role }, new Date());
  switch (added.outcome) {
    case 'added':
      process.stdout.write(`${email} is a ${role} account now (${added.userId}).\n`);
      return undefined;
    case 'role-added':
      process.stdout.write(`${email} has the role ${role} now, too. The password stays as it is.\n`);
      return undefined;
    case 'role-already':
      process.stdout.write(`${email} is a ${role} account already. Nothing was changed, the password neither.\n`);
      return undefined;
    case 'account-of-a-person':
      return `${email} has an account already, which is left as it is. Staff accounts are made with an address of their own.`;
  }
}

/** Revokes the role, or all staff roles. */
async function remove(pool: pg.Pool, email: string, _: string, role: Role): Promise<Failure> {
  const taken = await removeStaffAccount(new EventStore({ pool }), { email, role }, new Date());
  if (taken.length === 0) return `There is no ${role ?? 'staff'} account with the address ${email}.`;
  process.stdout.write(`${email} is no ${taken.join(' and no ')} account any more, and all its sessions have ended.\n`);
}

async function list(pool: pg.Pool): Promise<undefined> {
  const accounts = await listStaffAccounts(sessionOfClient(pool));
  for (const { userId, email, roles, secondFactorSince } of accounts) {
    const factor = secondFactorSince ? `second factor since ${secondFactorSince.toISOString()}` : 'no second factor';
    process.stdout.write(`${userId}  ${email}  ${roles.join(', ')}  ${factor}\n`);
  }
  process.stdout.write(`${accounts.length} staff accounts\n`);
}

async function resetFactor(pool: pg.Pool, email: string, colleagueEmail: string): Promise<undefined> {
  await resetSecondFactor(new EventStore({ pool }), { email, colleagueEmail }, new Date());
  process.stdout.write(`${email} has no second factor any more, and all its sessions have ended.\n`);
}

async function revoke(pool: pg.Pool, name: string): Promise<Failure> {
  if (!(await revokePasskey(sessionOfClient(pool), name, new Date()))) return `There is no valid passkey ${name}.`;
  process.stdout.write(`The passkey ${name} is revoked. Who was approved by it stays approved.\n`);
}

type Command = (pool: pg.Pool, ...given: [string, string, Role]) => Promise<Failure>;

const COMMANDS: Record<string, { command: Command; takes: number; ofRole?: boolean }> = {
  add: { command: add, takes: 1, ofRole: true },
  remove: { command: remove, takes: 1, ofRole: true },
  list: { command: list, takes: 0 },
  'reset-factor': { command: resetFactor, takes: 2 },
  'revoke-passkey': { command: revoke, takes: 1 },
};

async function run(pool: pg.Pool, command: Command, role: Role, [first = '', second = '']: string[]): Promise<Failure> {
  try {
    return await command(pool, first, second, role);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.message, ...(error.details ?? []).map((issue) => `${issue.field}: ${issue.message}`)].join('\n');
  }
}

/** @returns undefined if the arguments are not a valid command */
function given() {
  try {
    const { values, positionals } = parseArgs({ options: { role: { type: 'string' } }, allowPositionals: true });
    const [name = '', ...words] = positionals;
    const role = STAFF_ROLES.find((known) => known === values.role);
    const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined;
    if (known?.takes !== words.length) return undefined;
    if (values.role !== undefined && !(known.ofRole && role)) return undefined;
    return { command: known.command, words, role };
  } catch {
    return undefined;
  }
}

const asked = given();

if (!asked) {
  process.stderr.write(usage);
  process.exit(2);
}

const pool = new pg.Pool({
  connectionString: readDatabaseConfig().DATABASE_URL,
  max: 2,
  connectionTimeoutMillis: 5_000,
});
const failure = await run(pool, asked.command, asked.role, asked.words);

await pool.end();

if (failure) {
  process.stderr.write(`${failure}\n`);
  process.exit(1);
}
