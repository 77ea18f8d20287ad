import type { SqlSession } from '@candid/event-store';
import { firstRow, hasRow } from '../kernel/rows.js';

export interface SecondFactor {
  /** Sealed; null until the first set-up is confirmed. */
  secret: string | null;
  /** Sealed. */
  pendingSecret: string | null;
  lastStep: number;
  recoveryHashes: string[];
  lastUse: string | null;
  lastUsedAt: Date | null;
}

const NONE: SecondFactor = {
  secret: null,
  pendingSecret: null,
  lastStep: 0,
  recoveryHashes: [],
  lastUse: null,
  lastUsedAt: null,
};

const columns = `secret, pending_secret as "pendingSecret", last_step::float8 as "lastStep", recovery_hashes as "recoveryHashes",
  last_use as "lastUse", last_used_at as "lastUsedAt"`;

/** Locks the second factor until the transaction ends, so that nobody else uses or changes it. */
export async function lockSecondFactor(session: SqlSession, userId: string): Promise<SecondFactor> {
  await session.query('insert into second_factors (user_id) values ($1::uuid) on conflict do nothing', [userId]);
  const sql = `select ${columns} from second_factors where user_id = $1::uuid for update`;
  return (await session.query<SecondFactor>(sql, [userId]))[0]!;
}

export async function findSecondFactor(session: SqlSession, userId: string): Promise<SecondFactor> {
  const sql = `select ${columns} from second_factors where user_id = $1::uuid`;
  return (await firstRow<SecondFactor>(session, sql, [userId])) ?? NONE;
}

/** Waits for other changes, then locks the factor for the transaction. Returns false if `secret` is old. */
export const keepSecondFactor = (session: SqlSession, userId: string, secret: string): Promise<boolean> =>
  hasRow(session, 'select 1 from second_factors where user_id = $1::uuid and secret = $2 for share', [userId, secret]);

/** The caller must have locked the row. */
export async function saveSecondFactor(session: SqlSession, userId: string, factor: SecondFactor): Promise<void> {
  await session.query(
    `update second_factors set secret = $2, pending_secret = $3, last_step = $4::bigint, recovery_hashes = $5::text[],
       last_use = $6, last_used_at = $7::timestamptz
     where user_id = $1::uuid`,
    [
      ...[userId, factor.secret, factor.pendingSecret, factor.lastStep, factor.recoveryHashes],
      ...[factor.lastUse, factor.lastUsedAt?.toISOString() ?? null],
    ],
  );
}

export async function removeSecondFactor(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from second_factors where user_id = $1::uuid', [userId]);
}
