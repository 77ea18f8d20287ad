import type { PhotoSection } from '@candid/contracts';
import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import type { ProjectionClass } from '@candid/platform/persistence';
import { defineEntity, type EntityData, p, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type EventData,
  type Faces,
  outOfTesting,
  type PhotoEvent,
  photoIdOfStream,
  type ReturnPlace,
} from './photo.js';

export const PHOTO_PROJECTION = 'photo';

/** The section of each photo, for its owner's lists. Only the projection writes these rows. */
const PhotoSchema = defineEntity({
  name: 'PhotoRow',
  tableName: 'photo',
  properties: {
    photoId: p.uuid().primary(),
    userId: p.uuid(),
    section: p.text().$type<PhotoSection>(),
    returnTo: p.text().$type<ReturnPlace>(),
    photoAssessmentId: p.uuid().nullable(),
    /** False while the photo waits in `testing` for its photo assessment to start. */
    testStarted: p.boolean(),
    timesRated: p.integer(),
    uploadedAt: p.datetime(),
    isHeld: p.boolean(),
    /** A removed photo is in no list. Its row is still updated, because the removal may be undone. */
    isRemoved: p.boolean(),
    isCropWanted: p.boolean(),
    /** Null until the photo is screened. */
    faces: p.text().$type<Faces>().nullable(),
  },
});

export class PhotoRow extends PhotoSchema.class {}
PhotoSchema.setClass(PhotoRow);

/** One transaction writes row and checkpoint, so each event is applied once. Events of deleted photos change no row. */
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
      const change = CHANGES[event.type]?.(event.data as never);
      if (change) await em.nativeUpdate(PhotoRow, { photoId }, change);
    }
  }
}

function rowOf({ photoId, userId, photoAssessmentId, uploadedAt }: EventData<'PhotoUploaded'>) {
  const section = photoAssessmentId === null ? ('bank' as const) : ('testing' as const);
  const flags = { isHeld: false, isRemoved: false, isCropWanted: false };
  const place = { ...outOfTesting, section, photoAssessmentId, timesRated: 0, faces: null };
  return { photoId, userId, uploadedAt: new Date(uploadedAt), ...place, ...flags };
}

type Change = Exclude<PhotoEvent, { type: 'PhotoUploaded' | 'PhotoDeleted' }>['type'];

/** Change of the row by each event; null if the row does not change. */
const CHANGES: { [Type in Change]: ((data: EventData<Type>) => EntityData<PhotoRow>) | null } = {
  PhotoPlacedInTesting: (data) => ({ section: 'testing', testStarted: true, ...data }),
  PhotoPlacedInProfile: () => ({ section: 'profile', ...outOfTesting }),
  PhotoReturnedToBank: () => ({ section: 'bank', ...outOfTesting }),
  ReturnPlaceChosen: ({ returnTo }) => ({ returnTo }),
  PhotoRated: () => ({ timesRated: raw('times_rated + 1') }),
  PhotoRatingsReset: ({ removedRatings }) => ({ timesRated: raw('times_rated - ?', [removedRatings]) }),
  PhotoScreened: ({ faces }) => ({ faces }),
  PhotoHeld: () => ({ isHeld: true }),
  PhotoHoldReleased: () => ({ isHeld: false }),
  PhotoRemoved: () => ({ isHeld: false, isRemoved: true }),
  CropWanted: () => ({ isHeld: false, isCropWanted: true }),
  PhotoRestored: ({ isRemoved }) => ({ isRemoved }),
  CropNoLongerWanted: ({ isWanted: isCropWanted }) => ({ isCropWanted }),
  PhotoTestEnded: null,
  LegalHoldReleased: null,
  RemovalAppealed: null,
  RemovalAppealDecided: null,
  PicturesPurged: null,
};

export const projections: ProjectionClass[] = [PhotoProjection];

/** Stores a few blurred pixels. No event has them, because they show a person and must be deleted with the photo. */
export async function keepPreview(session: SqlSession, photoId: string, preview: string): Promise<void> {
  await session.query('insert into photo_preview (photo_id, preview) values ($1::uuid, $2)', [photoId, preview]);
}

export async function removePreview(session: SqlSession, photoId: string): Promise<void> {
  await session.query('delete from photo_preview where photo_id = $1::uuid', [photoId]);
}
