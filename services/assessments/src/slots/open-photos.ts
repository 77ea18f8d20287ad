import type { AskedPhoto } from '@candid/contracts';
import { type CommandContext, EventStore, type RecordedEvent, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { shuffledFor } from '../assessor-quality/domain/shuffle.js';
import { GoldShowings } from '../assessor-quality/gold/gold-showings.rows.js';
import { goldStartOf } from '../assessor-quality/gold/show-gold-pair.js';
import { FeedQuery } from '../feed/feed.query.js';
import { askedGoldPhotos } from '../feed/person-feed.js';
import { OwnWrites } from '../own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.rows.js';
import type { Assessor } from '../participants/participants.rows.js';
import { testUnknown } from '../photo-assessment/domain/errors.js';
import { PhotoAssessmentsQuery } from '../results/photo-assessments.query.js';
import { type Opening, OpenPerson } from './open-person.js';
import { heldTestsOf } from './openings.rows.js';

export type OpenedPhoto = AskedPhoto & { storedPhotoId: string };

export interface OpenedPhotos {
  opening: Opening;
  photos: OpenedPhoto[];
  benchmarkPhotoIds: string[];
}

/** One person's photos, in an order of the assessor's own. A pair goes the same way as anybody: step by step. */
@Injectable()
export class OpenPhotos {
  constructor(
    @Inject(OpenPerson) private readonly openPerson: OpenPerson,
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(FeedQuery) private readonly feed: FeedQuery,
    @Inject(GoldShowings) private readonly showings: GoldShowings,
    @Inject(PhotoAssessmentsQuery) private readonly assessments: PhotoAssessmentsQuery,
    @Inject(OwnerPhotos) private readonly ownerPhotos: OwnerPhotos,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  /** @throws DomainError NOT_FOUND where nothing may be rated, RATE_LIMITED after too many openings */
  async run(ownerId: string, assessor: Assessor, now: Date, context: CommandContext): Promise<OpenedPhotos> {
    const assessorId = assessor.userId;
    const [found, testIds, heldTestIds] = await Promise.all([
      this.showings.toOpen(assessorId, ownerId, now),
      this.feed.testsOf(ownerId, assessor, now),
      heldTestsOf(sessionOfClient(this.store.pool), assessorId, ownerId),
    ]);
    // A slot that was reserved before does not open again what has no photos to show any more.
    if (found?.hasEnded) throw testUnknown();
    const showing = found?.isCurrent ? found : undefined;
    const wanted = showing ? [showing.testId] : [...heldTestIds, ...testIds];
    const gold = showing && goldStartOf(showing);
    const subject = { ownerId, testIds: wanted, groupId: null, gold };
    const { opening, events } = await this.openPerson.run(subject, assessorId, context);
    await this.showings.recordOpening(wanted[0] ?? '', isLast(events), now);
    await this.ownWrites.shownToOpener(events);
    const [asked, benchmarkPhotoIds] = await Promise.all([
      this.assessments.askedOf(opening.photoIds),
      this.ownerPhotos.benchmarksOf(ownerId, opening.photoIds),
    ]);
    const photos = showing ? goldPhotosOf(showing) : asked.map((photo) => ({ ...photo, storedPhotoId: photo.photoId }));
    return { opening, photos: shuffledFor(assessorId, photos, ({ photoId }) => photoId), benchmarkPhotoIds };
  }
}

function goldPhotosOf(showing: Parameters<typeof askedGoldPhotos>[0]): OpenedPhoto[] {
  return askedGoldPhotos(showing).map((photo, index) => ({
    ...photo,
    storedPhotoId: showing.photos[index]!.storedPhotoId,
  }));
}

/** No place may be held after this slot. */
const isLast = (events: readonly RecordedEvent[]): boolean =>
  events.some(({ type, data }) => type === 'GoldSlotReserved' && (data.holdMsLeft as number) < 60_000);
