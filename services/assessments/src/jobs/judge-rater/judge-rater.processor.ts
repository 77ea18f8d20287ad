import { Commands, type SqlSession, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { assessorStreams } from '../../aggregates.js';
import { loadBehaviour } from '../../assessor-quality/behaviour.rows.js';
import { JUDGING_QUEUE, type JudgingPayload, recordJudging } from '../../assessor-quality/judging.rows.js';
import { spoil } from '../../assessor-quality/spoiling.rows.js';
import { CLOCK, type Clock } from '../../clock.js';

/**
 * Judges a rater by what is known of the behaviour now. The event, what a pause spoils and the end of the item are one
 * transaction; the same behaviour judged again has no consequence.
 */
@Injectable()
export class JudgeRaterProcessor implements Processor {
  readonly queue = JUDGING_QUEUE;

  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const payload = item.payload as JudgingPayload;
    const { raterId } = payload;
    await lockRater(session, raterId);
    const at = this.clock().toISOString();
    const metadata = { correlationId: item.id };
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const rater = await unit.load(assessorStreams, raterId);
      const behaviour = await loadBehaviour(session, raterId, at);
      for (const event of rater.decide({ type: 'Judge', raterId, behaviour, at })) {
        if (event.type !== 'RaterPaused') continue;
        unit.writeWithEvents((within) => spoil(within, raterId, event.data.spoiledSubmissionIds));
      }
    });
    await recordJudging(session, payload);
  }
}

/** Two items of one rater wait for each other instead of conflicting. */
async function lockRater(session: SqlSession, raterId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('rater ' || $1::text, 0))`, [raterId]);
}
