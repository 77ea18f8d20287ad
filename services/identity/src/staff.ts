/**
 *   node dist/staff.js add EMAIL             makes a support account; the password from STAFF_PASSWORD, else from stdin
 *   node dist/staff.js revoke-passkey NAME   lets nobody become an assessor by that passkey any more
 */
import { DomainError, EventStore, sessionOfClient } from '@candid/event-store';
import pg from 'pg';
import { addSupportAccount } from './application/add-support-account.js';
import { readDatabaseConfig } from './config.js';
import { revokePasskey } from './records/assessor-passkeys.js';
import { readSecret } from './security/read-secret.js';

const usage = 'usage: staff.js add EMAIL | staff.js revoke-passkey NAME\n';

async function add(pool: pg.Pool, email: string): Promise<string | undefined> {
  const password = process.env['STAFF_PASSWORD'] || (await readSecret(`Password for ${email}: `));
  const added = await addSupportAccount(new EventStore({ pool }), { email, password }, new Date());
  switch (added.outcome) {
    case 'added':
      process.stdout.write(`${email} is a support account now (${added.userId}).\n`);
      return undefined;
    case 'support-already':
      process.stdout.write(`${email} is a support account already. Nothing was changed, the password neither.\n`);
      return undefined;
    case 'account-without-support':
      return `${email} has an account already, which is left as it is. Support accounts are made with an address of their own.`;
  }
}

async function revoke(pool: pg.Pool, name: string): Promise<string | undefined> {
  if (!(await revokePasskey(sessionOfClient(pool), name, new Date()))) return `There is no valid passkey ${name}.`;
  process.stdout.write(`The passkey ${name} is revoked. Who was approved by it stays approved.\n`);
  return undefined;
}

/** @returns why it was not done */
async function run(pool: pg.Pool, [command, argument]: string[]): Promise<string | undefined> {
  try {
    return command === 'add' ? await add(pool, argument!) : await revoke(pool, argument!);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.message, ...(error.details ?? []).map((issue) => `${issue.field}: ${issue.message}`)].join('\n');
  }
}

const given = process.argv.slice(2);
if (given.length !== 2 || !['add', 'revoke-passkey'].includes(given[0]!)) {
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
