import type { SqlSession } from '@candid/event-store';

export interface AssessorPasskey {
  name: string;
  secretHash: string;
  isRevoked: boolean;
}

export async function listPasskeys(session: SqlSession): Promise<AssessorPasskey[]> {
  const rows = await session.query<{ name: string; secret_hash: string; is_revoked: boolean }>(
    'select name, secret_hash, revoked_at is not null as is_revoked from assessor_passkeys order by name',
  );
  return rows.map((row) => ({ name: row.name, secretHash: row.secret_hash, isRevoked: row.is_revoked }));
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
