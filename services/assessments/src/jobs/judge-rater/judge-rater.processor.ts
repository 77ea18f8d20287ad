import { EventStore, type SqlSession, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import * as deciders from '../../application/deciders.js';
import { appendOf, identified, Streams } from '../../application/streams.js';
import { loadBehaviour } from '../../records/behaviour.js';
import { JUDGING_QUEUE, type JudgingPayload, recordJudging } from '../../records/judging.js';
import { spoil } from '../../records/spoiling.js';

/**
 * Judges a rater by what is known of the behaviour now. The event, what a pause spoils and the end of the item are one
 * transaction; the same behaviour judged again has no consequence.
 */
@Injectable()
export class JudgeRaterProcessor implements Processor {
  readonly queue = JUDGING_QUEUE;

  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Streams) private readonly streams: Streams,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const payload = item.payload as JudgingPayload;
    const { raterId } = payload;
    await lockRater(session, raterId);
    const at = this.streams.now();
    const rater = await this.streams.loadRater(raterId, session);
    const behaviour = await loadBehaviour(session, raterId, at);
    const events = identified(deciders.rater.decide({ type: 'Judge', raterId, behaviour, at }, rater.state));
    const streams = appendOf(rater, events);
    if (streams.length > 0) {
      await this.store.appendWithin(session, { streams, metadata: { correlationId: item.id } });
    }
    for (const event of events) {
      if (event.type === 'RaterPaused') await spoil(session, raterId, event.data.spoiledSubmissionIds);
    }
    await recordJudging(session, payload);
  }
}

/** Two items of one rater wait for each other instead of conflicting. */
async function lockRater(session: SqlSession, raterId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('rater ' || $1::text, 0))`, [raterId]);
}
