import { type EventMetadata, noteWork, type RecordedEvent, type SqlSession } from '@candid/event-store';
import type { RatingsAccepted } from '../photo-assessment/domain/events.js';
import { AGGREGATION_QUEUE } from './aggregation.rows.js';

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
export async function accept(accepted: readonly RecordedEvent[], session: SqlSession): Promise<void> {
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
