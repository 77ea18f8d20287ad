import { Commands, type UnitOfWork, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams, photoAssessmentStreams } from '../../aggregates.js';
import { REPLACING_QUEUE, type ReplacingPayload } from '../../assessor-quality/spoiling.rows.js';
import { isSuspended } from '../../owner/domain/state.js';

/**
 * Makes a submission that counts no more good to its owner. Events and the end of the item are one transaction, and the
 * photo assessment knows what has been made good: once, whatever is delivered again. A conflict with a command has it tried again.
 */
@Injectable()
export class ReplaceRatingsProcessor implements Processor {
  readonly queue = REPLACING_QUEUE;

  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const metadata = { correlationId: item.id };
    await this.commands.executeWithin(session, { metadata }, (unit) =>
      replace(unit, item.payload as ReplacingPayload, this.clock().toISOString()),
    );
  }
}

async function replace(
  unit: UnitOfWork,
  { submissionId, photoAssessmentId }: ReplacingPayload,
  at: string,
): Promise<void> {
  const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
  if (photoAssessment.state.status !== 'started') return;
  const { ownerId, assessments } = photoAssessment.state;
  const owner = await unit.load(ownerStreams, ownerId);
  const { pool, hasMadeFirstProfile } = owner.state;
  // During the onboarding a first assessment that ran again would start its owner over when a photo is moved.
  const isReopenable = hasMadeFirstProfile && !isSuspended(owner.state, at);
  const reopenablePhotoIds = isReopenable
    ? assessments
        .map(({ photoId }) => photoId)
        .filter((photoId) => pool[photoId]?.photoAssessmentId === photoAssessmentId)
    : [];
  for (const event of photoAssessment.decide({ type: 'ReplaceSpoiled', submissionId, reopenablePhotoIds, at })) {
    if (event.type !== 'SpoiledRatingReplaced' || !event.data.isReopened) continue;
    owner.decide({ type: 'RecordReopening', ownerId, photoAssessmentId, photoId: event.data.photoId, at });
  }
}
