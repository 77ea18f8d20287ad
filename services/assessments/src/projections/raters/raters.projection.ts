import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { GoldEvent } from '../../domain/gold/gold-pair.js';
import type { RaterEvent } from '../../domain/rater-quality/events.js';
import { raterPolicy } from '../../domain/rater-quality/policy.js';
import type { RatingsAccepted, SlotReserved, TestEvent } from '../../domain/test/events.js';
import { requestJudging } from '../../records/judging.js';

export const RATERS_PROJECTION = 'raters';

const EVENT_TYPES = [
  'SlotReserved',
  'GoldSlotReserved',
  'GoldRatingsAccepted',
  'GoldPairRegistered',
  'RatingsAccepted',
  'AssessmentEnded',
  'RaterWarned',
  'RaterRecovered',
  'RaterPaused',
  'PauseAppealed',
  'RaterReinstated',
] as const;
/** A case of another type does not compile: it would never be given. */
type Concerning = Extract<TestEvent | RaterEvent | GoldEvent, { type: (typeof EVENT_TYPES)[number] }>;

/**
 * How raters behave, and what became of them. An event is applied once: rows and checkpoint are one transaction, and with
 * them the wish for a judgement, which a rebuild does not repeat for what has been judged.
 */
@Injectable()
export class RatersProjection implements Projection<EntityManager> {
  readonly name = RATERS_PROJECTION;
  readonly tables = ['rater_opening', 'rater_submission', 'rater_standing', 'gold_pair'];
  readonly eventTypes = EVENT_TYPES;

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    const event = recorded as unknown as Concerning;
    switch (event.type) {
      case 'SlotReserved':
      case 'GoldSlotReserved':
        return open(event.data, session);
      case 'RatingsAccepted':
        return rate(event.data, null, session);
      case 'GoldRatingsAccepted':
        return rate(event.data, event.data.isRight, session);
      case 'GoldPairRegistered': {
        const { goldId, ownerId, finePhotoId, badPhotoId, registeredAt } = event.data;
        await session.query(
          'insert into gold_pair (gold_id, owner_id, fine_photo_id, bad_photo_id, registered_at) values ($1, $2, $3, $4, $5)',
          [goldId, ownerId, finePhotoId, badPhotoId, registeredAt],
        );
        return;
      }
      case 'AssessmentEnded':
        // Its owner took it back: nobody skipped it.
        await session.query('update rater_opening set is_void = true where test_id = $1 and rated_at is null', [
          event.data.testId,
        ]);
        return;
      case 'RaterWarned':
        return stand(session, { ...event.data, standing: 'warned', since: event.data.warnedAt });
      case 'RaterPaused':
        return stand(session, { ...event.data, standing: 'paused', since: event.data.pausedAt });
      case 'RaterRecovered':
        return stand(session, { ...event.data, standing: 'good', since: event.data.recoveredAt });
      case 'RaterReinstated': {
        const { raterId, reinstatedAt: since } = event.data;
        return stand(session, { raterId, standing: 'good', since });
      }
      case 'PauseAppealed': {
        const { raterId, appealedAt } = event.data;
        await session.query('update rater_standing set appealed_at = $2::timestamptz where rater_id = $1', [
          raterId,
          appealedAt,
        ]);
      }
    }
  }
}

/** A slot renewed in time is the same look at the photos; one taken after its time, or after rating, is a new one. */
async function open({ assessorId, testId, reservedAt, expiresAt }: SlotReserved, session: SqlSession): Promise<void> {
  await session.query(
    `insert into rater_opening as o (rater_id, test_id, opened_at, expires_at, is_void)
     values ($1, $2, $3::timestamptz, $4::timestamptz, false)
     on conflict (rater_id, test_id) do update set expires_at = excluded.expires_at, rated_at = null, is_void = false,
       opened_at = case when o.rated_at is null and o.expires_at > excluded.opened_at
         then o.opened_at else excluded.opened_at end`,
    [assessorId, testId, reservedAt, expiresAt],
  );
  const [row] = await session.query<{ skipped: number }>(
    `select count(*)::int as skipped from rater_opening
      where rater_id = $1 and rated_at is null and not is_void and expires_at <= $2::timestamptz`,
    [assessorId, reservedAt],
  );
  if (row!.skipped < raterPolicy.skipsInARow) return;
  await requestJudging(session, { raterId: assessorId, upTo: reservedAt }, `${testId}-${reservedAt}`);
}

/** Time on task is 0 where the photos were never opened: nobody has seen them. */
async function rate(accepted: RatingsAccepted, goldRight: boolean | null, session: SqlSession): Promise<void> {
  const { submissionId, raterId, testId, acceptedAt, ratings } = accepted;
  await session.query(
    `with opening as (
       update rater_opening set rated_at = $4::timestamptz where rater_id = $2 and test_id = $3 and rated_at is null
       returning opened_at
     )
     insert into rater_submission (submission_id, rater_id, test_id, accepted_at, seconds, photos, scores, gold_right)
     values ($1, $2, $3, $4::timestamptz,
       coalesce((select extract(epoch from $4::timestamptz - opened_at)::float8 from opening), 0), $5::int, $6::int[], $7::boolean)`,
    [
      submissionId,
      raterId,
      testId,
      acceptedAt,
      ratings.length,
      `{${ratings.flatMap(({ score }) => (score === null ? [] : [score])).join(',')}}`,
      goldRight,
    ],
  );
  await requestJudging(session, { raterId, upTo: acceptedAt }, submissionId);
}

interface Standing {
  raterId: string;
  standing: 'good' | 'warned' | 'paused';
  signal?: string;
  since: string;
}

async function stand(session: SqlSession, { raterId, standing, signal, since }: Standing): Promise<void> {
  await session.query(
    `insert into rater_standing (rater_id, standing, signal, since) values ($1, $2, $3, $4::timestamptz)
     on conflict (rater_id) do update set standing = excluded.standing, signal = excluded.signal,
       since = excluded.since, appealed_at = null`,
    [raterId, standing, signal ?? null, since],
  );
}
