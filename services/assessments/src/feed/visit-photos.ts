import type { AskedPhoto } from '@candid/contracts';
import { Commands, EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { photoAssessmentStreams } from '../aggregates.js';
import { photosOfVisit } from '../photo-assessment/domain/reserve-slot.js';
import { FairScoresQuery } from '../scoring/fair-scores.query.js';

interface Person {
  userId: string;
  photos: AskedPhoto[];
}

const stopEarlySql = 'select user_id from participant where user_id = any ($1::uuid[]) and stop_when_settled';

/** A person with fewer photos is rated whole in each visit. */
const photosMin = 3;

/** The photos that an assessor rates in the next visit of a person whose owner asks which photo is the best. */
@Injectable()
export class VisitPhotos {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    private readonly commands: Commands,
    private readonly fairScores: FairScoresQuery,
  ) {}

  /** The people with the photos of the next visit alone: beside the others these would tell which photos lead. */
  async only<P extends Person>(people: readonly P[], assessorId: string, now: Date): Promise<P[]> {
    const several = people.filter(({ photos }) => photos.length >= photosMin);
    if (several.length === 0) return [...people];
    const { rows } = await this.store.pool.query<{ user_id: string }>({
      name: 'owners-who-stop-early',
      text: stopEarlySql,
      values: [several.map(({ userId }) => userId)],
    });
    const inQuestion = new Set(rows.map(({ user_id }) => user_id));
    return Promise.all(
      people.map(async (person) =>
        several.includes(person) && inQuestion.has(person.userId)
          ? { ...person, photos: await this.photosOf(person, assessorId, now.toISOString()) }
          : person,
      ),
    );
  }

  private async photosOf({ userId, photos }: Person, assessorId: string, at: string): Promise<AskedPhoto[]> {
    const photoAssessmentIds = [...new Set(photos.map(({ photoAssessmentId }) => photoAssessmentId))];
    const likeliestFirst = await this.fairScores.likeliestFirst(userId, photoAssessmentIds);
    if (!likeliestFirst) return photos;
    const offered = new Set<string>(photos.map(({ photoId }) => photoId));
    const rated = new Set<string>();
    for (const photoAssessmentId of photoAssessmentIds) {
      const { state } = await this.commands.load(photoAssessmentStreams, photoAssessmentId);
      if (state.status !== 'started') continue;
      const hiddenPhotoIds = state.assessments.map(({ photoId }) => photoId).filter((photoId) => !offered.has(photoId));
      for (const { photoId } of photosOfVisit(state, { assessorId, hiddenPhotoIds, likeliestFirst, at }))
        rated.add(photoId);
    }
    return photos.filter(({ photoId }) => rated.has(photoId));
  }
}
