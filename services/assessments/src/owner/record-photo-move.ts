import { Commands, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, causedBy, type ReceivedEvent } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type LoadedOwner, ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { endPhoto } from '../photo-assessment/end-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import { type PlannerChange, recordPhotoMove } from './owner-photos.rows.js';

interface Moved {
  inPlanner: boolean;
  makesFirstProfile?: boolean;
  /** Photo assessment whose start the photos service did not receive in time, so that it moved the photo itself. */
  awaitedId?: string | undefined;
}

/**
 * Records a photo's move and ends the assessments that it invalidates. A photo that is put away leaves the pool. The
 * first photo in the planner makes the first profile.
 */
@Injectable()
export class RecordPhotoMove {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs within the transaction of the move event; a version conflict repeats that transaction. */
  async run(
    received: Pick<ReceivedEvent, 'recordedAt' | 'streamVersion' | 'eventId' | 'correlationId'> & {
      data: { userId: string; photoId: string };
    },
    { inPlanner, makesFirstProfile, awaitedId }: Moved,
    session: SqlSession,
  ): Promise<void> {
    const { userId: ownerId, photoId } = received.data;
    const { recordedAt: at, streamVersion: photoVersion } = received;
    const planner = await recordPhotoMove(session, { photoId, ownerId, inPlanner, photoVersion });
    await this.commands.executeWithin(session, { metadata: causedBy(received) }, async (unit) => {
      // The photos service will still receive the start and then move the photo to its photo assessment.
      if (awaitedId !== undefined && (await hasStarted(unit, awaitedId))) return;
      const owner = await unit.load(ownerStreams, ownerId);
      const now = this.clock().toISOString();
      await endWhatRuns(unit, owner, { ownerId, photoId, at, now });
      await endRunningProfile(unit, owner, { reason: 'profile-changed', at: now, applies: changes(photoId, planner) });
      owner.decide({ type: 'RecordPhotoLeft', ownerId, photoId, at });
      if (makesFirstProfile) owner.decide({ type: 'RecordFirstProfile', ownerId, photoId, at });
    });
  }
}

/** Ends the unfinished assessment of a photo that was put away, with a refund, even if no request asked for it. */
async function endWhatRuns(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { ownerId: userId, photoId, at, now }: { ownerId: string; photoId: string; at: string; now: string },
): Promise<void> {
  const place = owner.state.pool[photoId];
  // A late event about an older move does not concern the assessment that runs now.
  if (!place || at < place.since) return;
  const photoAssessment = await unit.load(photoAssessmentStreams, place.photoAssessmentId);
  endPhoto({ userId, photoId, isRemoved: false }, photoAssessment, owner, now);
}

/** True if the move ends the profile assessment: one of its photos leaves the planner, or another photo joins it. */
const changes =
  (photoId: string, { wasInPlanner, isInPlanner }: PlannerChange) =>
  ({ photoIds }: { photoIds: readonly string[] }): boolean =>
    photoIds.includes(photoId) ? !isInPlanner : isInPlanner && !wasInPlanner;

const hasStarted = async (unit: UnitOfWork, photoAssessmentId: string): Promise<boolean> =>
  (await unit.load(photoAssessmentStreams, photoAssessmentId)).state.status === 'started';
