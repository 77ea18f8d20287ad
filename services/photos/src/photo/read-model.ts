import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import type { ProjectionClass } from '@candid/platform/persistence';
import { raw } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type EventData,
  type Faces,
  type PhotoEvent,
  photoIdOfStream,
  type ReturnPlace,
  type Section,
} from './photo.js';

export const PHOTO_PROJECTION = 'photo';

/** The place of each photo, for its owner's lists. Only the projection writes it. */
@Entity({ tableName: 'photo' })
export class PhotoRow {
  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  userId!: string;

  @Property({ type: 'text' })
  section!: Section;

  @Property({ type: 'text' })
  returnTo!: ReturnPlace;

  @Property({ type: 'uuid', nullable: true })
  photoAssessmentId!: string | null;

  /** False while it waits in `testing` for the start of its photo assessment. */
  @Property({ type: 'boolean' })
  testStarted!: boolean;

  @Property({ type: 'integer' })
  timesRated!: number;

  @Property({ type: 'datetime' })
  uploadedAt!: Date;

  @Property({ type: 'boolean' })
  isHeld!: boolean;

  /** A removed photo is in no list. Its place and ratings are still recorded, because the removal may be undone. */
  @Property({ type: 'boolean' })
  isRemoved!: boolean;

  @Property({ type: 'boolean' })
  isCropWanted!: boolean;

  /** Null until the photo is screened. */
  @Property({ type: 'text', nullable: true })
  faces!: Faces | null;
}

const OUT_OF_TESTING = { photoAssessmentId: null, testStarted: false, returnTo: 'bank' } as const;

/** One transaction writes row and checkpoint, so an event is applied once. Events of deleted photos find no row. */
@Injectable()
export class PhotoProjection implements Projection<EntityManager> {
  readonly name = PHOTO_PROJECTION;
  readonly tables = ['photo'];

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const photoId = photoIdOfStream(recorded.streamId);
    if (photoId === undefined) return;
    const event = recorded as unknown as PhotoEvent;
    if (event.type === 'PhotoUploaded') await em.insert(PhotoRow, rowOf(event.data));
    else if (event.type === 'PhotoDeleted') await em.nativeDelete(PhotoRow, { photoId });
    else {
      const change = changeOf(event);
      if (change) await em.nativeUpdate(PhotoRow, { photoId }, change);
    }
  }
}

type Change = Exclude<PhotoEvent, { type: 'PhotoUploaded' | 'PhotoDeleted' }>;

function rowOf({ photoId, userId, photoAssessmentId, uploadedAt }: EventData<'PhotoUploaded'>): PhotoRow {
  return {
    photoId,
    userId,
    section: photoAssessmentId === null ? 'bank' : 'testing',
    returnTo: 'bank',
    photoAssessmentId,
    testStarted: false,
    timesRated: 0,
    uploadedAt: new Date(uploadedAt),
    isHeld: false,
    isRemoved: false,
    isCropWanted: false,
    faces: null,
  };
}

function changeOf(event: Change) {
  switch (event.type) {
    case 'PhotoPlacedInTesting':
      return { section: 'testing' as const, testStarted: true, ...event.data };
    case 'PhotoPlacedInProfile':
      return { section: 'profile' as const, ...OUT_OF_TESTING };
    case 'PhotoReturnedToBank':
      return { section: 'bank' as const, ...OUT_OF_TESTING };
    case 'ReturnPlaceChosen':
      return { returnTo: event.data.returnTo };
    case 'PhotoRated':
      return { timesRated: raw('times_rated + 1') };
    case 'PhotoRatingsReset':
      return { timesRated: raw('times_rated - ?', [event.data.removedRatings]) };
    case 'PhotoScreened':
      return { faces: event.data.faces };
    case 'PhotoHeld':
      return { isHeld: true };
    case 'PhotoHoldReleased':
      return { isHeld: false };
    case 'PhotoRemoved':
      return { isHeld: false, isRemoved: true };
    case 'CropWanted':
      return { isHeld: false, isCropWanted: true };
    case 'PhotoRestored':
      return { isRemoved: event.data.isRemoved };
    case 'CropNoLongerWanted':
      return { isCropWanted: event.data.isWanted };
    case 'PhotoTestEnded':
    case 'LegalHoldReleased':
    case 'RemovalAppealed':
    case 'RemovalAppealDecided':
    case 'PicturesPurged':
      return undefined;
    default:
      return event satisfies never;
  }
}

/** All projections of the service. The service runs them, and `rebuild.ts` rebuilds them. */
export const projections: ProjectionClass[] = [PhotoProjection];

/**
 * Stores a few blurred pixels of each photo. They show a person, so they are a row and not part of the events. The transaction that
 * deletes the photo deletes them, too.
 */
export async function keepPreview(session: SqlSession, photoId: string, preview: string): Promise<void> {
  await session.query('insert into photo_preview (photo_id, preview) values ($1::uuid, $2)', [photoId, preview]);
}

export async function removePreview(session: SqlSession, photoId: string): Promise<void> {
  await session.query('delete from photo_preview where photo_id = $1::uuid', [photoId]);
}
