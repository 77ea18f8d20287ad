import type { SqlSession } from '@candid/event-store';
import { newPersonalKey } from '../security/personal-data.js';
import { accountUnknown } from './errors.js';

/** The person's key, made where there is none yet. */
export async function personalKeyOf(session: SqlSession, userId: string): Promise<Buffer> {
  const [row] = await session.query<{ key: string }>(
    `with added as (
       insert into personal_keys (user_id, key) values ($1::uuid, decode($2, 'hex')) on conflict (user_id) do nothing
       returning key
     )
     select encode(key, 'hex') as key from added
     union all select encode(key, 'hex') from personal_keys where user_id = $1::uuid limit 1`,
    [userId, newPersonalKey().toString('hex')],
  );
  return Buffer.from(row!.key, 'hex');
}

/** Undefined where it was destroyed, or the person never had one. */
export async function findPersonalKey(session: SqlSession, userId: string): Promise<Buffer | undefined> {
  const [row] = await session.query<{ key: string }>(
    `select encode(key, 'hex') as key from personal_keys where user_id = $1::uuid`,
    [userId],
  );
  return row && Buffer.from(row.key, 'hex');
}

/** @throws DomainError `NOT_FOUND` where it was destroyed: the account is deleted */
export async function requirePersonalKey(session: SqlSession, userId: string): Promise<Buffer> {
  const key = await findPersonalKey(session, userId);
  if (!key) throw accountUnknown();
  return key;
}
