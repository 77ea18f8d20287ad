import type { SqlSession } from '@candid/event-store';

/** A start that nobody confirmed in time. The time keeps PostgreSQL's precision. */
export interface LostStart {
  photoAssessmentId: string;
  ownerId: string;
  expiresAt: string;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Stands before every lost start. */
export const BEFORE_LOST_STARTS: LostStart = { photoAssessmentId: NIL, ownerId: NIL, expiresAt: '-infinity' };

/** Unconfirmed starts whose deadline has passed at `now`: the oldest after `after`. */
export const listLostStarts = (
  session: SqlSession,
  now: Date,
  { after, limit }: { after: LostStart; limit: number },
): Promise<LostStart[]> =>
  session.query<LostStart>(
    `select photo_assessment_id as "photoAssessmentId", owner_id as "ownerId", expires_at::text as "expiresAt"
       from photo_assessment
      where status = 'opened' and expires_at <= $1::timestamptz
        and (expires_at, photo_assessment_id) > ($2::timestamptz, $3::uuid)
      order by expires_at, photo_assessment_id limit $4::int`,
    [now.toISOString(), after.expiresAt, after.photoAssessmentId, limit],
  );
