import type { Projection, RecordedEvent } from '@candid/event-store';
import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PhotoEvent } from '../photo/domain/events.js';
import { photoIdOfStream } from '../photo/domain/streams.js';
import { PHOTO_PROJECTION, PhotoRow } from './photo.entity.js';

const OUT_OF_TESTING = { photoAssessmentId: null, testStarted: false, returnTo: 'bank' } as const;

/** An event is applied once: row and checkpoint are one transaction. Events of deleted photos find no row. */
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

type UploadedData = Extract<PhotoEvent, { type: 'PhotoUploaded' }>['data'];
type Change = Exclude<PhotoEvent, { type: 'PhotoUploaded' | 'PhotoDeleted' }>;

function rowOf({ photoId, userId, photoAssessmentId, uploadedAt }: UploadedData): PhotoRow {
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
