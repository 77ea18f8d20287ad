import { assessmentsRpc as rpc } from '@candid/contracts';
import { DomainError, type Projection, type RecordedEvent } from '@candid/event-store';
import { type Reply, RpcHandler, type Sent } from '@candid/platform';
import { sessionOf } from '@candid/platform/orm';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Controller, Injectable } from '@nestjs/common';
import { PHOTO_ASSESSMENTS_PROJECTION } from '../kernel/own-writes.js';
import type { OwnerEvent } from '../owner/owner.js';
import type { PhotoAssessmentEvent } from './events.js';

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

type StartStatus = 'opened' | 'started' | 'abandoned' | 'reset';

/** A photo assessment. Only the projection writes it. */
@Entity({ tableName: 'photo_assessment' })
export class PhotoAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  photoAssessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'text' })
  status!: StartStatus;

  /** Photo ids without deleted photos. */
  @Property({ type: 'json' })
  photoIds!: string[];

  /** Deadline for the confirmation of the start. */
  @Property({ type: 'datetime' })
  expiresAt!: Date;
}

@Controller()
export class StartedPhotosQuery {
  constructor(private readonly orm: MikroORM) {}

  /** Photos of the owner's started photo assessment. @throws DomainError NOT_FOUND, also for another owner's */
  @RpcHandler(rpc.getStartedPhotos)
  async photosOf({ userId: ownerId, photoAssessmentId }: Sent<typeof rpc.getStartedPhotos>) {
    const row = await this.orm.em
      .fork()
      .findOne(PhotoAssessmentRow, { photoAssessmentId, ownerId, status: { $in: ['started', 'reset'] } });
    if (!row) throw new DomainError('NOT_FOUND', 'There is no such assessment.');
    return { photoAssessmentId, photoIds: row.photoIds } as Reply<typeof rpc.getStartedPhotos>;
  }
}
