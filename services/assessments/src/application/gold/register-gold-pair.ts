import {
  DomainError,
  EventStore,
  type RecordedEvent,
  sessionOfClient,
  VersionConflictError,
} from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { goldStreamId } from '../../domain/gold/gold-pair.js';
import { goldIdOf } from '../../records/gold-ids.js';
import type { CommandContext } from '../command-context.js';
import { identified, Streams } from '../streams.js';

interface PhotoRow {
  owner_id: string;
  is_assessed: boolean;
}

/** Two photos of one house owner become a pair with an obvious answer. The same pair again is the same. */
@Injectable()
export class RegisterGoldPair {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** @throws DomainError NOT_FOUND for a photo that is not there, CONFLICT for photos of two owners or assessed ones */
  async run(
    { finePhotoId, badPhotoId }: { finePhotoId: string; badPhotoId: string },
    { metadata }: CommandContext,
  ): Promise<{ goldId: string; events: RecordedEvent[] }> {
    const photos = await sessionOfClient(this.store.pool).query<PhotoRow>(
      `select owner_id, exists (select from photo_score s where s.photo_id = p.photo_id) as is_assessed
         from owner_photo p where photo_id = any ($1::uuid[]) and not is_deleted`,
      [[finePhotoId, badPhotoId]],
    );
    if (photos.length < 2) throw new DomainError('NOT_FOUND', 'There is no such photo.');
    const ownerId = photos[0]!.owner_id;
    if (photos.some((photo) => photo.owner_id !== ownerId || photo.is_assessed)) {
      throw new DomainError('CONFLICT', 'A pair is of two photos of one owner that were never assessed.');
    }
    const goldId = goldIdOf(finePhotoId, badPhotoId);
    const data = { goldId, ownerId, finePhotoId, badPhotoId, registeredAt: this.streams.now() };
    const events = identified([{ type: 'GoldPairRegistered', data }]);
    try {
      const streams = [{ streamId: goldStreamId(goldId), expectedVersion: 0, events }];
      const outcome = await this.streams.append(streams, { metadata }, null);
      return { goldId, events: outcome.outcome === 'appended' ? outcome.events : [] };
    } catch (error) {
      if (error instanceof VersionConflictError) return { goldId, events: [] };
      throw error;
    }
  }
}
