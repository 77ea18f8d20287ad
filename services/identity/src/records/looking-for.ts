import type { LookingFor } from '@candid/contracts';
import { DomainError, type SqlSession } from '@candid/event-store';

const defaults: LookingFor = { gender: 'All', relationshipType: 'Either' };

/** Undefined leaves a part as it is, null goes back to the default. */
export interface LookingForChange {
  gender?: LookingFor['gender'] | null | undefined;
  relationshipType?: LookingFor['relationshipType'] | null | undefined;
}

interface Row {
  gender: LookingFor['gender'] | null;
  relationship_type: LookingFor['relationshipType'] | null;
}

/** @throws DomainError `NOT_FOUND` where there is no such account */
export async function findLookingFor(session: SqlSession, userId: string): Promise<LookingFor> {
  const [row] = await session.query<Row>(
    `select l.gender, l.relationship_type from credentials c left join looking_for l using (user_id)
      where user_id = $1 and c.deletion_requested_at is null`,
    [userId],
  );
  if (!row) throw unknownAccount();
  return {
    gender: row.gender ?? defaults.gender,
    relationshipType: row.relationship_type ?? defaults.relationshipType,
  };
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
  if (rows.length === 0) throw unknownAccount();
}

const unknownAccount = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');
