import { Commands, type SqlSession, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { assessorStreams } from '../../aggregates.js';
import { loadBehaviour } from '../../assessor-quality/behaviour.rows.js';
import { JUDGING_QUEUE, type JudgingPayload, recordJudging } from '../../assessor-quality/judging.rows.js';
import { spoil } from '../../assessor-quality/spoiling.rows.js';

/**
 * Judges an assessor by what is known of the behaviour now. The event, what a pause spoils and the end of the item are one
 * transaction; the same behaviour judged again has no consequence.
 */
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
    await lockAssessor(session, assessorId);
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

/** Two items of one assessor wait for each other instead of conflicting. */
async function lockAssessor(session: SqlSession, assessorId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('assessor ' || $1::text, 0))`, [assessorId]);
}
