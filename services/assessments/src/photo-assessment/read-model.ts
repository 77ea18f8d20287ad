import { assessmentsRpc as rpc } from '@candid/contracts';
import { DomainError, type Projection, type RecordedEvent, type SqlSession } from '@candid/event-store';
import { type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Database, sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Injectable } from '@nestjs/common';
import { PHOTO_ASSESSMENTS_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type { OwnerEvent } from '../owner/owner.js';
import type { PhotoAssessmentEvent } from './events.js';

const reactions: Reactions<PhotoAssessmentEvent | OwnerEvent> = {
  StartOpened: ({ photoAssessmentId, ownerId, assessments, expiresAt }, session) => {
    const photoIds = assessments.map(({ photoId }) => photoId);
    return session.query(
      `insert into photo_assessment (photo_assessment_id, owner_id, status, photo_ids, expires_at)
       values ($1, $2, 'opened', $3::jsonb, $4::timestamptz)`,
      [photoAssessmentId, ownerId, JSON.stringify(photoIds), expiresAt],
    );
  },
  StartAbandoned: becomes('abandoned'),
  PhotoAssessmentStarted: becomes('started'),
  FirstAssessmentReset: becomes('reset'),
  PhotoForgotten: ({ ownerId, photoId }, session) =>
    session.query('update photo_assessment set photo_ids = photo_ids - $2::text where owner_id = $1', [
      ownerId,
      photoId,
    ]),
};

function becomes(status: 'started' | 'abandoned' | 'reset') {
  const sql = 'update photo_assessment set status = $2 where photo_assessment_id = $1';
  return ({ photoAssessmentId }: { photoAssessmentId: string }, session: SqlSession) =>
    session.query(sql, [photoAssessmentId, status]);
}

/** Applies each event once: one transaction writes the row and the checkpoint. */
@Injectable()
export class PhotoAssessmentsProjection implements Projection<EntityManager> {
  readonly name = PHOTO_ASSESSMENTS_PROJECTION;
  readonly tables = ['photo_assessment'];
  readonly eventTypes = Object.keys(reactions);

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    return react(reactions, event, sessionOf(em));
  }
}

@Controller()
export class StartedPhotosQuery {
  constructor(private readonly database: Database) {}

  /** Omits deleted photos. @throws DomainError NOT_FOUND unless the owner has started this photo assessment */
  @RpcHandler(rpc.getStartedPhotos)
  async photosOf({ userId, photoAssessmentId }: Sent<typeof rpc.getStartedPhotos>) {
    const [row] = await this.database.query<Reply<typeof rpc.getStartedPhotos>>(
      `select photo_assessment_id as "photoAssessmentId", photo_ids as "photoIds" from photo_assessment
        where photo_assessment_id = $1 and owner_id = $2 and status in ('started', 'reset')`,
      [photoAssessmentId, userId],
    );
    if (!row) throw new DomainError('NOT_FOUND', 'There is no such assessment.');
    return row;
  }
}
