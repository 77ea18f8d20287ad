import { isOwnFollowerSql } from '@candid/event-store';
import { connectNats, consumerLevels } from '@candid/platform';
import { eventually } from '@candid/testing';
import pg from 'pg';
import { databaseNames } from '../../../../tools/lib/start/secrets.mjs';

const withinMs = 300_000;

/** Runs the statements as the superuser with all triggers disabled. Resolves to the last one's rows. */
export async function inDatabase({ servers }, database, ...statements) {
  const client = new pg.Client({ connectionString: servers.postgresUrl(database) });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    let rows = [];
    for (const [text, values] of statements) rows = (await client.query(text, values)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const unfinished = `
  with last as (select max(global_position) as global_position from events)
  select 'follower ' || c.name as what from checkpoints c, last
   where ${isOwnFollowerSql} and c.global_position < last.global_position
  union all
  select 'work ' || id from work_items where completed_at is null and (failed_at is not null or available_at <= now())
  union all
  select 'dead letter ' || subscriber || ': ' || reason from dead_letters where replayed_at is null`;

async function busyConsumers({ servers }) {
  const nats = await connectNats(servers.natsUrl(), 'drill');
  try {
    const levels = await consumerLevels(nats);
    return levels.filter(({ pending, atHand }) => pending + atHand > 0).map(({ name }) => `consumer ${name}`);
  } finally {
    await nats.close();
  }
}

/** Waits until all events are read, all messages handled, and no work item or dead letter is open. */
export async function untilSettled(cluster) {
  await eventually(
    async () => {
      const open = await busyConsumers(cluster);
      for (const name of databaseNames) {
        const rows = await inDatabase(cluster, name, [unfinished]);
        open.push(...rows.map(({ what }) => `${name}: ${what}`));
      }
      if (open.length > 0) throw new Error(`not settled: ${open.slice(0, 8).join('; ')}`);
    },
    { withinMs },
  );
}

/** Resolves to { [database]: { events, position } }: the number of events and the position of the last one. */
export async function eventCounts(cluster) {
  const counts = databaseNames.map(async (name) => {
    const [row] = await inDatabase(cluster, name, [
      `select count(*)::int as events, max(global_position)::text as position from events`,
    ]);
    return [name, row];
  });
  return Object.fromEntries(await Promise.all(counts));
}

export async function hasStatistics(cluster, database) {
  return (
    (await inDatabase(cluster, database, ["select 1 from pg_stats where tablename = 'events' limit 1"])).length > 0
  );
}
