import { setTimeout as delay } from 'node:timers/promises';
import { followerLags, isOwnFollowerSql } from '@candid/event-store';
import { connectNats, consumerLevels } from '@candid/platform';
import { environmentsOf, SERVICE_NAMES } from '@candid/testing';
import pg from 'pg';
import { Latencies } from './results.mjs';

const followersSql = `select name from checkpoints c where ${isOwnFollowerSql}`;
const queuesSql = `select queue, count(*)::int as items, extract(epoch from now() - min(available_at))::float8 as seconds
  from work_items where completed_at is null and failed_at is null and available_at < now() group by queue`;
const givenUpSql = `select (select count(*) from work_items where failed_at is not null)::int
  + (select count(*) from dead_letters where replayed_at is null)::int as count`;

/** Measures how far followers, consumers and queues of a running system lag. Keeps one connection per database. */
export class Levels {
  #clients;
  #nats;

  static async of(system) {
    const levels = new Levels();
    const environments = await environmentsOf(system);
    levels.#nats = await connectNats(environments.operator.NATS_URL, 'load');
    levels.#clients = await Promise.all(
      SERVICE_NAMES.map(async (service) => {
        const client = new pg.Client({ connectionString: environments[service].DATABASE_URL });
        // A broken connection fails its query. If no listener handled the error, it would also end the process.
        client.on('error', () => undefined);
        await client.connect();
        return { service, client };
      }),
    );
    return levels;
  }

  /** Resolves to [{ of, events, seconds }]: unread events of each follower, and the age of the oldest. */
  async followers() {
    const found = [];
    for (const { service, client } of this.#clients) {
      const session = { query: async (sql, values = []) => (await client.query(sql, [...values])).rows };
      const names = (await client.query(followersSql)).rows.map(({ name }) => name);
      for (const [name, lag] of await followerLags(session, names)) found.push({ of: `${service}: ${name}`, ...lag });
    }
    return found;
  }

  /** Resolves to [{ of, items }]: messages that each consumer has not acknowledged. */
  async consumers() {
    const levels = await consumerLevels(this.#nats);
    return levels.map(({ stream, name, pending, atHand }) => ({ of: `${stream}: ${name}`, items: pending + atHand }));
  }

  /** Resolves to [{ of, items, seconds }]: due work items of each queue, and the time since the oldest became due. */
  async queues() {
    const found = [];
    for (const { service, client } of this.#clients)
      for (const { queue, items, seconds } of (await client.query(queuesSql)).rows)
        found.push({ of: `${service}: ${queue}`, items, seconds });
    return found;
  }

  /** Resolves to the number of failed work items and dead letters, which an operator must handle. */
  async givenUp() {
    let sum = 0;
    for (const { client } of this.#clients) sum += (await client.query(givenUpSql)).rows[0].count;
    return sum;
  }

  async areZero() {
    const behind = [...(await this.followers()).filter(({ events }) => events > 0), ...(await this.queues())];
    return behind.length === 0 && (await this.consumers()).every(({ items }) => items === 0);
  }

  async close() {
    await Promise.all([this.#nats.close(), ...this.#clients.map(({ client }) => client.end())]);
  }
}

const everyMs = 2_000;

/** Polls followers, consumers and queues. Resolves when polling has begun. */
export async function watchLevels(system) {
  const levels = await Levels.of(system);
  const stopping = new AbortController();
  const found = { followers: new Map(), consumers: new Map(), queues: new Map() };
  const note = (kind, of, value) => {
    if (!found[kind].has(of)) found[kind].set(of, new Latencies());
    found[kind].get(of).add(value);
  };
  const look = async () => {
    for (const { of, seconds } of await levels.followers()) note('followers', of, seconds * 1_000);
    for (const { of, items } of await levels.consumers()) note('consumers', of, items);
    for (const { of, seconds } of await levels.queues()) note('queues', of, seconds * 1_000);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      // Polling continues after a failure.
      await look().catch(() => undefined);
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    /** Resolves to { followers, consumers, queues, givenUp }. The first three map a name to its measured values. */
    stop: async () => {
      stopping.abort();
      await running;
      const givenUp = await levels.givenUp();
      await levels.close();
      return { ...found, givenUp };
    },
  };
}
