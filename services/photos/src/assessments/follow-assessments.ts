import { Commands, type EventMetadata, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { OwnerCommand } from '../owner/domain/commands.js';
import type { CommandOfPlanner } from '../owner/domain/planner.js';
import type { PhotoCommand } from '../photo/domain/commands.js';
import { decideOnPhoto, ownerStreams, photoStreams } from '../photo/photo-decision.js';
import { PLANNER_RATINGS_MIN } from '../photo/planner-ratings-min.token.js';

/** The subscriber's transaction, and what the events it causes carry on. */
export interface Following {
  session: SqlSession;
  metadata: EventMetadata;
}

/**
 * Records on the photos' and owners' streams what the assessments service publishes. Each fact changes a stream once and in
 * any order; all streams of one fact are appended together, in the caller's transaction.
 */
@Injectable()
export class FollowAssessments {
  constructor(
    private readonly commands: Commands,
    @Inject(PLANNER_RATINGS_MIN) private readonly ratingsMin: number,
  ) {}

  startTest(
    { photoAssessmentId, photoIds }: { photoAssessmentId: string; photoIds: string[] },
    following: Following,
  ): Promise<void> {
    return this.append(following, (unit) => decideOnEach(unit, photoIds, { type: 'StartTest', photoAssessmentId }));
  }

  countRatings(
    { photoAssessmentId, photoIds }: { photoAssessmentId: string; photoIds: string[] },
    following: Following,
  ): Promise<void> {
    return this.append(following, (unit) => decideOnEach(unit, photoIds, { type: 'CountRating', photoAssessmentId }));
  }

  endTest(
    { photoAssessmentId, photoId, userId }: { photoAssessmentId: string; photoId: string; userId: string },
    following: Following,
  ): Promise<void> {
    const command: CommandOfPlanner = (planner) => ({ type: 'EndTest', photoAssessmentId, planner });
    const question = { photoId, userId, ratingsMin: this.ratingsMin, command };
    return this.append(following, (unit) => decideOnPhoto(unit, question));
  }

  completeFirstTest(
    { photoAssessmentId, userId }: { photoAssessmentId: string; userId: string },
    following: Following,
  ): Promise<void> {
    return this.append(following, (unit) =>
      decideOnOwner(unit, userId, { type: 'CompleteFirstTest', photoAssessmentId }),
    );
  }

  resetFirstTest(
    { photoAssessmentId, userId, photoIds }: { photoAssessmentId: string; userId: string; photoIds: string[] },
    following: Following,
  ): Promise<void> {
    return this.append(following, async (unit) => {
      await decideOnEach(unit, photoIds, { type: 'ResetTest', photoAssessmentId });
      await decideOnOwner(unit, userId, { type: 'ResetFirstTest', photoAssessmentId });
    });
  }

  private async append(
    { session, metadata }: Following,
    decide: (unit: UnitOfWork) => Promise<unknown>,
  ): Promise<void> {
    await this.commands.executeWithin(session, { metadata }, decide);
  }
}

async function decideOnEach(unit: UnitOfWork, photoIds: string[], command: PhotoCommand): Promise<void> {
  for (const photoId of new Set(photoIds)) (await unit.load(photoStreams, photoId)).decide(command);
}

async function decideOnOwner(unit: UnitOfWork, userId: string, command: OwnerCommand): Promise<void> {
  (await unit.load(ownerStreams, userId)).decide(command);
}
