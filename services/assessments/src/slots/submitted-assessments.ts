import { EventStore, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { GoldShowings } from '../assessor-quality/gold-showings.js';
import { heldPhotosOf } from '../assessor-quality/openings.js';
import { goldStartOf } from '../assessor-quality/show-gold-pair.js';
import type { SubmittedRating } from '../photo-assessment/photo-assessment.js';
import type { SubmittedAssessment } from '../photo-assessment/submit-ratings.js';
import { PhotoScoresQuery } from '../results/read-model.js';

/** Finds the photo assessments that a submission concerns. */
@Injectable()
export class SubmittedAssessments {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    private readonly scores: PhotoScoresQuery,
    private readonly showings: GoldShowings,
  ) {}

  /**
   * The photo assessments of the rated photos; none if no photo belongs to this owner. A photo outside all of them goes
   * to the first one, which rejects it. Other photo assessments that the assessor has open for this owner come without
   * ratings, because their photos count towards the minimum look time.
   */
  async of(assessorId: string, ownerId: string, ratings: readonly SubmittedRating[]): Promise<SubmittedAssessment[]> {
    const photoIds = ratings.map(({ photoId }) => photoId);
    const [assessmentOf, held, showing] = await Promise.all([
      this.scores.assessmentsOf(ownerId, photoIds),
      heldPhotosOf(sessionOfClient(this.store.pool), assessorId, ownerId),
      this.showings.ofOwner(assessorId, ownerId),
    ]);
    const gold = showing && goldStartOf(showing);
    for (const { photoId } of gold?.assessments ?? []) assessmentOf.set(photoId, gold!.photoAssessmentId);
    // The scores do not contain the photos of a reset first assessment. An assessor with a slot on it gets its answer.
    for (const { photoAssessmentId, photoIds: opened } of held) {
      for (const photoId of opened) if (!assessmentOf.has(photoId)) assessmentOf.set(photoId, photoAssessmentId);
    }
    const heldAssessmentIds = held.map(({ photoAssessmentId }) => photoAssessmentId);
    const ratedAssessmentIds = photoIds.flatMap((photoId) => assessmentOf.get(photoId) ?? []);
    const first = ratedAssessmentIds.toSorted()[0];
    if (first === undefined) return [];
    const placed = ratings.map((rating, position) => ({ ...rating, position }));
    // Sorted ids give the same order for the same submission, in whatever order its photos come.
    return [...new Set([...ratedAssessmentIds, ...heldAssessmentIds])].sort().map((photoAssessmentId) => ({
      photoAssessmentId,
      gold,
      ratings: placed.filter(({ photoId }) => (assessmentOf.get(photoId) ?? first) === photoAssessmentId),
    }));
  }
}
