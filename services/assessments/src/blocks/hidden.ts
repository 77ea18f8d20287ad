import { type Projection, type RecordedEvent, type SqlSession, uuidOf } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { HIDDEN_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type { OwnerEvent } from '../owner/owner.js';
import type { BlocksEvent } from './blocks.js';

const reactions: Reactions<BlocksEvent | OwnerEvent> = {
  PersonBlocked: (block, session) => {
    const { userId: assessorId, ownerId, blockedAt: hiddenAt } = block;
    const none = { isByOwner: false, photoId: null, ratedAt: null };
    return hide({ hideId: blockIdOf(block), assessorId, ownerId, hiddenAt, ...none }, session);
  },
  PersonUnblocked: (block, session) => show(blockIdOf(block), session),
  HiddenFromAssessor: ({ userId: ownerId, ...hidden }, session) =>
    hide({ ...hidden, ownerId, isByOwner: true }, session),
  ShownToAssessor: ({ hideId }, session) => show(hideId, session),
  PhotoHidden: ({ userId, ownerId, photoId }, session) =>
    session.query(
      'insert into hidden_photo (assessor_id, photo_id, owner_id) values ($1, $2, $3) on conflict do nothing',
      [userId, photoId, ownerId],
    ),
  BlocksForgotten: async ({ userId }, session) => {
    for (const table of ['hidden_person', 'hidden_photo'])
      await session.query(`delete from ${table} where assessor_id = $1 or owner_id = $1`, [userId]);
  },
  OwnerPhotoHeld: ({ photoId }, session) => withhold(photoId, 'held', session),
  OwnerPhotoReleased: ({ photoId }, session) => reveal(photoId, ['held'], session),
  OwnerPhotoBarred: async ({ photoId }, session) => {
    await withhold(photoId, 'barred', session);
    await reveal(photoId, ['held'], session);
  },
  OwnerPhotoRestored: ({ photoId }, session) => reveal(photoId, ['barred'], session),
  OwnerPhotoAwaitsScreening: ({ photoId }, session) => withhold(photoId, 'unscreened', session),
  OwnerPhotoScreened: ({ photoId }, session) => reveal(photoId, ['unscreened'], session),
  PhotoForgotten: async ({ ownerId, photoId }, session) => {
    await reveal(photoId, ['held', 'barred', 'unscreened'], session);
    await session.query('delete from hidden_photo where owner_id = $1 and photo_id = $2', [ownerId, photoId]);
  },
};

/** Applies each event exactly once, because rows and checkpoint share a transaction. */
@Injectable()
export class HiddenProjection implements Projection<EntityManager> {
  readonly name = HIDDEN_PROJECTION;
  readonly tables = ['hidden_person', 'hidden_photo', 'withheld_photo'];
  readonly eventTypes = Object.keys(reactions);

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    return react(reactions, event, sessionOf(em));
  }
}

/** Derives the id from both people, so that an assessor blocks a person at most once. */
const blockIdOf = ({ userId, ownerId }: { userId: string; ownerId: string }): string =>
  uuidOf(`block of ${ownerId} by ${userId}`);

type HiddenPerson = Omit<Extract<BlocksEvent, { type: 'HiddenFromAssessor' }>['data'], 'userId' | 'ratedAt'> & {
  ownerId: string;
  isByOwner: boolean;
  ratedAt: string | null;
};

async function hide(hidden: HiddenPerson, session: SqlSession): Promise<void> {
  const { hideId, assessorId, ownerId, isByOwner, photoId, ratedAt, hiddenAt } = hidden;
  await session.query(
    `insert into hidden_person (hide_id, assessor_id, owner_id, is_by_owner, photo_id, rated_at, hidden_at)
     values ($1, $2, $3, $4::boolean, $5::uuid, $6::timestamptz, $7::timestamptz)`,
    [hideId, assessorId, ownerId, isByOwner, photoId, ratedAt, hiddenAt],
  );
}

const show = (hideId: string, session: SqlSession) =>
  session.query('delete from hidden_person where hide_id = $1', [hideId]);

const withhold = (photoId: string, why: string, session: SqlSession) =>
  session.query('insert into withheld_photo (photo_id, why) values ($1, $2) on conflict do nothing', [photoId, why]);

const reveal = (photoId: string, whys: string[], session: SqlSession) =>
  session.query('delete from withheld_photo where photo_id = $1 and why = any ($2::text[])', [photoId, whys]);

/**
 * People hidden by either side, photos that the assessor reported, and photos that are withheld from all assessors.
 * The feed, `OpenProfilesQuery`, openings (`slots/`) and submissions (`participants.rows.ts`) query these tables.
 */
export const hiddenTables = [
  `create table hidden_person (
    hide_id uuid primary key,
    assessor_id uuid not null,
    /** The owner id that the assessor sees; for a gold pair it belongs to no account. */
    owner_id uuid not null,
    is_by_owner boolean not null,
    /** The rated photo, if an owner hid the assessor because of a rating. */
    photo_id uuid,
    rated_at timestamptz,
    hidden_at timestamptz not null
  )`,
  'create index hidden_person_from_assessor on hidden_person (assessor_id) include (owner_id)',
  'create index hidden_person_of_owner on hidden_person (owner_id)',
  `create table hidden_photo (
    assessor_id uuid not null,
    photo_id uuid not null,
    owner_id uuid not null,
    primary key (assessor_id, photo_id)
  )`,
  'create index hidden_photo_of_owner on hidden_photo (owner_id)',
  `create table withheld_photo (
    photo_id uuid not null,
    why text not null check (why in ('held', 'barred', 'unscreened')),
    primary key (photo_id, why)
  )`,
];
