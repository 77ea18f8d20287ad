import { type AskedPhoto, type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import type { RecordedEvent } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { shuffledFor } from '../assessor-quality/gold.js';
import { GoldShowings } from '../assessor-quality/gold-showings.js';
import { goldStartOf } from '../assessor-quality/show-gold-pair.js';
import { FeedQuery } from '../feed/feed.query.js';
import { askedGoldPhotos } from '../feed/person-feed.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { assessmentUnknown } from '../photo-assessment/errors.js';
import { slotMsMin } from '../photo-assessment/photo-assessment.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { OpenPerson } from './open-person.js';
import { PersonToRate } from './person-to-rate.js';

type OpenedPhoto = AskedPhoto & { storedPhotoId: string };

/**
 * Opens one person's photos, in an order that differs from assessor to assessor. A gold pair takes the same steps as
 * any other person, so that the duration does not reveal the pair.
 */
@Controller()
export class OpenPhotos {
  constructor(
    private readonly people: PersonToRate,
    private readonly feed: FeedQuery,
    private readonly fairScores: AdjustedScoresQuery,
    private readonly openPerson: OpenPerson,
    private readonly showings: GoldShowings,
    private readonly ownWrites: OwnWrites,
    private readonly scores: PhotoScoresQuery,
    private readonly ownerPhotos: OwnerPhotos,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND if nothing may be rated, RATE_LIMITED after too many openings */
  @RpcHandler(rpc.openPhotos)
  async open({ assessorId, ownerId }: Sent<typeof rpc.openPhotos>, context: RequestContext) {
    const now = this.clock();
    const { assessor, held, showing: found } = await this.people.of(assessorId, ownerId, now);
    // An assessor cannot open a gold pair again after its showing has ended, even with a live slot.
    if (found?.hasEnded) throw assessmentUnknown();
    const showing = found?.isCurrent ? found : undefined;
    const offeredIds = await this.feed.assessmentsOf(ownerId, assessor, now);
    const heldIds = held.map(({ photoAssessmentId }) => photoAssessmentId);
    const photoAssessmentIds = showing ? [showing.photoAssessmentId] : [...heldIds, ...offeredIds];
    const gold = showing && goldStartOf(showing);
    const likeliestFirst = await this.fairScores.likeliestFirst(ownerId, photoAssessmentIds);
    const subject = { ownerId, photoAssessmentIds, profileAssessmentId: null, gold, likeliestFirst };
    const { opening, events } = await this.openPerson.run(subject, assessorId, commandContext(rpc.openPhotos, context));
    await this.showings.recordOpening(photoAssessmentIds[0]!, isLast(events), now);
    await this.ownWrites.shownToOpener(events);
    const [asked, benchmarkPhotoIds] = await Promise.all([
      this.scores.askedOf(opening.photoIds),
      this.ownerPhotos.benchmarksOf(ownerId, opening.photoIds, assessorId),
    ]);
    const photos = showing ? goldPhotosOf(showing) : asked.map((photo) => ({ ...photo, storedPhotoId: photo.photoId }));
    return {
      openingId: opening.openingId,
      slotExpiresAt: opening.expiresAt,
      slotMsLeft: opening.msLeft,
      photos: shuffledFor(assessorId, photos, ({ photoId }) => photoId),
      benchmarkPhotoIds,
    } as Reply<typeof rpc.openPhotos>;
  }
}

function goldPhotosOf(showing: Parameters<typeof askedGoldPhotos>[0]): OpenedPhoto[] {
  return askedGoldPhotos(showing).map((photo) => ({
    ...photo,
    storedPhotoId: showing.photos.find(({ photoId }) => photoId === photo.photoId)!.storedPhotoId,
  }));
}

/** True if no further slot may be reserved after this one. */
const isLast = (events: readonly RecordedEvent[]): boolean =>
  events.some(({ type, data }) => type === 'GoldSlotReserved' && (data.holdMsLeft as number) < slotMsMin);
