import type { Pool } from 'pg';
import type { Metrics } from './metrics.js';

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
