import type { Projection, RecordedEvent } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { OwnerEvent } from '../owner/domain/events.js';
import type { PhotoAssessmentEvent } from './domain/events.js';
import { PhotoAssessmentRow, type StartStatus } from './photo-assessment.entity.js';

export const PHOTO_ASSESSMENTS_PROJECTION = 'photo-assessments';

const EVENT_TYPES = [
  'StartOpened',
  'StartAbandoned',
  'PhotoAssessmentStarted',
  'FirstAssessmentReset',
  'PhotoForgotten',
] as const;
/** A case for any other type does not compile, because it would never receive an event. */
type Concerning = Extract<PhotoAssessmentEvent | OwnerEvent, { type: (typeof EVENT_TYPES)[number] }>;

/** Applies each event once: one transaction writes the row and the checkpoint. */
@Injectable()
export class PhotoAssessmentsProjection implements Projection<EntityManager> {
  readonly name = PHOTO_ASSESSMENTS_PROJECTION;
  readonly tables = ['photo_assessment'];
  readonly eventTypes = EVENT_TYPES;

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const event = recorded as unknown as Concerning;
    switch (event.type) {
      case 'StartOpened': {
        const { photoAssessmentId, ownerId, assessments, expiresAt } = event.data;
        const photoIds = assessments.map(({ photoId }) => photoId);
        await em.insert(PhotoAssessmentRow, {
          photoAssessmentId,
          ownerId,
          status: 'opened',
          photoIds,
          expiresAt: new Date(expiresAt),
        });
        return;
      }
      case 'StartAbandoned':
        return setStatus(em, event.data.photoAssessmentId, 'abandoned');
      case 'PhotoAssessmentStarted':
        return setStatus(em, event.data.photoAssessmentId, 'started');
      case 'FirstAssessmentReset':
        return setStatus(em, event.data.photoAssessmentId, 'reset');
      case 'PhotoForgotten':
        await sessionOf(em).query('update photo_assessment set photo_ids = photo_ids - $2::text where owner_id = $1', [
          event.data.ownerId,
          event.data.photoId,
        ]);
        return;
    }
  }
}

async function setStatus(em: EntityManager, photoAssessmentId: string, status: StartStatus): Promise<void> {
  await em.nativeUpdate(PhotoAssessmentRow, { photoAssessmentId }, { status });
}
