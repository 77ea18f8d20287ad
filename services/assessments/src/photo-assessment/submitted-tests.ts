import { EventStore, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { GoldShowings } from '../assessor-quality/gold/gold-showings.rows.js';
import { goldStartOf } from '../assessor-quality/gold/show-gold-pair.js';
import { PhotoAssessmentsQuery } from '../results/photo-assessments.query.js';
import { heldTestsOf } from '../slots/openings.rows.js';
import type { SubmittedRating } from './domain/commands.js';
import type { SubmittedTest } from './submit-ratings.js';

/** Which photo assessments a submission is for. */
@Injectable()
export class SubmittedTests {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(PhotoAssessmentsQuery) private readonly assessments: PhotoAssessmentsQuery,
    @Inject(GoldShowings) private readonly showings: GoldShowings,
  ) {}

  /**
   * Those of the rated photos; none where no photo is this owner's. A photo of none goes to the first one, which refuses it.
   * What the rater has open of the same owner besides is there without ratings: those photos were to be looked at, too.
   */
  async of(raterId: string, ownerId: string, ratings: readonly SubmittedRating[]): Promise<SubmittedTest[]> {
    const photoIds = ratings.map(({ photoId }) => photoId);
    const [testOf, heldTestIds, showing] = await Promise.all([
      this.assessments.testsOf(ownerId, photoIds),
      heldTestsOf(sessionOfClient(this.store.pool), raterId, ownerId),
      this.showings.ofOwner(raterId, ownerId),
    ]);
    const gold = showing && goldStartOf(showing);
    for (const { photoId } of gold?.assessments ?? []) testOf.set(photoId, gold!.testId);
    const ratedTestIds = photoIds.flatMap((photoId) => testOf.get(photoId) ?? []);
    const first = ratedTestIds.toSorted()[0];
    if (first === undefined) return [];
    const placed = ratings.map((rating, position) => ({ ...rating, position }));
    // In the same order for the same submission, in whatever order its photos come.
    return [...new Set([...ratedTestIds, ...heldTestIds])].sort().map((testId) => ({
      testId,
      gold,
      ratings: placed.filter(({ photoId }) => (testOf.get(photoId) ?? first) === testId),
    }));
  }
}
