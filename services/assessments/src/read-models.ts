import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { OwnThing } from '@candid/platform/messaging';
import type { ProjectionClass } from '@candid/platform/persistence';
import { AssessorsProjection } from './assessor-quality/assessors.projection.js';
import { HiddenProjection } from './blocks/hidden.js';
import { FeedProjection } from './feed/feed.projection.js';
import { ModerationProjection } from './moderation/read-model.js';
import { PhotoAssessmentsProjection } from './photo-assessment/read-model.js';
import { ProfileAssessmentsProjection } from './profile-assessment/read-model.js';
import { ScoresProjection } from './results/read-model.js';

/** All projections of the service. The service runs them, and `rebuild.ts` rebuilds them. */
export const projections: ProjectionClass[] = [
  ScoresProjection,
  PhotoAssessmentsProjection,
  FeedProjection,
  ProfileAssessmentsProjection,
  AssessorsProjection,
  HiddenProjection,
  ModerationProjection,
];

/** Finds the id among photo assessments, profile assessments, rounds and assessed photos. */
const findSql = `select photo_assessment_id as id, owner_id as "userId", status as title, null::timestamptz as at from photo_assessment where photo_assessment_id = $1::uuid
  union all select profile_assessment_id, owner_id, status, created_at from profile_assessment where profile_assessment_id = $1::uuid
  union all select assessment_id, owner_id, status, created_at from profile_assessment where assessment_id = $1::uuid
  union all select assessment_id, owner_id, case when running then 'running' else 'ended' end, null
    from photo_score where assessment_id = $1::uuid`;

/** Finds the assessment with this id, of any owner, for support. */
export async function findAssessments(session: SqlSession, id: string): Promise<OwnThing[]> {
  const rows = await session.query<{ id: string; userId: UserId; title: string; at: Date | null }>(findSql, [id]);
  return rows.map((row) => ({ ...row, kind: 'assessment', at: row.at?.toISOString() ?? null, requestId: null }));
}
