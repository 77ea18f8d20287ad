import type { SqlSession } from '@candid/event-store';

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

interface Row {
  secret: string | null;
  pending_secret: string | null;
  last_step: string | number;
  recovery_hashes: string;
  last_use: string | null;
  last_used_at_ms: number | null;
}

const columns = `secret, pending_secret, last_step, to_jsonb(recovery_hashes)::text as recovery_hashes, last_use,
  extract(epoch from last_used_at)::float8 * 1000 as last_used_at_ms`;

/** Until the transaction ends, nobody else uses or changes it. */
export async function lockSecondFactor(session: SqlSession, userId: string): Promise<SecondFactor> {
  await session.query('insert into second_factors (user_id) values ($1::uuid) on conflict do nothing', [userId]);
  const sql = `select ${columns} from second_factors where user_id = $1::uuid for update`;
  const [row] = await session.query<Row>(sql, [userId]);
  return factorOf(row);
}

export async function findSecondFactor(session: SqlSession, userId: string): Promise<SecondFactor> {
  const [row] = await session.query<Row>(`select ${columns} from second_factors where user_id = $1::uuid`, [userId]);
  return factorOf(row);
}

/** Holds the factor until the transaction ends. False if the secret has been changed; a change under way is waited for. */
export async function keepSecondFactor(session: SqlSession, userId: string, secret: string): Promise<boolean> {
  const sql = 'select 1 from second_factors where user_id = $1::uuid and secret = $2 for share';
  return (await session.query(sql, [userId, secret])).length === 1;
}

/** The caller must have locked the row. */
export async function saveSecondFactor(session: SqlSession, userId: string, factor: SecondFactor): Promise<void> {
  await session.query(
    `update second_factors set secret = $2, pending_secret = $3, last_step = $4::bigint,
       recovery_hashes = array(select jsonb_array_elements_text($5::jsonb)), last_use = $6, last_used_at = $7::timestamptz
     where user_id = $1::uuid`,
    [
      userId,
      factor.secret,
      factor.pendingSecret,
      factor.lastStep,
      JSON.stringify(factor.recoveryHashes),
      factor.lastUse,
      factor.lastUsedAt?.toISOString() ?? null,
    ],
  );
}

export async function removeSecondFactor(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from second_factors where user_id = $1::uuid', [userId]);
}

function factorOf(row: Row | undefined): SecondFactor {
  if (!row) return NONE;
  return {
    secret: row.secret,
    pendingSecret: row.pending_secret,
    lastStep: Number(row.last_step),
    recoveryHashes: JSON.parse(row.recovery_hashes) as string[],
    lastUse: row.last_use,
    lastUsedAt: row.last_used_at_ms === null ? null : new Date(Math.round(Number(row.last_used_at_ms))),
  };
}
