import { Commands, type EventMetadata, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type LoadedOwner, ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import { endPhoto } from '../photo-assessment/end-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-group.js';
import type { PlannerChange } from './owner-photos.rows.js';

export interface PhotoMoved {
  userId: string;
  photoId: string;
  /** When it moved, ISO 8601 in UTC. */
  at: string;
  planner: PlannerChange;
  makesFirstProfile: boolean;
  /** It was moved by nobody: the photos had not heard of this test's start when its time was over. */
  awaitedTestId?: string | undefined;
  metadata: EventMetadata;
}

/** A photo that is put away makes room in the pool; the first one in the planner opens the way to new assessments. */
@Injectable()
export class RecordPhotoMove {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Within the transaction of the event that tells of it; a version conflict repeats that transaction. */
  async run(move: PhotoMoved, session: SqlSession): Promise<void> {
    const { userId: ownerId, photoId, at, makesFirstProfile, awaitedTestId, metadata } = move;
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      // The photos will hear of it, and put the photo where its test is.
      if (awaitedTestId !== undefined && (await hasStarted(unit, awaitedTestId))) return;
      const owner = await unit.load(ownerStreams, ownerId);
      await this.endWhatRuns(unit, owner, move);
      await this.endChangedProfile(unit, owner, move);
      owner.decide({ type: 'RecordPhotoLeft', ownerId, photoId, at });
      if (makesFirstProfile) owner.decide({ type: 'RecordFirstProfile', ownerId, photoId, at });
    });
  }

  /** A photo that was put away is not rated any more: what is unfinished ends with a refund, whoever else failed to ask for it. */
  private async endWhatRuns(unit: UnitOfWork, owner: LoadedOwner, { userId, photoId, at }: PhotoMoved): Promise<void> {
    const place = owner.state.pool[photoId];
    // A late report of an older move says nothing about the assessment that runs now.
    if (!place || at < place.since) return;
    const test = await unit.load(photoAssessmentStreams, place.testId);
    endPhoto({ userId, photoId, isRemoved: false }, test, owner, this.now());
  }

  /** A profile assessment is about photos that stand together: one that joins or leaves them ends it. */
  private async endChangedProfile(unit: UnitOfWork, owner: LoadedOwner, { photoId, planner }: PhotoMoved) {
    const { wasInPlanner, isInPlanner } = planner;
    const applies = ({ photoIds }: { photoIds: readonly string[] }): boolean =>
      photoIds.includes(photoId) ? !isInPlanner : isInPlanner && !wasInPlanner;
    await endRunningProfile(unit, owner, { reason: 'profile-changed', at: this.now(), applies });
  }

  private now(): string {
    return this.clock().toISOString();
  }
}

const hasStarted = async (unit: UnitOfWork, testId: string): Promise<boolean> =>
  (await unit.load(photoAssessmentStreams, testId)).state.status === 'started';
