import type { AskedPhoto } from '@candid/contracts';
import { type CommandContext, EventStore, type RecordedEvent, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { shuffledFor } from '../assessor-quality/gold.js';
import { GoldShowings } from '../assessor-quality/gold-showings.js';
import { heldAssessmentsOf } from '../assessor-quality/openings.js';
import { goldStartOf } from '../assessor-quality/show-gold-pair.js';
import { FeedQuery } from '../feed/feed.query.js';
import { askedGoldPhotos } from '../feed/person-feed.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import type { Assessor } from '../participants/participants.rows.js';
import { assessmentUnknown } from '../photo-assessment/errors.js';
import { slotMsMin } from '../photo-assessment/photo-assessment.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { type Opening, OpenPerson } from './open-person.js';

export type OpenedPhoto = AskedPhoto & { storedPhotoId: string };

interface OpenedPhotos {
  opening: Opening;
  photos: OpenedPhoto[];
  benchmarkPhotoIds: string[];
}

/**
 * Opens one person's photos, in an order of the assessor's own. A gold pair takes the same steps as any other person.
 */
@Injectable()
export class OpenPhotos {
  constructor(
    private readonly openPerson: OpenPerson,
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    private readonly feed: FeedQuery,
    private readonly showings: GoldShowings,
    private readonly scores: PhotoScoresQuery,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
    private readonly fairScores: AdjustedScoresQuery,
  ) {}

  /** @throws DomainError NOT_FOUND if nothing may be rated, RATE_LIMITED after too many openings */
  async run(ownerId: string, assessor: Assessor, now: Date, context: CommandContext): Promise<OpenedPhotos> {
    const assessorId = assessor.userId;
    const [found, photoAssessmentIds, heldAssessmentIds] = await Promise.all([
      this.showings.toOpen(assessorId, ownerId, now),
      this.feed.assessmentsOf(ownerId, assessor, now),
      heldAssessmentsOf(sessionOfClient(this.store.pool), assessorId, ownerId),
    ]);
    // An earlier slot does not reopen a gold showing that has ended.
    if (found?.hasEnded) throw assessmentUnknown();
    const showing = found?.isCurrent ? found : undefined;
    const wanted = showing ? [showing.photoAssessmentId] : [...heldAssessmentIds, ...photoAssessmentIds];
    const gold = showing && goldStartOf(showing);
    const likeliestFirst = await this.fairScores.likeliestFirst(ownerId, wanted);
    const subject = { ownerId, photoAssessmentIds: wanted, profileAssessmentId: null, gold, likeliestFirst };
    const { opening, events } = await this.openPerson.run(subject, assessorId, context);
    await this.showings.recordOpening(wanted[0] ?? '', isLast(events), now);
    await this.ownWrites.shownToOpener(events);
    const [asked, benchmarkPhotoIds] = await Promise.all([
      this.scores.askedOf(opening.photoIds),
      this.ownerPhotos.benchmarksOf(ownerId, opening.photoIds, assessorId),
    ]);
    const photos = showing ? goldPhotosOf(showing) : asked.map((photo) => ({ ...photo, storedPhotoId: photo.photoId }));
    return { opening, photos: shuffledFor(assessorId, photos, ({ photoId }) => photoId), benchmarkPhotoIds };
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
