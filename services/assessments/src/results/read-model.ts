import type { AskedPhoto, PhotoScores } from '@candid/contracts';
import {
  type EventMetadata,
  noteWork,
  type Projection,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import { Database, sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inRuns } from '../kernel/in-runs.js';
import { SCORES_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type { OwnerEvent } from '../owner/owner.js';
import type { PhotoAssessmentEvent, PhotoAssessmentStarted, RatingsAccepted } from '../photo-assessment/events.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { confidenceLevelOf, confidenceRangeOf, type ScoreSums, varianceOf } from './confidence.js';
import { AGGREGATION_QUEUE, requestAggregation } from './photo-results.js';
import { rankComments } from './rank-comments.js';

export const scoreTables = [
  /**
   * A photo's exact sums over all its assessments, the state of its newest one, and the owner's requirements.
   * `comments` are in the order of acceptance. `revision` counts the changes of the data behind the results.
   * `unused_tokens` is the refund if the assessment ended now. After a restart at a reduced price, this refund is less
   * than the full price of the missing ratings.
   */
  `create table photo_score (
    photo_id uuid primary key,
    owner_id uuid not null,
    photo_assessment_id uuid,
    assessment_id uuid unique,
    running boolean not null,
    test_limit integer not null,
    test_times_rated integer not null check (test_times_rated between 0 and test_limit),
    times_rated integer not null,
    total_score integer not null,
    sum_of_squares integer not null,
    comments jsonb not null,
    comments_selected jsonb not null,
    min_comments integer not null,
    rating_required boolean not null,
    comments_negative boolean not null,
    revision integer not null,
    unused_tokens integer not null default 0
  )`,
  'create index photo_score_running on photo_score (owner_id) where running',
  `create table received_rating (
    submission_id uuid not null,
    photo_id uuid not null,
    photo_assessment_id uuid not null,
    owner_id uuid not null,
    assessor_id uuid not null,
    score integer check (score between 1 and 20),
    comments jsonb not null,
    accepted_at timestamptz not null,
    primary key (submission_id, photo_id)
  )`,
  'create index received_rating_photo on received_rating (photo_id, accepted_at desc)',
  'create index received_rating_owner on received_rating (owner_id, accepted_at desc)',
  // Index for the export of the ratings that a person gave.
  'create index received_rating_assessor on received_rating (assessor_id, accepted_at)',
];

const reactions: Reactions<PhotoAssessmentEvent | OwnerEvent> = {
  PhotoAssessmentStarted: start,
  AssessedPhotoExtended: (extended, session) => resize(extended, extended.amountTokens, session),
  SpoiledRatingReplaced: (replaced, session) => resize(replaced, replaced.amountTokens, session),
  AssessedPhotoShrunk: (shrunk, session) => resize(shrunk, -shrunk.refundTokens, session),
  RequirementsChanged: ({ assessmentId, commentsSelected, minComments, ratingRequired }, session) =>
    session.query(
      `update photo_score set comments_selected = $2::jsonb, min_comments = $3, rating_required = $4
       where assessment_id = $1`,
      [assessmentId, JSON.stringify(commentsSelected), minComments, ratingRequired],
    ),
  AssessedPhotoCompleted: stop,
  AssessedPhotoEnded: stop,
  FirstAssessmentReset: reset,
  PhotoForgotten: forget,
};

/**
 * Applies each event once: one transaction writes the rows and the checkpoint. Each change of the data behind the results requests
 * an aggregation. A rebuild requests none for results that exist.
 */
@Injectable()
export class ScoresProjection implements Projection<EntityManager> {
  readonly name = SCORES_PROJECTION;
  readonly tables = ['photo_score', 'received_rating'];
  readonly eventTypes = ['RatingsAccepted', ...Object.keys(reactions)];

  async applyAll(events: RecordedEvent[], em: EntityManager): Promise<void> {
    await inRuns(events, 'RatingsAccepted', {
      run: (accepted) => accept(accepted, sessionOf(em)),
      other: (event) => this.apply(event, em),
    });
  }

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    return event.type === 'RatingsAccepted' ? accept([event], session) : react(reactions, event, session);
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
        ...[photoId, ownerId, photoAssessmentId, assessmentId, testLimit, JSON.stringify(commentsSelected)],
        ...[minComments, ratingRequired, commentsNegative, amountTokens],
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

async function stop({ assessmentId }: { assessmentId: string }, session: SqlSession): Promise<void> {
  const sql = 'update photo_score set running = false, unused_tokens = 0 where assessment_id = $1';
  await session.query(sql, [assessmentId]);
}

/** Clears all sums: a reset happens before the first profile, so the sums contain no other photo assessment. */
async function reset(
  { photoAssessmentId, photoIds }: { photoAssessmentId: string; photoIds: string[] },
  session: SqlSession,
): Promise<void> {
  for (const photoId of photoIds) {
    await session.query('delete from received_rating where photo_id = $1', [photoId]);
    const [row] = await session.query<{ revision: number }>(
      `update photo_score set photo_assessment_id = null, assessment_id = null, running = false, test_limit = 0,
         test_times_rated = 0, times_rated = 0, total_score = 0, sum_of_squares = 0, comments = '[]',
         comments_selected = '[]', min_comments = 0, rating_required = false, unused_tokens = 0, revision = revision + 1
       where photo_id = $1 and photo_assessment_id = $2 returning revision`,
      [photoId, photoAssessmentId],
    );
    if (row) await requestAggregation(session, photoId, row.revision);
  }
}

async function forget({ photoId }: { photoId: string }, session: SqlSession): Promise<void> {
  await session.query('delete from received_rating where photo_id = $1', [photoId]);
  const [row] = await session.query<{ revision: number }>(
    'delete from photo_score where photo_id = $1 returning revision',
    [photoId],
  );
  if (row) await requestAggregation(session, photoId, row.revision + 1);
}

/** Writes nothing for a photo that was deleted meanwhile. In a rebuild, ratings of deleted photos have no content. */
const acceptSql = `with rating as (
    select r.*, c.score, coalesce(c.comments, '[]') as comments
    from jsonb_to_recordset($1::jsonb) as r(place int, submission_id uuid, photo_assessment_id uuid, owner_id uuid, assessor_id uuid,
      accepted_at timestamptz, assessment_id uuid, photo_id uuid, consumed int, correlation_id text, traceparent text)
    left join rating_content c using (submission_id, photo_id)
  ), photo as (
    select photo_id, count(*) as ratings, count(score) as rated, coalesce(sum(score), 0) as total,
      coalesce(sum(score * score), 0) as squares, max(place) as newest
    from rating group by photo_id
  ), changed as (
    update photo_score s set times_rated = s.times_rated + p.rated, total_score = s.total_score + p.total,
      sum_of_squares = s.sum_of_squares + p.squares, revision = s.revision + p.ratings,
      comments = s.comments || coalesce((select jsonb_agg(c.value order by r.place, c.ordinality)
        from rating r, jsonb_array_elements(r.comments) with ordinality c where r.photo_id = s.photo_id), '[]'),
      test_times_rated = s.test_times_rated + (select count(*) from rating r
        where r.photo_id = s.photo_id and r.assessment_id = s.assessment_id),
      unused_tokens = s.unused_tokens - (select coalesce(sum(r.consumed), 0) from rating r
        where r.photo_id = s.photo_id and r.assessment_id = s.assessment_id)
    from photo p where s.photo_id = p.photo_id returning s.photo_id, s.revision, p.newest
  ), received as (
    insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
    select r.submission_id, r.photo_id, r.photo_assessment_id, r.owner_id, r.assessor_id, r.score, r.comments, r.accepted_at
    from rating r join changed using (photo_id)
  )
  insert into work_items (id, queue, payload, correlation_id, traceparent)
  select $2::text || '-' || r.submission_id, $2::text, jsonb_build_object('photos', jsonb_agg(
      jsonb_build_object('photoId', c.photo_id, 'revision', c.revision) order by c.photo_id)), r.correlation_id, r.traceparent
  from changed c join rating r on r.place = c.newest
  where not exists (select from photo_result p where p.photo_id = c.photo_id and p.revision >= c.revision)
  group by r.submission_id, r.correlation_id, r.traceparent
  order by 1 on conflict (id) do nothing`;

/** Runs one statement for all events. A photo's results are requested in the trace context of its last submission. */
async function accept(accepted: readonly RecordedEvent[], session: SqlSession): Promise<void> {
  const ratings = accepted.flatMap(({ data, metadata }) => ratingsOf(data as RatingsAccepted, metadata));
  const places = ratings.map((rating, place) => ({ place, ...rating }));
  await session.query(acceptSql, [JSON.stringify(places), AGGREGATION_QUEUE]);
  noteWork(AGGREGATION_QUEUE);
}

function ratingsOf(submission: RatingsAccepted, { correlationId, traceparent }: EventMetadata) {
  const { submissionId, photoAssessmentId, ownerId, assessorId, acceptedAt, ratings } = submission;
  return ratings.map(({ assessmentId, photoId, consumedTokens }) => ({
    submission_id: submissionId,
    photo_assessment_id: photoAssessmentId,
    owner_id: ownerId,
    assessor_id: assessorId,
    accepted_at: acceptedAt,
    assessment_id: assessmentId,
    photo_id: photoId,
    consumed: consumedTokens,
    correlation_id: correlationId,
    traceparent,
  }));
}

/** Groups of columns. Their defaults are the values of a photo that was never assessed. */
const limits = `coalesce(s.test_limit, 0) as "testLimit", coalesce(s.test_times_rated, 0) as "testTimesRated"`;

const sums = `coalesce(s.running, false) as running, coalesce(s.times_rated, 0) as "timesRated",
    coalesce(s.total_score, 0) as "totalScore", coalesce(s.sum_of_squares, 0) as "sumOfSquares",
    coalesce(s.comments, '[]') as comments`;

const requirements = `s.photo_assessment_id as "photoAssessmentId", coalesce(s.comments_selected, '[]') as "commentsSelected",
    coalesce(s.min_comments, 0) as "minComments", coalesce(s.rating_required, false) as "ratingRequired",
    coalesce(s.comments_negative, true) as "commentsNegative"`;

const inRequestedOrder = 'unnest($1::uuid[]) with ordinality as p (photo_id, place)';

/** The results are null until they are stored for the current revision. */
const scoresSql = `select photo_id as "photoId", s.assessment_id as "assessmentId", ${limits}, ${sums}, ${requirements},
    r.range_low as "rangeLow", r.range_high as "rangeHigh", r.ranked_comments as "rankedComments"
  from ${inRequestedOrder} left join photo_score s using (photo_id)
    left join photo_result r using (photo_id, revision) order by place`;

type ScoresRow = Omit<PhotoScores, 'variance' | 'originalRange' | 'limitReached' | 'fairScore'> &
  ScoreSums & { rangeLow: number | null; rangeHigh: number | null; rankedComments: PhotoScores['comments'] | null };

const askedSql = `select photo_id as "photoId", ${limits}, ${requirements}
  from ${inRequestedOrder} join photo_score s using (photo_id) where s.running order by place`;

@Injectable()
export class PhotoScoresQuery {
  constructor(
    private readonly database: Database,
    private readonly fairScores: AdjustedScoresQuery,
  ) {}

  /** Keeps the given order. If a photo was never assessed, its assessment is null and its range is the whole scale. */
  async byPhotoIds(photoIds: readonly string[]): Promise<PhotoScores[]> {
    if (photoIds.length === 0) return [];
    const [rows, fairScores] = await Promise.all([
      this.database.query<ScoresRow>(scoresSql, [photoIds]),
      this.fairScores.byPhotoIds(photoIds),
    ]);
    return rows.map((row) => ({ ...scoresOf(row), fairScore: fairScores.get(row.photoId) ?? null }));
  }

  async confidenceOf(photoId: string) {
    const [row] = await this.database.query<ScoresRow>(scoresSql, [[photoId]]);
    return { confidenceRange: confidenceRangeOf(row!), level: confidenceLevelOf(row!) };
  }

  /** Keeps the given order. Photos without a running assessment are left out. */
  async askedOf(photoIds: readonly string[]): Promise<AskedPhoto[]> {
    if (photoIds.length === 0) return [];
    return this.database.query<AskedPhoto>(askedSql, [photoIds]);
  }

  /** Newest photo assessment by photo id. Other owners' photos are left out. */
  async assessmentsOf(ownerId: string, photoIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ photoId: string; photoAssessmentId: string }>(
      `select photo_id as "photoId", photo_assessment_id as "photoAssessmentId" from photo_score
        where owner_id = $1 and photo_id = any ($2::uuid[]) and photo_assessment_id is not null`,
      [ownerId, photoIds],
    );
    return new Map(rows.map((row) => [row.photoId, row.photoAssessmentId]));
  }

  /** Returns whether the owner's assessments run, and their refund if they ended now. `photoId` selects one photo. */
  async refundOf(ownerId: string, photoId?: string) {
    const [refund] = await this.database.query<{ refundTokens: number; isRunning: boolean }>(
      `select coalesce(sum(unused_tokens), 0)::int as "refundTokens", count(*) > 0 as "isRunning"
        from photo_score where owner_id = $1 and running and ($2::uuid is null or photo_id = $2)`,
      [ownerId, photoId ?? null],
    );
    return refund!;
  }
}

/** Computes results that are not stored yet from the sums, so that an owner always reads consistent values. */
function scoresOf(row: ScoresRow): Omit<PhotoScores, 'fairScore'> {
  const { sumOfSquares: _, rangeLow, rangeHigh, rankedComments, ...scores } = row;
  return {
    ...scores,
    variance: varianceOf(row),
    originalRange: rangeLow === null || rangeHigh === null ? confidenceRangeOf(row) : [rangeLow, rangeHigh],
    limitReached: row.testLimit > 0 && row.testTimesRated >= row.testLimit,
    comments: rankedComments ?? rankComments(row.comments),
  };
}

/** A photo's state from which its results are derived. */
export interface PhotoSums
  extends ScoreSums,
    Pick<PhotoScores, 'photoId' | 'running' | 'testLimit' | 'testTimesRated' | 'comments'> {
  ownerId: string;
  revision: number;
}

/** Sums by photo id. Photos that were never assessed, or are deleted, are missing. */
export async function loadSums(session: SqlSession, photoIds: readonly string[]): Promise<Map<string, PhotoSums>> {
  const rows = await session.query<PhotoSums>(
    `select photo_id as "photoId", owner_id as "ownerId", revision, ${limits}, ${sums}
      from photo_score s where photo_id = any ($1::uuid[])`,
    [photoIds],
  );
  return new Map(rows.map((row) => [row.photoId, row]));
}
