import type { SqlSession } from '@candid/event-store';

export interface AssessorPasskey {
  name: string;
  secretHash: string;
  isRevoked: boolean;
  createdAt: Date;
  revokedAt: Date | null;
}

interface Row {
  name: string;
  secret_hash: string;
  created_at_ms: number;
  revoked_at_ms: number | null;
}

const columns = `name, secret_hash, extract(epoch from created_at)::float8 * 1000 as created_at_ms,
  extract(epoch from revoked_at)::float8 * 1000 as revoked_at_ms`;

function passkeyOf(row: Row): AssessorPasskey {
  const revokedAt = row.revoked_at_ms === null ? null : new Date(Math.round(Number(row.revoked_at_ms)));
  return {
    name: row.name,
    secretHash: row.secret_hash,
    isRevoked: revokedAt !== null,
    createdAt: new Date(Math.round(Number(row.created_at_ms))),
    revokedAt,
  };
}

export async function listPasskeys(session: SqlSession): Promise<AssessorPasskey[]> {
  const rows = await session.query<Row>(`select ${columns} from assessor_passkeys order by name`);
  return rows.map(passkeyOf);
}

export async function findPasskey(session: SqlSession, name: string): Promise<AssessorPasskey | undefined> {
  const [row] = await session.query<Row>(`select ${columns} from assessor_passkeys where name = $1`, [name]);
  return row && passkeyOf(row);
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
