import { randomUUID } from 'node:crypto';
import type { PhotoId } from '@candid/contracts';
import {
  addSupportAct,
  addWorkItem,
  type CommandContext,
  Commands,
  DomainError,
  type SqlSession,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { photoIdOfStream } from '../photo/domain/streams.js';
import { photoStreams } from '../photo/photo-decision.js';
import { placePicturesItem } from './place-pictures.job.js';

const noLegalHold = (): DomainError => new DomainError('NOT_FOUND', 'No photo is under a legal hold of this case.');

/**
 * Ends a legal hold when the authority no longer needs the evidence. One transaction appends the event, enters the act
 * in the audit log, and adds the work that deletes the copy.
 */
@Injectable()
export class ReleaseLegalHold {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async run(
    { caseId, reason }: { caseId: string; reason: string },
    { requestId, ...context }: CommandContext & { requestId: string },
  ): Promise<PhotoId> {
    const { answer } = await this.commands.executeInTransaction(context, {}, async (unit) => {
      const photoId = await passedOnPhoto(unit.session, caseId);
      const photo = photoId === undefined ? undefined : await unit.load(photoStreams, photoId);
      const releasedAt = this.clock().toISOString();
      const [released] = photo?.decide({ type: 'ReleaseLegalHold', caseId, releasedAt }) ?? [];
      if (photoId === undefined || !released) throw noLegalHold();
      await addWorkItem(unit.session, placePicturesItem(photoId, released.eventId));
      await addSupportAct(unit.session, {
        ...{ entryId: randomUUID(), message: 'photos.releaseLegalHold', call: null, userId: null, sessionId: null },
        ...{ targets: [caseId, photoId], reason, ticket: null, requestId, ip: null, outcome: 'ok', repeatKey: null },
      });
      return photoId;
    });
    return answer;
  }
}

async function passedOnPhoto(session: SqlSession, caseId: string): Promise<PhotoId | undefined> {
  const [row] = await session.query<{ stream_id: string }>(
    `select stream_id from events where type = 'PhotoRemoved' and data ->> 'caseId' = $1 and data ->> 'isPassedOn' = 'true'`,
    [caseId],
  );
  return row && (photoIdOfStream(row.stream_id) as PhotoId | undefined);
}
