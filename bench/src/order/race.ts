import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { seenTableSql } from './followers.js';
import { kill, startProcess } from './processes.js';
import type { Order } from './schema.sql.js';
import { createOrderDatabase } from './stores.js';

const appends = 10_000;
const streams = 300;
const killEveryMs = 250;
const kinds = ['appends', 'appends', 'appends', 'follows', 'follows'] as const;

export interface RaceResult {
  events: number;
  killedProcesses: number;
  killedConnections: number;
  /** Of events, streams and keys that are not as they must be. */
  faults: number;
}

const faultsSql = `select
  (select count(*) from events e full join seen s using (event_id) where e.event_id is null or s.event_id is null)
  + (select count(*) - count(distinct event_id) from seen)
  + (select count(*) - count(distinct data->>'key') from events)
  + (select count(*) from (select stream_version - lag(stream_version, 1, 0) over (partition by stream_id order by place) as step
       from seen) steps where step <> 1)`;
const partitionFaultsSql = `${faultsSql}
  + (select count(*) from (select max(position) - count(*) as gaps from events group by partition) p where gaps <> 0)`;

/** Three processes append and two follow, while one after another, or its connections, is killed. */
export async function race(postgresUrl: string, order: Order): Promise<RaceResult> {
  const database = await createOrderDatabase(postgresUrl, order);
  const pool = new pg.Pool({ connectionString: database.url, max: 2, application_name: 'race' });
  const count = async (table: string) => Number((await pool.query(`select count(*) as n from ${table}`)).rows[0].n);
  const ids = Array.from({ length: streams }, () => `race-${randomUUID()}`);
  const begin = (kind: (typeof kinds)[number]) =>
    startProcess(kind === 'appends' ? 'raceAppends' : 'follow', {
      url: database.url,
      order,
      streams: ids,
      owner: randomUUID(),
    });
  let running: ChildProcess[] = [];
  try {
    await pool.query(seenTableSql);
    running = await Promise.all(kinds.map(begin));
    let [killedProcesses, killedConnections] = [0, 0];
    while ((await count('events')) < appends) {
      await new Promise((resolve) => setTimeout(resolve, killEveryMs));
      if ((killedProcesses + killedConnections) % 2 === 0) {
        const place = Math.floor(Math.random() * kinds.length);
        await kill(running[place]!);
        running[place] = await begin(kinds[place]!);
        killedProcesses += 1;
      } else {
        await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name <> 'race' order by random() limit 1`);
        killedConnections += 1;
      }
    }
    await Promise.all(running.filter((_, index) => kinds[index] === 'appends').map(kill));
    const events = await settled(() => count('events'));
    for (let looks = 0; looks < 200 && (await count('seen')) < events; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { rows } = await pool.query(`${order === 'partition' ? partitionFaultsSql : faultsSql} as faults`);
    return { events, killedProcesses, killedConnections, faults: Number(rows[0].faults) };
  } finally {
    await Promise.all(running.map(kill));
    await pool.end();
    await database.drop();
  }
}

/** A statement of a killed process may still commit. */
async function settled(count: () => Promise<number>): Promise<number> {
  for (let before = -1, now = await count(); ; [before, now] = [now, await count()]) {
    if (before === now) return now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
