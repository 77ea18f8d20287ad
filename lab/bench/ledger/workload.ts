import { randomUUID } from 'node:crypto';

export const callers = 32;
const accountsPerKind = 1_000;
const amountTokens = 5;

/** Creates accounts for refunds from 1000 escrows to 1000 users, or to one user. A refund locks both accounts' rows. */
export const seedSql = `
insert into accounts (account, posted)
select '${accountStem('escrow')}' || lpad(i::text, 12, '0'), 1000000000 from generate_series(1, ${accountsPerKind}) i
union all
select '${accountStem('user')}' || lpad(i::text, 12, '0'), 0 from generate_series(1, ${accountsPerKind}) i`;

function accountStem(kind: string): string {
  return `${kind}:00000000-0000-4000-8000-`;
}

const account = (kind: string, number: number): string => accountStem(kind) + String(number).padStart(12, '0');
const anyAccount = (): number => 1 + Math.floor(Math.random() * accountsPerKind);
const correlationId = '00000000-0000-4000-8000-000000000001';

export function refundEntry(hot: boolean): object {
  const transferId = randomUUID();
  const postings = {
    [account('escrow', anyAccount())]: -amountTokens,
    [account('user', hot ? 1 : anyAccount())]: amountTokens,
  };
  const idempotencyKey = `refund:${transferId}`;
  const effectiveAt = new Date().toISOString();
  return {
    transferId,
    expectedVersion: 0,
    event: { type: 'TransferPosted', data: { code: 'refund', idempotencyKey, postings, effectiveAt } },
    metadata: { correlationId, causationId: randomUUID(), actor: correlationId },
  };
}

/** Returns the pgbench script that makes the same refund by one function call. */
export function refundScript(hot: boolean): string {
  return `
\\set escrow random(1, ${accountsPerKind})
\\set user ${hot ? '1' : `random(1, ${accountsPerKind})`}
select transfer_once(gen_random_uuid(), 'refund:' || gen_random_uuid(), 'refund',
  '${accountStem('escrow')}' || lpad(:escrow::text, 12, '0'), '${accountStem('user')}' || lpad(:user::text, 12, '0'),
  ${amountTokens}, now(), gen_random_uuid(), '${correlationId}', '${correlationId}');
`;
}
