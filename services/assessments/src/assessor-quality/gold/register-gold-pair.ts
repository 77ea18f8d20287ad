import {
  type CommandContext,
  Commands,
  DomainError,
  EventStore,
  type RecordedEvent,
  sessionOfClient,
  uuidOf,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { goldPairStreams } from '../../aggregates.js';

interface PhotoRow {
  owner_id: string;
  is_assessed: boolean;
}

/** Two photos of one house owner become a pair with an obvious answer. The same pair again is the same. */
@Injectable()
export class RegisterGoldPair {
  constructor(
    private readonly commands: Commands,
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(CLOCK) private readonly clock: Clock,
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
    const goldId = uuidOf(`gold pair ${finePhotoId} ${badPhotoId}`);
    const registeredAt = this.clock().toISOString();
    const { events } = await this.commands.execute({ metadata }, {}, async (unit) => {
      const pair = await unit.load(goldPairStreams, goldId);
      pair.decide({ type: 'RegisterGoldPair', goldId, ownerId, finePhotoId, badPhotoId, registeredAt });
    });
    return { goldId, events };
  }
}
