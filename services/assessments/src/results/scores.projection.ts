import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inRuns } from '../in-runs.js';
import type { OwnerEvent } from '../owner/domain/events.js';
import type {
  PhotoAssessmentEvent,
  PhotoAssessmentStarted,
  RequirementsChanged,
} from '../photo-assessment/domain/events.js';
import { accept } from './accept-ratings.js';
import { requestAggregation } from './aggregation.rows.js';

export const SCORES_PROJECTION = 'scores';

const EVENT_TYPES = [
  'PhotoAssessmentStarted',
  'RatingsAccepted',
  'AssessedPhotoExtended',
  'SpoiledRatingReplaced',
  'AssessedPhotoShrunk',
  'RequirementsChanged',
  'AssessedPhotoCompleted',
  'AssessedPhotoEnded',
  'FirstAssessmentReset',
  'PhotoForgotten',
] as const;
/** A case of another type does not compile: it would never be given. */
type Concerning = Extract<PhotoAssessmentEvent | OwnerEvent, { type: (typeof EVENT_TYPES)[number] }>;

/**
 * Applies each event once: one transaction writes the rows and the checkpoint. Sums are exact whole numbers. Each
 * change of the data behind the results requests an aggregation. A rebuild requests none for results that exist.
 */
@Injectable()
export class ScoresProjection implements Projection<EntityManager> {
  readonly name = SCORES_PROJECTION;
  readonly tables = ['photo_score', 'received_rating'];
  readonly eventTypes = EVENT_TYPES;

  async applyAll(events: RecordedEvent[], em: EntityManager): Promise<void> {
    await inRuns(events, 'RatingsAccepted', {
      run: (accepted) => accept(accepted, sessionOf(em)),
      other: (event) => this.apply(event, em),
    });
  }

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    const event = recorded as unknown as Concerning;
    switch (event.type) {
      case 'PhotoAssessmentStarted':
        return start(event.data, session);
      case 'RatingsAccepted':
        return accept([recorded], session);
      case 'AssessedPhotoExtended':
      case 'SpoiledRatingReplaced':
        return resize(event.data, event.data.amountTokens, session);
      case 'AssessedPhotoShrunk':
        return resize(event.data, -event.data.refundTokens, session);
      case 'RequirementsChanged':
        return ask(event.data, session);
      case 'AssessedPhotoCompleted':
      case 'AssessedPhotoEnded':
        return stop(event.data.assessmentId, session);
      case 'FirstAssessmentReset':
        return reset(event.data.photoAssessmentId, event.data.photoIds, session);
      case 'PhotoForgotten':
        return forget(event.data.photoId, session);
    }
  }
}

async function start(
  { photoAssessmentId, ownerId, settings, assessments }: PhotoAssessmentStarted,
  session: SqlSession,
): Promise<void> {
  const { commentsSelected, minComments, ratingRequired, commentsNegative } = settings;
  for (const { photoId, assessmentId, testLimit, amountTokens } of assessments) {
    await session.query(
      `insert into photo_score (photo_id, owner_id, photo_assessment_id, assessment_id, running, test_limit, test_times_rated,
         times_rated, total_score, sum_of_squares, comments, comments_selected, min_comments, rating_required,
         comments_negative, unused_tokens, revision)
       values ($1, $2, $3, $4, true, $5, 0, 0, 0, 0, '[]', $6::jsonb, $7, $8, $9, $10, 0)
       on conflict (photo_id) do update set photo_assessment_id = excluded.photo_assessment_id, assessment_id = excluded.assessment_id,
         running = true, test_limit = excluded.test_limit, test_times_rated = 0,
         comments_selected = excluded.comments_selected, min_comments = excluded.min_comments,
         rating_required = excluded.rating_required, comments_negative = excluded.comments_negative,
         unused_tokens = excluded.unused_tokens`,
      [
        photoId,
        ownerId,
        photoAssessmentId,
        assessmentId,
        testLimit,
        JSON.stringify(commentsSelected),
        minComments,
        ratingRequired,
        commentsNegative,
        amountTokens,
      ],
    );
  }
}

/** Changes the limit and the unused tokens; a completed assessment runs again. */
async function resize(
  { assessmentId, testLimit }: { assessmentId: string; testLimit: number },
  addedTokens: number,
  session: SqlSession,
): Promise<void> {
  await session.query(
    `update photo_score set running = true, test_limit = $2, unused_tokens = unused_tokens + $3 where assessment_id = $1`,
    [assessmentId, testLimit, addedTokens],
  );
}

async function ask(changed: RequirementsChanged, session: SqlSession): Promise<void> {
  const { assessmentId, commentsSelected, minComments, ratingRequired } = changed;
  await session.query(
    `update photo_score set comments_selected = $2::jsonb, min_comments = $3, rating_required = $4
     where assessment_id = $1`,
    [assessmentId, JSON.stringify(commentsSelected), minComments, ratingRequired],
  );
}

async function stop(assessmentId: string, session: SqlSession): Promise<void> {
  await session.query('update photo_score set running = false, unused_tokens = 0 where assessment_id = $1', [
    assessmentId,
  ]);
}

/** Clears all sums: before the first profile, a photo has been in no other photo assessment. */
async function reset(photoAssessmentId: string, photoIds: string[], session: SqlSession): Promise<void> {
  for (const photoId of photoIds) {
    await session.query('delete from received_rating where photo_id = $1', [photoId]);
    const [row] = await session.query<{ revision: number }>(
      `update photo_score set photo_assessment_id = null, assessment_id = null, running = false, test_limit = 0,
         test_times_rated = 0, times_rated = 0, total_score = 0, sum_of_squares = 0, comments = '[]',
         comments_selected = '[]', min_comments = 0, rating_required = false, unused_tokens = 0, revision = revision + 1
       where photo_id = $1 and photo_assessment_id = $2 returning revision`,
      [photoId, photoAssessmentId],
    );
    if (row) await requestAggregation(session, photoId, Number(row.revision));
  }
}

async function forget(photoId: string, session: SqlSession): Promise<void> {
  await session.query('delete from received_rating where photo_id = $1', [photoId]);
  const [row] = await session.query<{ revision: number }>(
    'delete from photo_score where photo_id = $1 returning revision',
    [photoId],
  );
  if (row) await requestAggregation(session, photoId, Number(row.revision) + 1);
}
