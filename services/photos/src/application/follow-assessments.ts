import { type EventMetadata, EventStore, type SqlSession, type StreamAppend } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type OwnerCommand } from '../domain/owner/commands.js';
import { ownerDecider } from '../domain/owner/decide.js';
import type { PhotoCommand } from '../domain/photo/commands.js';
import { photoDecider } from '../domain/photo/decide.js';
import { type CommandOfPlanner } from '../domain/planner.js';
import { appendOf, decideOnPhoto, type LoadStream, loadOwner, loadPhoto } from './photo-decision.js';
import { PLANNER_RATINGS_MIN } from './planner-ratings-min.token.js';

/** The subscriber's transaction, and what the events it causes carry on. */
export interface Following {
  session: SqlSession;
  metadata: EventMetadata;
}

/**
 * What assessments tell, taken into the photos' and owners' streams. Each fact changes a stream once and in any order;
 * all streams of one fact are appended together, in the caller's transaction.
 */
@Injectable()
export class FollowAssessments {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(PLANNER_RATINGS_MIN) private readonly ratingsMin: number,
  ) {}

  async startTest({ testId, photoIds }: { testId: string; photoIds: string[] }, following: Following): Promise<void> {
    await this.append(following, await this.ofPhotos(photoIds, { type: 'StartTest', testId }, following));
  }

  async countRatings({ testId, photoIds }: { testId: string; photoIds: string[] }, following: Following) {
    await this.append(following, await this.ofPhotos(photoIds, { type: 'CountRating', testId }, following));
  }

  async endTest(
    { testId, photoId, userId }: { testId: string; photoId: string; userId: string },
    following: Following,
  ): Promise<void> {
    const command: CommandOfPlanner = (planner) => ({ type: 'EndTest', testId, planner });
    const question = { photoId, userId, ratingsMin: this.ratingsMin, command };
    const { streams } = await decideOnPhoto(this.loadIn(following), question);
    await this.append(following, streams);
  }

  async completeFirstTest({ testId, userId }: { testId: string; userId: string }, following: Following): Promise<void> {
    await this.append(following, await this.ofOwner(userId, { type: 'CompleteFirstTest', testId }, following));
  }

  async resetFirstTest(
    { testId, userId, photoIds }: { testId: string; userId: string; photoIds: string[] },
    following: Following,
  ): Promise<void> {
    const photos = await this.ofPhotos(photoIds, { type: 'ResetTest', testId }, following);
    const owner = await this.ofOwner(userId, { type: 'ResetFirstTest', testId }, following);
    await this.append(following, [...photos, ...owner]);
  }

  private loadIn({ session }: Following): LoadStream {
    return (streamId) => this.store.loadWithin(session, streamId);
  }

  private async ofPhotos(photoIds: string[], command: PhotoCommand, following: Following): Promise<StreamAppend[]> {
    const streams: StreamAppend[] = [];
    for (const photoId of new Set(photoIds)) {
      const photo = await loadPhoto(this.loadIn(following), photoId);
      streams.push(...appendOf(photo, photoDecider.decide(command, photo.state)));
    }
    return streams;
  }

  private async ofOwner(userId: string, command: OwnerCommand, following: Following): Promise<StreamAppend[]> {
    const owner = await loadOwner(this.loadIn(following), userId);
    return appendOf(owner, ownerDecider.decide(command, owner.state));
  }

  private async append({ session, metadata }: Following, streams: StreamAppend[]): Promise<void> {
    if (streams.length > 0) await this.store.appendWithin(session, { streams, metadata });
  }
}
