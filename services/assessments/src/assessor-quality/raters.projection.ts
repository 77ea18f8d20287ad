import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { TestEvent } from '../photo-assessment/domain/events.js';
import type { GroupEvent } from '../profile-assessment/domain/events.js';
import { evaluate, leave, open, openingOf, profileOpeningOf, rate, voidOpenings } from '../slots/rater-openings.js';
import type { RaterEvent } from './domain/events.js';
import type { GoldEvent } from './gold/domain/gold-pair.js';

export const RATERS_PROJECTION = 'raters';

const EVENT_TYPES = [
  'SlotReserved',
  'GoldSlotReserved',
  'GroupSlotReserved',
  'SlotReleased',
  'GoldSlotReleased',
  'GroupSlotReleased',
  'GoldRatingsAccepted',
  'GoldPairRegistered',
  'RatingsAccepted',
  'AssessmentEnded',
  'GeneralRatingAccepted',
  'GroupEnded',
  'RaterWarned',
  'RaterRecovered',
  'RaterPaused',
  'PauseAppealed',
  'RaterReinstated',
] as const;
/** A case of another type does not compile: it would never be given. */
type Concerning = Extract<TestEvent | GroupEvent | RaterEvent | GoldEvent, { type: (typeof EVENT_TYPES)[number] }>;

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
        return open(openingOf(event.data, 'photos'), session);
      case 'GoldSlotReserved':
        return open(openingOf(event.data, 'gold'), session);
      case 'GroupSlotReserved':
        return open(profileOpeningOf(event.data), session);
      case 'SlotReleased':
      case 'GoldSlotReleased':
      case 'GroupSlotReleased':
        return leave(event.data, session);
      case 'GeneralRatingAccepted':
        return evaluate(event.data, session);
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
        return voidOpenings(event.data.testId, session);
      case 'GroupEnded':
        return voidOpenings(event.data.assessmentId, session);
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
