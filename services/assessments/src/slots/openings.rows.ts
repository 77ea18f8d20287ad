import type { SqlSession } from '@candid/event-store';

/** What an assessor has opened: one person's photos, or one person's profile. */
export interface HeldOpening {
  openingId: string;
  ownerId: string;
  /** Photo assessments that contain the photos; empty for a profile. */
  photoAssessmentIds: string[];
  profileAssessmentId: string | null;
}

/** The data that limits one assessor's openings. Times are ISO 8601 in UTC. */
export interface AssessorOpenings {
  /** Times of reservations and renewals within the last hour. */
  openedAt: string[];
  /** Openings that may still have a live slot, oldest first. */
  held: HeldOpening[];
}

/** Locks the assessor's openings until the transaction ends, so that nothing else is opened for this assessor. */
export async function lockOpenings(session: SqlSession, assessorId: string): Promise<AssessorOpenings> {
  await session.query(
    `insert into opening_limits (assessor_id, opened_at, held) values ($1, '[]', '[]') on conflict do nothing`,
    [assessorId],
  );
  const [row] = await session.query<{ opened_at: string[]; held: HeldOpening[] }>(
    'select opened_at, held from opening_limits where assessor_id = $1 for update',
    [assessorId],
  );
  return { openedAt: row!.opened_at, held: row!.held };
}

export async function recordOpenings(
  session: SqlSession,
  assessorId: string,
  { openedAt, held }: AssessorOpenings,
): Promise<void> {
  await session.query('update opening_limits set opened_at = $2::jsonb, held = $3::jsonb where assessor_id = $1', [
    assessorId,
    JSON.stringify(openedAt),
    JSON.stringify(held),
  ]);
}

/** Whether either side has hidden the person from the assessor. */
export async function isHiddenBetween(session: SqlSession, assessorId: string, ownerId: string): Promise<boolean> {
  const rows = await session.query('select from hidden_person where assessor_id = $1 and owner_id = $2 limit 1', [
    assessorId,
    ownerId,
  ]);
  return rows.length > 0;
}

/**
 * Photo assessments that the assessor has open for this owner, with their photos; read without a lock. A gold pair has
 * no photos here.
 */
export async function heldPhotosOf(
  session: SqlSession,
  assessorId: string,
  ownerId: string,
): Promise<{ photoAssessmentId: string; photoIds: string[] }[]> {
  const rows = await session.query<{ photo_assessment_id: string; photo_ids: string[] | null }>(
    `select t.id as photo_assessment_id, a.photo_ids
       from opening_limits l, jsonb_array_elements(l.held) h, jsonb_array_elements_text(h->'photoAssessmentIds') t(id)
       left join photo_assessment a on a.photo_assessment_id = t.id::uuid
      where l.assessor_id = $1 and h->>'ownerId' = $2::text`,
    [assessorId, ownerId],
  );
  return rows.map((row) => ({ photoAssessmentId: row.photo_assessment_id, photoIds: row.photo_ids ?? [] }));
}

/** Photo assessments that the assessor has open for this owner; read without a lock. */
export async function heldAssessmentsOf(session: SqlSession, assessorId: string, ownerId: string): Promise<string[]> {
  const rows = await session.query<{ held: HeldOpening[] }>('select held from opening_limits where assessor_id = $1', [
    assessorId,
  ]);
  return rows
    .flatMap(({ held }) => held)
    .flatMap((opening) => (opening.ownerId === ownerId ? opening.photoAssessmentIds : []));
}
