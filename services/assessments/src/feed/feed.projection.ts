import { type Projection, type RecordedEvent, type SqlSession, together } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inRuns } from '../kernel/in-runs.js';
import { FEED_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type {
  PhotoAssessmentEvent,
  PhotoAssessmentStarted,
  RatingsAccepted,
  SlotReleased,
  SlotReserved,
} from '../photo-assessment/events.js';
import { slotMsMin } from '../photo-assessment/photo-assessment.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import { filterBits, hidesFromCountry } from './assessor-filter.js';
import { audienceColumns, audienceNow, noAudience } from './audience-first.js';

const reactions: Reactions<PhotoAssessmentEvent | ProfileEvent> = {
  PhotoAssessmentStarted: open,
  SlotReserved: reserve,
  ProfileSlotReserved: async ({ assessorId, assessmentId, holdMsLeft }, session) => {
    if (holdMsLeft < slotMsMin) await exclude(assessorId, assessmentId, session);
  },
  SlotReleased: release,
  AssessedPhotoHeld: hold,
  AssessedPhotoReleased: (released, session) => show('is_held', released, released.releasedAt, session),
  AssessedPhotoScreened: (screened, session) => show('is_unscreened', screened, screened.screenedAt, session),
  AssessorExcused: async ({ assessorId, assessmentId }, session) => {
    await release({ assessorId, assessmentIds: [assessmentId] }, session);
    await exclude(assessorId, assessmentId, session);
  },
  RatingsAccepted: (accepted, session) => serve([accepted], session),
  UncountedProfileRatingAccepted: async (accepted, session) => {
    await exclude(accepted.assessorId, accepted.assessmentId, session);
    await meet([accepted], session);
  },
  ProfileRatingAccepted: (accepted, session) => meet([accepted], session),
  AssessedPhotoExtended: (extended, session) => resize(extended, extended.extendedAt, session),
  AssessedPhotoShrunk: (shrunk, session) => resize(shrunk, null, session),
  SpoiledRatingReplaced: (replaced, session) =>
    resize(replaced, replaced.isReopened ? replaced.replacedAt : null, session),
  AssessedPhotoCompleted: async (completed, session) => {
    await complete(completed, session);
    await close(completed, session);
  },
  AssessedPhotoEnded: close,
};

/** Applies each event once: one transaction writes rows and checkpoint. Times come from the events, never from the clock. */
@Injectable()
export class FeedProjection implements Projection<EntityManager> {
  readonly name = FEED_PROJECTION;
  readonly tables = [
    ...['open_assessment', 'audience_first', 'completed_assessment'],
    ...['assessment_slot', 'rated_assessment', 'rated_owner'],
  ];
  readonly eventTypes = Object.keys(reactions);

  async applyAll(events: RecordedEvent[], em: EntityManager): Promise<void> {
    await inRuns(events, 'RatingsAccepted', {
      run: (accepted) =>
        serve(
          accepted.map((event) => event.data as RatingsAccepted),
          sessionOf(em),
        ),
      other: (event) => this.apply(event, em),
    });
  }

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    return react(reactions, event, sessionOf(em));
  }
}

async function open(started: PhotoAssessmentStarted, session: SqlSession): Promise<void> {
  const { photoAssessmentId, ownerId, assessments, startedAt, heldPhotoIds = [], unscreenedPhotoIds = [] } = started;
  const { audienceFirstUntil = null } = started;
  for (const { assessmentId, photoId, testLimit } of assessments) {
    await session.query(
      `insert into open_assessment (assessment_id, photo_assessment_id, photo_id, owner_id, is_running, is_held,
         is_unscreened, test_limit, accepted, reserved, waiting_since, next_since, assessor_filter, has_location_preference, ${audienceColumns})
       select $1::uuid, $2::uuid, $3::uuid, $4::uuid, true, $5::boolean, $6::boolean, $7::int, 0, 0, $8::timestamptz, $8::timestamptz, 0,
         ${hidesFromCountry('$4::uuid')}, a.*
       from (select) started left join lateral (${audienceNow('$9::timestamptz', '$4::uuid')}) a on true`,
      [
        ...[assessmentId, photoAssessmentId, photoId, ownerId],
        ...[heldPhotoIds.includes(photoId), unscreenedPhotoIds.includes(photoId), testLimit, startedAt],
        audienceFirstUntil,
      ],
    );
    if (audienceFirstUntil !== null) {
      const sql = 'insert into audience_first (assessment_id, until) values ($1, $2::timestamptz)';
      await session.query(sql, [assessmentId, audienceFirstUntil]);
    }
  }
}

const slots = '(select count(*) from assessment_slot where assessment_id = $1)';

async function reserve(reserved: SlotReserved, session: SqlSession): Promise<void> {
  const { photoAssessmentId, assessorId, assessmentIds, reservedAt, expiresAt, holdMsLeft } = reserved;
  const forgetExpired = 'delete from assessment_slot where assessment_id = $1 and expires_at <= $2::timestamptz';
  for (const assessmentId of assessmentIds) {
    await session.query(forgetExpired, [assessmentId, reservedAt]);
    await session.query(
      `insert into assessment_slot (assessment_id, assessor_id, expires_at) values ($1, $2, $3::timestamptz)
       on conflict (assessment_id, assessor_id) do update set expires_at = excluded.expires_at`,
      [assessmentId, assessorId, expiresAt],
    );
    await session.query(`update open_assessment set reserved = ${slots} where assessment_id = $1`, [assessmentId]);
  }
  if (holdMsLeft >= slotMsMin) return;
  // Slot time is limited per photo assessment, so its other photos are no longer offered either.
  const all = await session.query<{ assessment_id: string }>(
    'select assessment_id from open_assessment where photo_assessment_id = $1 and is_open',
    [photoAssessmentId],
  );
  for (const { assessment_id } of all) await exclude(assessorId, assessment_id, session);
}

/** Ends all offers to an assessor who used up the slot time, reported the photo, or gave an uncounted rating. */
async function exclude(assessorId: string, assessmentId: string, session: SqlSession): Promise<void> {
  await session.query(
    `with excluded as (
       insert into rated_assessment (assessor_id, assessment_id) values ($1, $2) on conflict do nothing
     )
     update open_assessment set assessor_filter = assessor_filter | ${filterBits('$1::uuid')} where assessment_id = $2`,
    [assessorId, assessmentId],
  );
}

async function release(
  { assessorId, assessmentIds }: Pick<SlotReleased, 'assessorId' | 'assessmentIds'>,
  session: SqlSession,
): Promise<void> {
  const sql = 'delete from assessment_slot where assessment_id = $1 and assessor_id = $2';
  for (const assessmentId of assessmentIds) {
    await session.query(sql, [assessmentId, assessorId]);
    await session.query(`update open_assessment set reserved = ${slots} where assessment_id = $1`, [assessmentId]);
  }
}

interface AssessedPhoto {
  assessmentId: string;
}

/** Holds the assessment; its slots no longer reserve capacity. */
async function hold({ assessmentId }: AssessedPhoto, session: SqlSession): Promise<void> {
  const sql = 'update open_assessment set is_held = true, reserved = 0 where assessment_id = $1';
  await session.query(sql, [assessmentId]);
  await session.query('delete from assessment_slot where assessment_id = $1', [assessmentId]);
}

async function show(
  hiding: 'is_held' | 'is_unscreened',
  { assessmentId }: AssessedPhoto,
  at: string,
  session: SqlSession,
): Promise<void> {
  const sql = `update open_assessment set ${hiding} = false, ${nextSince('$2')} where assessment_id = $1`;
  await session.query(sql, [assessmentId, at]);
}

/** Leaves `next_since` as it is if the parameter is null. */
const nextSince = (parameter: string): string => `next_since = greatest(next_since, ${parameter}::timestamptz)`;

/** $1 contains the ratings. An uncounted rating only ends the offers to its assessor. */
const serveSql = `with rating as (
    select "assessorId" as assessor_id, "assessmentId" as assessment_id, "isCounted" as is_counted, "acceptedAt" as accepted_at
    from jsonb_to_recordset($1::jsonb) as r("assessorId" uuid, "assessmentId" uuid, "isCounted" boolean, "acceptedAt" timestamptz)
  ), freed as (
    delete from assessment_slot s using rating r
    where r.is_counted and s.assessment_id = r.assessment_id and s.assessor_id = r.assessor_id returning s.assessment_id
  ), counted as (
    update open_assessment o set accepted = o.accepted + r.ratings, assessor_filter = o.assessor_filter | r.bits,
      reserved = o.reserved - (select count(*) from freed f where f.assessment_id = o.assessment_id),
      first_rated_at = coalesce(o.first_rated_at, r.first_at), next_since = greatest(o.next_since, r.last_at)
    from (select assessment_id, count(*) filter (where is_counted) as ratings, bit_or(${filterBits('assessor_id')}) as bits,
            min(accepted_at) filter (where is_counted) as first_at, max(accepted_at) filter (where is_counted) as last_at
            from rating group by assessment_id) r
    where o.assessment_id = r.assessment_id
  )
  insert into rated_assessment (assessor_id, assessment_id) select assessor_id, assessment_id from rating
  on conflict do nothing`;

const meetSql = `insert into rated_owner (assessor_id, owner_id, last_rated_at)
  select "assessorId", "ownerId", max("acceptedAt")
  from jsonb_to_recordset($1::jsonb) as m("ownerId" uuid, "assessorId" uuid, "acceptedAt" timestamptz)
  group by "assessorId", "ownerId"
  on conflict (assessor_id, owner_id) do update
    set last_rated_at = greatest(rated_owner.last_rated_at, excluded.last_rated_at)`;

async function serve(accepted: readonly RatingsAccepted[], session: SqlSession): Promise<void> {
  const ratings = accepted.flatMap(({ assessorId, acceptedAt, ratings: counted, uncounted = [] }) => [
    ...counted.map(({ assessmentId }) => ({ assessorId, assessmentId, acceptedAt, isCounted: true })),
    ...uncounted.map(({ assessmentId }) => ({ assessorId, assessmentId, acceptedAt, isCounted: false })),
  ]);
  await together(session.query(serveSql, [JSON.stringify(ratings)]), meet(accepted, session));
}

type Meeting = Pick<RatingsAccepted, 'ownerId' | 'assessorId' | 'acceptedAt'>;

async function meet(meetings: readonly Meeting[], session: SqlSession): Promise<void> {
  const met = meetings.map(({ ownerId, assessorId, acceptedAt }) => ({ ownerId, assessorId, acceptedAt }));
  await session.query(meetSql, [JSON.stringify(met)]);
}

/** Changes the limit, and reopens a completed assessment. If a lower limit completes it, a separate event closes it. */
function resize(
  { assessmentId, testLimit }: AssessedPhoto & { testLimit: number },
  since: string | null,
  session: SqlSession,
) {
  const sql = `update open_assessment set is_running = true, test_limit = $2::int, ${nextSince('$3')}
    where assessment_id = $1`;
  return session.query(sql, [assessmentId, testLimit, since]);
}

/** Stores how long the assessment took from its start to its first rating and to its first completion. */
async function complete(
  { assessmentId, completedAt }: AssessedPhoto & { completedAt: string },
  session: SqlSession,
): Promise<void> {
  await session.query(
    `insert into completed_assessment (assessment_id, test_limit, is_audience_first, started_at, first_rated_at, completed_at)
     select o.assessment_id, o.test_limit, f.assessment_id is not null, o.waiting_since,
       coalesce(o.first_rated_at, $2::timestamptz), $2::timestamptz
     from open_assessment o left join audience_first f using (assessment_id) where o.assessment_id = $1
     on conflict do nothing`,
    [assessmentId, completedAt],
  );
}

async function close({ assessmentId }: AssessedPhoto, session: SqlSession): Promise<void> {
  await session.query(
    `update open_assessment set is_running = false, reserved = 0, ${noAudience} where assessment_id = $1`,
    [assessmentId],
  );
  await session.query('delete from assessment_slot where assessment_id = $1', [assessmentId]);
  await session.query('delete from audience_first where assessment_id = $1', [assessmentId]);
}
