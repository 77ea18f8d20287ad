import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { OwnerEvent } from '../owner/domain/events.js';
import type { GeneralRatingAccepted, GroupEvent, GroupSlotReserved, GroupStarted } from './domain/events.js';

export const GROUPS_PROJECTION = 'groups';

/** An event is applied once: rows and checkpoint are one transaction. Times come from the events, never from the clock. */
@Injectable()
export class GroupsProjection implements Projection<EntityManager> {
  readonly name = GROUPS_PROJECTION;
  readonly tables = ['evaluation_group', 'general_rating', 'group_slot'];

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    const event = recorded as unknown as GroupEvent | OwnerEvent;
    switch (event.type) {
      case 'GroupStarted':
        return start(event.data, session);
      case 'GroupSlotReserved':
        return reserve(event.data, session);
      case 'GroupSlotReleased':
        await session.query('delete from group_slot where assessment_id = $1 and assessor_id = $2', [
          event.data.assessmentId,
          event.data.assessorId,
        ]);
        return;
      case 'GeneralRatingAccepted':
        return accept(event.data, session);
      case 'GroupExtended':
      case 'GroupShrunk':
        await session.query('update evaluation_group set test_limit = $2 where assessment_id = $1', [
          event.data.assessmentId,
          event.data.testLimit,
        ]);
        return;
      case 'GroupCommentsChosen':
        await session.query('update evaluation_group set comments_selected = $2::jsonb where assessment_id = $1', [
          event.data.assessmentId,
          JSON.stringify(event.data.commentsSelected),
        ]);
        return;
      case 'GroupCompleted':
        return close(event.data.assessmentId, 'completed', session);
      case 'GroupEnded':
        return close(event.data.assessmentId, 'ended', session);
      case 'GroupConfirmed':
        await session.query('update evaluation_group set has_confirmed = true where assessment_id = $1', [
          event.data.assessmentId,
        ]);
        return;
      case 'PhotoForgotten':
        return forget(event.data.ownerId, event.data.photoId, session);
      default:
    }
  }
}

/** A new run takes the place of the one before; what was said in it stays with the group. */
async function start(started: GroupStarted, session: SqlSession): Promise<void> {
  const { groupId, ownerId, photoIds, assessmentId, testLimit, commentsSelected, commentsRequired } = started;
  await session.query(
    `insert into evaluation_group (group_id, owner_id, photo_ids, assessment_id, status, has_confirmed, test_limit,
       original_number, test_times_rated, comments_selected, comments_required, started_at, created_at)
     values ($1, $2, $3::jsonb, $4, 'running', false, $5::int, $5::int, 0, $6::jsonb, $7, $8::timestamptz, $8::timestamptz)
     on conflict (group_id) do update set assessment_id = excluded.assessment_id, status = 'running',
       has_confirmed = false, test_limit = excluded.test_limit, original_number = excluded.original_number,
       test_times_rated = 0, comments_selected = excluded.comments_selected,
       comments_required = excluded.comments_required, started_at = excluded.started_at`,
    [
      groupId,
      ownerId,
      JSON.stringify(photoIds),
      assessmentId,
      testLimit,
      JSON.stringify(commentsSelected),
      commentsRequired,
      started.startedAt,
    ],
  );
}

async function reserve({ assessmentId, assessorId, reservedAt, expiresAt }: GroupSlotReserved, session: SqlSession) {
  await session.query('delete from group_slot where assessment_id = $1 and expires_at <= $2::timestamptz', [
    assessmentId,
    reservedAt,
  ]);
  await session.query(
    `insert into group_slot (assessment_id, assessor_id, expires_at) values ($1, $2, $3::timestamptz)
     on conflict (assessment_id, assessor_id) do update set expires_at = excluded.expires_at`,
    [assessmentId, assessorId, expiresAt],
  );
}

async function accept(accepted: GeneralRatingAccepted, session: SqlSession): Promise<void> {
  const { submissionId, groupId, assessmentId, ownerId, raterId, comments, acceptedAt } = accepted;
  await session.query('update evaluation_group set test_times_rated = test_times_rated + 1 where assessment_id = $1', [
    assessmentId,
  ]);
  await session.query('delete from group_slot where assessment_id = $1 and assessor_id = $2', [assessmentId, raterId]);
  await session.query(
    `insert into general_rating (submission_id, group_id, assessment_id, owner_id, rater_id, comments, accepted_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz)`,
    [submissionId, groupId, assessmentId, ownerId, raterId, JSON.stringify(comments), acceptedAt],
  );
}

/** What was said about photos goes with the last of them. */
async function forget(ownerId: string, photoId: string, session: SqlSession): Promise<void> {
  await session.query('update evaluation_group set photo_ids = photo_ids - $2::text where owner_id = $1', [
    ownerId,
    photoId,
  ]);
  const gone = await session.query<{ group_id: string }>(
    `delete from evaluation_group where owner_id = $1 and photo_ids = '[]' returning group_id`,
    [ownerId],
  );
  for (const { group_id: groupId } of gone) {
    await session.query('delete from general_rating where group_id = $1', [groupId]);
  }
}

async function close(assessmentId: string, status: 'completed' | 'ended', session: SqlSession): Promise<void> {
  await session.query(
    `update evaluation_group set status = $2, has_confirmed = has_confirmed or $2 = 'ended' where assessment_id = $1`,
    [assessmentId, status],
  );
  await session.query('delete from group_slot where assessment_id = $1', [assessmentId]);
}
