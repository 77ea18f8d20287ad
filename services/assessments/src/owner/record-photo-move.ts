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
  /** It was moved by nobody: the photos had not received the start of this photo assessment when its time was over. */
  awaitedId?: string | undefined;
}

/** A photo that is put away makes room in the pool; the first one in the planner opens the way to new assessments. */
@Injectable()
export class RecordPhotoMove {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Within the transaction of the event about the move; a version conflict repeats that transaction. */
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
      // The photos will receive the start, and put the photo where its photo assessment is.
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

/** A photo that was put away is not rated any more: what is unfinished ends with a refund, whoever else failed to ask for it. */
async function endWhatRuns(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { ownerId: userId, photoId, at, now }: { ownerId: string; photoId: string; at: string; now: string },
): Promise<void> {
  const place = owner.state.pool[photoId];
  // A late report of an older move says nothing about the assessment that runs now.
  if (!place || at < place.since) return;
  const photoAssessment = await unit.load(photoAssessmentStreams, place.photoAssessmentId);
  endPhoto({ userId, photoId, isRemoved: false }, photoAssessment, owner, now);
}

/** A profile assessment is about photos that stand together: one that joins or leaves them ends it. */
const changes =
  (photoId: string, { wasInPlanner, isInPlanner }: PlannerChange) =>
  ({ photoIds }: { photoIds: readonly string[] }): boolean =>
    photoIds.includes(photoId) ? !isInPlanner : isInPlanner && !wasInPlanner;

const hasStarted = async (unit: UnitOfWork, photoAssessmentId: string): Promise<boolean> =>
  (await unit.load(photoAssessmentStreams, photoAssessmentId)).state.status === 'started';
