import type { LookingFor } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { accountUnknown } from '../account/errors.js';

/** Undefined leaves a part as it is, null goes back to the default. */
export interface LookingForChange {
  gender?: LookingFor['gender'] | null | undefined;
  relationshipType?: LookingFor['relationshipType'] | null | undefined;
}

/** @throws DomainError `NOT_FOUND` where there is no such account */
export async function findLookingFor(session: SqlSession, userId: string): Promise<LookingFor> {
  const [found] = await session.query<LookingFor>(
    `select coalesce(l.gender, 'All') as gender, coalesce(l.relationship_type, 'Either') as "relationshipType"
       from credentials c left join looking_for l using (user_id)
      where user_id = $1 and c.deletion_requested_at is null`,
    [userId],
  );
  if (!found) throw accountUnknown();
  return found;
}

/** @throws DomainError `NOT_FOUND` where there is no such account */
export async function changeLookingFor(session: SqlSession, userId: string, change: LookingForChange): Promise<void> {
  const rows = await session.query(
    `insert into looking_for as known (user_id, gender, relationship_type)
     select user_id, $2, $3 from credentials where user_id = $1 and deletion_requested_at is null
     on conflict (user_id) do update set
       gender = case when $4::text = 'kept' then known.gender else excluded.gender end,
       relationship_type = case when $5::text = 'kept' then known.relationship_type else excluded.relationship_type end
     returning user_id`,
    [
      userId,
      change.gender ?? null,
      change.relationshipType ?? null,
      change.gender === undefined ? 'kept' : 'changed',
      change.relationshipType === undefined ? 'kept' : 'changed',
    ],
  );
  if (rows.length === 0) throw accountUnknown();
}
