import { queueLevels, type SqlSession } from '@candid/event-store';
import type { Metrics } from '../operations/metrics.js';
import { sharedRead } from '../operations/shared-read.js';
import type { WorkDispatcher } from './work-dispatcher.js';

/** Work as its rows have it, which is the truth, and as Redis has it, which shows whether jobs move. */
export function watchWork(
  metrics: Metrics,
  session: SqlSession,
  { queues, dispatcher }: { queues: readonly string[]; dispatcher: WorkDispatcher },
): void {
  const levels = sharedRead(() => queueLevels(session, queues));
  metrics.gaugeEach(
    'work_items_open',
    'Work items by queue that are due, or scheduled for later',
    ['queue', 'state'],
    async () =>
      [...(await levels())].flatMap(([queue, { due, scheduled }]) => [
        { labels: { queue, state: 'due' }, value: due },
        { labels: { queue, state: 'scheduled' }, value: scheduled },
      ]),
  );
  metrics.gaugeBy(
    'work_items_given_up',
    'Work items by queue that wait for a person',
    'queue',
    async () => new Map([...(await levels())].map(([queue, { givenUp }]) => [queue, givenUp])),
  );
  metrics.gaugeBy(
    'work_item_oldest_due_seconds',
    'How long the longest waiting item of a queue is due',
    'queue',
    async () => new Map([...(await levels())].map(([queue, { oldestDueSeconds }]) => [queue, oldestDueSeconds])),
  );
  metrics.gaugeEach('bullmq_jobs', 'Jobs in Redis by queue and state', ['queue', 'state'], async () =>
    [...(await dispatcher.countJobs())].flatMap(([queue, counts]) =>
      Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  );
  const redis = sharedRead(() => dispatcher.redisLevels());
  metrics.gaugeEach('redis_memory_used_bytes', 'Memory that Redis has used', [], async () => [
    { labels: {}, value: (await redis()).memoryUsed },
  ]);
  metrics.gaugeEach('redis_memory_max_bytes', 'Memory that Redis may use; 0 without a limit', [], async () => [
    { labels: {}, value: (await redis()).memoryMax },
  ]);
  metrics.counterEach('redis_rejected_connections_total', 'Connections that Redis has refused', [], async () => [
    { labels: {}, value: (await redis()).rejectedConnections },
  ]);
}
