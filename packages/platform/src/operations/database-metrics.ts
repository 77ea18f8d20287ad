import { type EventStore, followerLags, sessionOfClient } from '@candid/event-store';
import type { Pool } from 'pg';
import { type Metrics, sharedRead } from './metrics.js';

const watched = new WeakMap<Metrics, string[]>();

/** All processes that could lead a follower (a projection or the relay) report the same lag. */
export function watchFollowers(metrics: Metrics, store: EventStore, names: readonly string[]): void {
  const known = watched.get(metrics);
  if (known) {
    known.push(...names);
    return;
  }
  const all = [...names];
  watched.set(metrics, all);
  const session = sessionOfClient(store.pool);
  const lags = sharedRead(() => followerLags(session, all));
  const [events, seconds] = ['event_follower_lag_events', 'event_follower_lag_seconds'];
  metrics.gaugeBy(events, 'Events that a follower has not read yet', 'follower', lags, (lag) => lag.events);
  metrics.gaugeBy(seconds, 'Age of the first event not read yet', 'follower', lags, (lag) => lag.seconds);
}

/** The relay has a separate metric, because its delay affects other services. */
export function watchOutbox(metrics: Metrics, store: EventStore, checkpoint: string): void {
  const session = sessionOfClient(store.pool);
  const oldest = async () => (await followerLags(session, [checkpoint])).get(checkpoint)?.seconds ?? 0;
  metrics.gauge('outbox_oldest_unpublished_seconds', 'Age of the first event not published yet', oldest);
}

/** Reports the connections of this process's pools. Waiting requests are the first sign of a slow database. */
export function watchPools(metrics: Metrics, pools: () => ReadonlyMap<string, Pool>): void {
  metrics.gaugeEach('db_pool_connections', 'Connections of a pool by state', ['pool', 'state'], async () =>
    [...pools()].flatMap(([pool, { idleCount, totalCount }]) => [
      { labels: { pool, state: 'idle' }, value: idleCount },
      { labels: { pool, state: 'used' }, value: totalCount - idleCount },
    ]),
  );
  const all = async () => pools();
  metrics.gaugeBy(
    'db_pool_connections_max',
    'Connections that a pool may have',
    'pool',
    all,
    ({ options }) => options.max,
  );
  metrics.gaugeBy('db_pool_waiting', 'Who waits for a connection of a pool', 'pool', all, (pool) => pool.waitingCount);
}
