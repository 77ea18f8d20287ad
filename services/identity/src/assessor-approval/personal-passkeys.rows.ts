import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { exactTime, isoTime } from '../sql-time.js';
import { decodeCursor, type PagePlace, pageOf } from '../support/page-cursor.js';

export const passkeyBatchesTable = `create table passkey_batches (
  batch_id uuid primary key,
  name text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
)`;

/** The unique hash makes checking a passkey one lookup, however many there are. */
export const personalPasskeysTable = `create table personal_passkeys (
  name text primary key,
  batch text not null references passkey_batches (name),
  secret_hash text not null unique,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz,
  constraint used_or_revoked check (used_at is null or revoked_at is null)
);
create index on personal_passkeys (batch);
create index on personal_passkeys (used_by) where used_by is not null`;

export interface PersonalPasskey {
  name: string;
  usedAt: string | null;
  usedBy: UserId | null;
  revokedAt: string | null;
}

export interface PasskeyBatch {
  name: string;
  createdAt: string;
  expiresAt: string;
  count: number;
  used: number;
  revoked: number;
}

type BatchRow = PasskeyBatch & PagePlace;

const selectBatches = `select batch_id as id, ${exactTime('created_at')} as at, b.name, ${isoTime('created_at')} as "createdAt",
    ${isoTime('expires_at')} as "expiresAt", c.count, c.used, c.revoked
  from passkey_batches b cross join lateral (
    select count(*)::int as count, count(used_at)::int as used, count(revoked_at)::int as revoked
      from personal_passkeys where batch = b.name) c`;

const passkeyColumns = `name, ${isoTime('used_at')} as "usedAt", used_by as "usedBy", ${isoTime('revoked_at')} as "revokedAt"`;

/** False if the name is taken. Of two transactions that add the same name, the second waits for the first. */
export async function addPasskeyBatch(
  session: SqlSession,
  added: {
    batchId: string;
    name: string;
    passkeys: { name: string; secretHash: string }[];
    now: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { batchId, name, passkeys, now, expiresAt } = added;
  const rows = await session.query(
    `insert into passkey_batches (batch_id, name, created_at, expires_at)
     values ($1::uuid, $2, $3::timestamptz, $4::timestamptz) on conflict (name) do nothing returning name`,
    [batchId, name, now.toISOString(), expiresAt.toISOString()],
  );
  if (rows.length === 0) return false;
  await session.query(
    `insert into personal_passkeys (name, batch, secret_hash)
     select made.name, $1, made.secret_hash from unnest($2::text[], $3::text[]) as made(name, secret_hash)`,
    [name, passkeys.map((passkey) => passkey.name), passkeys.map(({ secretHash }) => secretHash)],
  );
  return true;
}

/** The hashes of a batch's secrets, in the order of their names. */
export async function hashesOfBatch(session: SqlSession, batch: string): Promise<string[]> {
  const rows = await session.query<{ secret_hash: string }>(
    'select secret_hash from personal_passkeys where batch = $1 order by name',
    [batch],
  );
  return rows.map((row) => row.secret_hash);
}

/** Newest first. @throws DomainError `VALIDATION_FAILED` for a cursor that is none */
export async function listPasskeyBatches(
  session: SqlSession,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  const found = await session.query<BatchRow>(
    `${selectBatches} where $1::timestamptz is null or (created_at, batch_id) < ($1::timestamptz, $2::uuid)
      order by created_at desc, batch_id desc limit $3::int`,
    [before?.at ?? null, before?.id ?? null, limit + 1],
  );
  const { rows, nextCursor } = pageOf(found, limit);
  return { batches: rows, nextCursor };
}

export async function findPasskeyBatch(
  session: SqlSession,
  name: string,
): Promise<{ batch: PasskeyBatch; passkeys: PersonalPasskey[] } | undefined> {
  const [batch] = await session.query<BatchRow>(`${selectBatches} where b.name = $1`, [name]);
  if (!batch) return undefined;
  const passkeys = await session.query<PersonalPasskey>(
    `select ${passkeyColumns} from personal_passkeys where batch = $1 order by name`,
    [name],
  );
  return { batch, passkeys };
}

export async function findPersonalPasskey(session: SqlSession, name: string): Promise<PersonalPasskey | undefined> {
  const [row] = await session.query<PersonalPasskey>(
    `select ${passkeyColumns} from personal_passkeys where name = $1`,
    [name],
  );
  return row;
}

/**
 * The name of the passkey, whose row stays locked until the transaction ends. Undefined if it is unknown, revoked, expired,
 * or used by somebody else. Who has used it may present it again.
 */
export async function claimPersonalPasskey(
  session: SqlSession,
  { secretHash, userId, now }: { secretHash: string; userId: string; now: Date },
): Promise<string | undefined> {
  const [row] = await session.query<{ name: string }>(
    `select p.name from personal_passkeys p join passkey_batches b on b.name = p.batch
      where p.secret_hash = $1 and p.revoked_at is null
        and ((p.used_at is null and b.expires_at > $3::timestamptz) or p.used_by = $2::uuid)
      for update of p`,
    [secretHash, userId, now.toISOString()],
  );
  return row?.name;
}

export async function usePersonalPasskey(session: SqlSession, name: string, userId: string, now: Date): Promise<void> {
  await session.query(
    'update personal_passkeys set used_at = $3::timestamptz, used_by = $2::uuid where name = $1 and used_at is null',
    [name, userId, now.toISOString()],
  );
}

/** Changes nothing about one that is used. */
export async function revokePersonalPasskey(session: SqlSession, name: string, now: Date): Promise<boolean> {
  const rows = await session.query(
    `update personal_passkeys set revoked_at = $2::timestamptz
      where name = $1 and revoked_at is null and used_at is null returning name`,
    [name, now.toISOString()],
  );
  return rows.length > 0;
}

/** Changes nothing about those that are used. */
export async function revokePasskeyBatch(session: SqlSession, batch: string, now: Date): Promise<boolean> {
  const rows = await session.query(
    `update personal_passkeys set revoked_at = $2::timestamptz
      where batch = $1 and revoked_at is null and used_at is null returning name`,
    [batch, now.toISOString()],
  );
  return rows.length > 0;
}

/** That a passkey is used stays on record; by whom does not. */
export async function forgetPasskeyUser(session: SqlSession, userId: string): Promise<void> {
  await session.query('update personal_passkeys set used_by = null where used_by = $1::uuid', [userId]);
}
