import {
  addWorkItem,
  type EventMetadata,
  noteWork,
  type Projection,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Choice, Comment } from '../catalogue/catalogue.js';
import { inRuns } from '../kernel/in-runs.js';
import { SCORES_PROJECTION } from '../kernel/own-writes.js';
import type { OwnerEvent } from '../owner/owner.js';
import type {
  PhotoAssessmentEvent,
  PhotoAssessmentStarted,
  RatingsAccepted,
  RequirementsChanged,
} from '../photo-assessment/events.js';

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

/**
 * A photo that was deleted while it was rated has no row: the statement writes neither its sums nor its ratings. In a rebuild, nothing is
 * known of what the ratings of a photo say that was deleted later.
 */
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

/**
 * Records all ratings of these submissions and requests the aggregation of their photos, in one statement. The sums
 * equal those of one submission at a time. A request is for the photos whose last rating a submission contains, and carries its trace
 * context.
 */
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

export const AGGREGATION_QUEUE = 'aggregate-photos';

/** The queue of earlier versions. The payload of its items is a `PhotoRevision`. */
export const FORMER_AGGREGATION_QUEUE = 'aggregate-photo';

export interface PhotoRevision {
  photoId: string;
  /** Revision of the photo's sums. Results of this or a later revision complete the work item. */
  revision: number;
}

/** The photos of one submission together: they share most of the work. */
export interface AggregationPayload {
  photos: PhotoRevision[];
}

/** Requests the photo's results of this revision, within the transaction that made it. Does nothing if they exist. */
async function requestAggregation(session: SqlSession, photoId: string, revision: number): Promise<void> {
  const known = await session.query('select 1 from photo_result where photo_id = $1 and revision >= $2', [
    photoId,
    revision,
  ]);
  if (known.length > 0) return;
  const payload: AggregationPayload = { photos: [{ photoId, revision }] };
  await addWorkItem(session, { id: `${AGGREGATION_QUEUE}-${photoId}-${revision}`, queue: AGGREGATION_QUEUE, payload });
}

/** A photo's exact sums over all its assessments, and the state of its newest one. Only the projection writes it. */
@Entity({ tableName: 'photo_score' })
export class PhotoScoreRow {
  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'uuid', nullable: true })
  photoAssessmentId!: string | null;

  @Property({ type: 'uuid', nullable: true })
  assessmentId!: string | null;

  @Property({ type: 'boolean' })
  running!: boolean;

  @Property({ type: 'integer' })
  testLimit!: number;

  @Property({ type: 'integer' })
  testTimesRated!: number;

  @Property({ type: 'integer' })
  timesRated!: number;

  @Property({ type: 'integer' })
  totalScore!: number;

  @Property({ type: 'integer' })
  sumOfSquares!: number;

  /** Comments in the order of their acceptance. */
  @Property({ type: 'json' })
  comments!: Comment[];

  @Property({ type: 'json' })
  commentsSelected!: Choice[];

  @Property({ type: 'integer' })
  minComments!: number;

  @Property({ type: 'boolean' })
  ratingRequired!: boolean;

  @Property({ type: 'boolean' })
  commentsNegative!: boolean;

  /** Refund in tokens if the running assessment ended now. */
  @Property({ type: 'integer' })
  unusedTokens!: number;

  /** Number of changes to the data that results are derived from. */
  @Property({ type: 'integer' })
  revision!: number;
}

/** One assessor's counted rating of one photo. Only the projection writes it. */
@Entity({ tableName: 'received_rating' })
export class ReceivedRatingRow {
  @PrimaryKey({ type: 'uuid' })
  submissionId!: string;

  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  photoAssessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'integer', nullable: true })
  score!: number | null;

  @Property({ type: 'json' })
  comments!: Comment[];

  @Property({ type: 'datetime' })
  acceptedAt!: Date;
}
