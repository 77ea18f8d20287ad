import { Commands, type UnitOfWork, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams } from '../owner/decide.js';
import { isSuspended } from '../owner/owner.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { loadBehaviour, REPLACING_QUEUE, type ReplacingPayload, spoil } from './behaviour.rows.js';
import { assessorStreams } from './decide.js';
import { JUDGING_QUEUE, type JudgingPayload, recordJudging } from './openings.js';

/** One transaction writes the event, spoils submissions and ends the work item. Repeating the item changes nothing. */
@Injectable()
export class JudgeAssessorProcessor implements Processor {
  readonly queue = JUDGING_QUEUE;

  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const payload = item.payload as JudgingPayload;
    const { assessorId } = payload;
    // Items of one assessor run one after the other, so that they do not conflict.
    await session.query(`select pg_advisory_xact_lock(hashtextextended('assessor ' || $1::text, 0))`, [assessorId]);
    const at = this.clock().toISOString();
    const metadata = { correlationId: item.id };
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const assessor = await unit.load(assessorStreams, assessorId);
      const behaviour = await loadBehaviour(session, assessorId, at);
      for (const event of assessor.decide({ type: 'Judge', assessorId, behaviour, at })) {
        if (event.type !== 'AssessorPaused') continue;
        unit.writeWithEvents((within) => spoil(within, assessorId, event.data.spoiledSubmissionIds));
      }
    });
    await recordJudging(session, payload);
  }
}

/**
 * Gives the owner one more assessor, or a refund, for each spoiled rating. One transaction writes the events and ends
 * the item. Redelivery emits nothing, because replaced ratings are recorded. A version conflict repeats the item.
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
  // If the owner moved a reopened photo during the onboarding, the first assessment would be reset.
  const isReopenable = hasMadeFirstProfile && !isSuspended(owner.state, at);
  const reopenablePhotoIds = assessments
    .map(({ photoId }) => photoId)
    .filter((photoId) => isReopenable && pool[photoId]?.photoAssessmentId === photoAssessmentId);
  for (const event of photoAssessment.decide({ type: 'ReplaceSpoiled', submissionId, reopenablePhotoIds, at })) {
    if (event.type !== 'SpoiledRatingReplaced' || !event.data.isReopened) continue;
    owner.decide({ type: 'RecordReopening', ownerId, photoAssessmentId, photoId: event.data.photoId, at });
  }
}
