import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { GeneralRatingAccepted } from '../../domain/group/events.js';
import type { RatingsAccepted, TestEvent, TestStarted } from '../../domain/test/events.js';

export const FEED_PROJECTION = 'feed';

type Evaluation = { type: 'GeneralRatingAccepted'; data: GeneralRatingAccepted };
type SlotReserved = Extract<TestEvent, { type: 'SlotReserved' }>['data'];

/** An event is applied once: rows and checkpoint are one transaction. Times come from the events, never from the clock. */
@Injectable()
export class FeedProjection implements Projection<EntityManager> {
  readonly name = FEED_PROJECTION;
  readonly tables = ['open_assessment', 'assessment_slot', 'rated_assessment', 'rated_owner'];

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    const event = recorded as unknown as TestEvent | Evaluation;
    switch (event.type) {
      case 'TestStarted':
        return open(event.data, session);
      case 'SlotReserved':
        return reserve(event.data, session);
      case 'RatingsAccepted':
        return serve(event.data, session);
      case 'GeneralRatingAccepted':
        return meet(event.data, session);
      case 'AssessmentExtended':
      case 'AssessmentShrunk':
        return resize(event.data.assessmentId, event.data.testLimit, session);
      case 'AssessmentCompleted':
      case 'AssessmentEnded':
        return close(event.data.assessmentId, session);
      default:
    }
  }
}

async function open({ testId, ownerId, assessments, startedAt }: TestStarted, session: SqlSession): Promise<void> {
  for (const { assessmentId, photoId, testLimit } of assessments) {
    await session.query(
      `insert into open_assessment (assessment_id, test_id, photo_id, owner_id, is_open, test_limit, accepted, waiting_since)
       values ($1, $2, $3, $4, true, $5::int, 0, $6::timestamptz)`,
      [assessmentId, testId, photoId, ownerId, testLimit, startedAt],
    );
  }
}

async function reserve({ assessorId, assessmentIds, reservedAt, expiresAt }: SlotReserved, session: SqlSession) {
  for (const assessmentId of assessmentIds) {
    await session.query('delete from assessment_slot where assessment_id = $1 and expires_at <= $2::timestamptz', [
      assessmentId,
      reservedAt,
    ]);
    await session.query(
      `insert into assessment_slot (assessment_id, assessor_id, expires_at) values ($1, $2, $3::timestamptz)
       on conflict (assessment_id, assessor_id) do update set expires_at = excluded.expires_at`,
      [assessmentId, assessorId, expiresAt],
    );
  }
}

async function serve(accepted: RatingsAccepted, session: SqlSession): Promise<void> {
  const { raterId, ratings } = accepted;
  for (const { assessmentId } of ratings) {
    await session.query('update open_assessment set accepted = accepted + 1 where assessment_id = $1', [assessmentId]);
    await session.query('delete from assessment_slot where assessment_id = $1 and assessor_id = $2', [
      assessmentId,
      raterId,
    ]);
    await session.query('insert into rated_assessment (rater_id, assessment_id) values ($1, $2)', [
      raterId,
      assessmentId,
    ]);
  }
  await meet(accepted, session);
}

type Meeting = Pick<RatingsAccepted, 'ownerId' | 'raterId' | 'acceptedAt'>;

async function meet({ ownerId, raterId, acceptedAt }: Meeting, session: SqlSession): Promise<void> {
  await session.query(
    `insert into rated_owner (rater_id, owner_id, last_rated_at) values ($1, $2, $3::timestamptz)
     on conflict (rater_id, owner_id) do update set last_rated_at = greatest(rated_owner.last_rated_at, excluded.last_rated_at)`,
    [raterId, ownerId, acceptedAt],
  );
}

/** Also opens again what was complete. An assessment that has its ratings now is closed by the event that says so. */
async function resize(assessmentId: string, testLimit: number, session: SqlSession): Promise<void> {
  await session.query('update open_assessment set is_open = true, test_limit = $2::int where assessment_id = $1', [
    assessmentId,
    testLimit,
  ]);
}

async function close(assessmentId: string, session: SqlSession): Promise<void> {
  await session.query('update open_assessment set is_open = false where assessment_id = $1', [assessmentId]);
  await session.query('delete from assessment_slot where assessment_id = $1', [assessmentId]);
}
