import type { SqlSession } from '@candid/event-store';
import { isoTime } from '../sql-time.js';

export interface AssessorPasskey {
  name: string;
  secretHash: string;
  createdAt: string;
  revokedAt: string | null;
}

const columns = `name, secret_hash as "secretHash", ${isoTime('created_at')} as "createdAt",
  ${isoTime('revoked_at')} as "revokedAt"`;

export async function listPasskeys(session: SqlSession): Promise<AssessorPasskey[]> {
  return session.query<AssessorPasskey>(`select ${columns} from assessor_passkeys order by name`);
}

export async function findPasskey(session: SqlSession, name: string): Promise<AssessorPasskey | undefined> {
  const sql = `select ${columns} from assessor_passkeys where name = $1`;
  return (await session.query<AssessorPasskey>(sql, [name]))[0];
}

/** False where the name is taken, by a revoked one too. */
export async function addPasskey(
  session: SqlSession,
  { name, secretHash, now }: { name: string; secretHash: string; now: Date },
): Promise<boolean> {
  const rows = await session.query(
    `insert into assessor_passkeys (name, secret_hash, created_at) values ($1, $2, $3::timestamptz)
     on conflict (name) do nothing returning name`,
    [name, secretHash, now.toISOString()],
  );
  return rows.length === 1;
}

/** Adds the passkey, or gives its name a new secret; a revoked name stays revoked. */
export async function storePasskey(
  session: SqlSession,
  { name, secretHash }: { name: string; secretHash: string },
): Promise<void> {
  await session.query(
    `insert into assessor_passkeys (name, secret_hash) values ($1, $2)
     on conflict (name) do update set secret_hash = excluded.secret_hash`,
    [name, secretHash],
  );
}

/** Nobody is approved by it any more; who was stays approved. False where no valid passkey has the name. */
export async function revokePasskey(session: SqlSession, name: string, now: Date): Promise<boolean> {
  const rows = await session.query(
    'update assessor_passkeys set revoked_at = $2::timestamptz where name = $1 and revoked_at is null returning name',
    [name, now.toISOString()],
  );
  return rows.length === 1;
}
