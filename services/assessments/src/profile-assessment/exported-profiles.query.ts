import type { ExportedProfileAssessment, ExportedProfileRating } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { decodeExportCursor, encodeExportCursor, exactTime } from '../export-cursor.js';

interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}
interface GroupRow {
  id: string;
  at: string;
  photo_ids: unknown;
  test_limit: number;
  test_times_rated: number;
  started_at: string;
  comments_selected: unknown;
}
interface RatingRow {
  id: string;
  at: string;
  profile_assessment_id: string;
  comments: unknown;
}

/** Exports a person's profile assessments and their ratings, oldest first, with keyset pagination. */
@Injectable()
export class ExportedProfilesQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /** @throws DomainError VALIDATION_FAILED for an invalid cursor */
  async groupsOf(ownerId: string, { cursor, limit }: PageRequest) {
    const after = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const rows = await readSessionOf(this.orm).query<GroupRow>(
      `select profile_assessment_id as id, ${exactTime('created_at')} as at, photo_ids, test_limit, test_times_rated,
          ${exactTime('started_at')} as started_at, comments_selected
         from profile_assessment where owner_id = $1::uuid
          and ($2::timestamptz is null or (created_at, profile_assessment_id) > ($2::timestamptz, $3::uuid))
        order by created_at, profile_assessment_id limit $4::int`,
      [ownerId, after?.at ?? null, after?.ids[0] ?? null, limit + 1],
    );
    const { shown, nextCursor } = pageOf(rows, limit);
    return { profileAssessments: shown.map(profileAssessmentOf), nextCursor };
  }

  /**
   * Ratings that the user's profiles received, or that the user gave. @throws DomainError VALIDATION_FAILED for an
   * invalid cursor
   */
  async ratingsOf(userId: string, side: 'received' | 'given', { cursor, limit }: PageRequest) {
    const after = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const rows = await readSessionOf(this.orm).query<RatingRow>(
      `select submission_id as id, ${exactTime('accepted_at')} as at, profile_assessment_id, comments from profile_rating
        where ${side === 'received' ? 'owner_id' : 'assessor_id'} = $1::uuid
          and ($2::timestamptz is null or (accepted_at, submission_id) > ($2::timestamptz, $3::uuid))
        order by accepted_at, submission_id limit $4::int`,
      [userId, after?.at ?? null, after?.ids[0] ?? null, limit + 1],
    );
    const { shown, nextCursor } = pageOf(rows, limit);
    return { ratings: shown.map(ratingOf), nextCursor };
  }
}

function pageOf<Row extends { at: string; id: string }>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    nextCursor: rows.length > limit && last ? encodeExportCursor({ at: last.at, ids: [last.id] }) : null,
  };
}

const iso = (at: string): string => new Date(at).toISOString();
const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

function profileAssessmentOf(row: GroupRow): ExportedProfileAssessment {
  return {
    profileAssessmentId: row.id,
    createdAt: iso(row.at),
    currentTestStartedAt: iso(row.started_at),
    photoIds: json(row.photo_ids),
    testLimit: Number(row.test_limit),
    testTimesRated: Number(row.test_times_rated),
    commentsSelected: json(row.comments_selected),
  } as ExportedProfileAssessment;
}

function ratingOf({ at, profile_assessment_id: profileAssessmentId, comments }: RatingRow): ExportedProfileRating {
  return { ratedAt: iso(at), profileAssessmentId, comments: json(comments) } as ExportedProfileRating;
}
