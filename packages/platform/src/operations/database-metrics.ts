import { type EventStore, followerLags, sessionOfClient } from '@candid/event-store';
import type { Pool } from 'pg';
import { type Metrics, sharedRead } from './metrics.js';

const watched = new WeakMap<Metrics, string[]>();

/**
 * Followers are projections, the relay and others with a checkpoint. All processes that could lead them report one
 * figure.
 */
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
  metrics.gaugeBy('event_follower_lag_events', 'Events that a follower has not read yet', 'follower', async () =>
    figures(await lags(), ({ events }) => events),
  );
  metrics.gaugeBy('event_follower_lag_seconds', 'Age of the first event not read yet', 'follower', async () =>
    figures(await lags(), ({ seconds }) => seconds),
  );
}

/** The relay is a follower like others, and the one whose delay other services feel. */
export function watchOutbox(metrics: Metrics, store: EventStore, checkpoint: string): void {
  const session = sessionOfClient(store.pool);
  metrics.gauge('outbox_oldest_unpublished_seconds', 'Age of the first event not published yet', async () => {
    return (await followerLags(session, [checkpoint])).get(checkpoint)?.seconds ?? 0;
  });
}

const figures = <Value>(values: ReadonlyMap<string, Value>, figure: (value: Value) => number): Map<string, number> =>
  new Map([...values].map(([name, value]) => [name, figure(value)]));

/** Connections of this process's pools; those that wait for one are the first sign of a database that is too slow. */
export function watchPools(metrics: Metrics, pools: () => ReadonlyMap<string, Pool>): void {
  const each =
    <Label extends string>(read: (pool: Pool, name: string) => { labels: Record<Label, string>; value: number }[]) =>
    async () =>
      [...pools()].flatMap(([name, pool]) => read(pool, name));
  metrics.gaugeEach(
    'db_pool_connections',
    'Connections of a pool by state',
    ['pool', 'state'],
    each((pool, name) => [
      { labels: { pool: name, state: 'idle' }, value: pool.idleCount },
      { labels: { pool: name, state: 'used' }, value: pool.totalCount - pool.idleCount },
    ]),
  );
  metrics.gaugeEach(
    'db_pool_connections_max',
    'Connections that a pool may have',
    ['pool'],
    each((pool, name) => [{ labels: { pool: name }, value: pool.options.max ?? 0 }]),
  );
  metrics.gaugeEach(
    'db_pool_waiting',
    'Who waits for a connection of a pool',
    ['pool'],
    each((pool, name) => [{ labels: { pool: name }, value: pool.waitingCount }]),
  );
}
