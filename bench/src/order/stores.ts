import { type EventPosition, EventStore, type RecordedEvent } from '@candid/event-store';
import pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import { type Append, appendByPartition } from './partition.js';
import { type Order, schemaSql } from './schema.sql.js';

export interface OrderDatabase {
  url: string;
  drop(): Promise<void>;
}

let databases = 0;

export async function createOrderDatabase(postgresUrl: string, order: Order): Promise<OrderDatabase> {
  databases += 1;
  const name = `bench_order_${process.pid}_${databases}`;
  await runOnce(postgresUrl, [`create database ${name}`]);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await runOnce(url.href, [...schemaSql[order](), 'checkpoint']);
  return { url: url.href, drop: () => runOnce(postgresUrl, [`drop database ${name} with (force)`]) };
}

/** The product's store, whose readers see the order of positions. */
export class PositionStore extends EventStore {
  override async readAfter({ globalPosition }: EventPosition, limit: number): Promise<RecordedEvent[]> {
    const { rows } = await this.pool.query({
      name: 'read_by_position',
      text: 'select * from read_by_position($1::bigint, $2::int)',
      values: [String(globalPosition), limit],
    });
    return rows.map((row) => ({
      eventId: row.event_id,
      streamId: row.stream_id,
      streamVersion: row.stream_version,
      globalPosition: BigInt(row.global_position),
      transactionId: BigInt(row.transaction_id),
      type: row.type,
      schemaVersion: row.schema_version,
      data: row.data,
      metadata: row.metadata,
      recordedAt: row.recorded_at,
    }));
  }
}

/** `shared`: two flushes of any streams, as the product does. `one`: one flush at a time. `routed`: two, of odd and of even partitions. */
export type Flushing = 'shared' | 'one' | 'routed';

export interface Appender {
  append: Append;
  pool: pg.Pool;
  stores: EventStore[];
}

/** A lost connection rejects what is under way on it, and nothing else. */
export function openPool(url: string, applicationName: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: applicationName });
  const ignore = () => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return pool;
}

export function openAppender(url: string, order: Order, flushing: Flushing = 'shared'): Appender {
  const pool = openPool(url, 'appender');
  const Store = order === 'position' ? PositionStore : EventStore;
  const flushConnections = flushing === 'shared' ? 2 : 1;
  const stores = Array.from({ length: flushing === 'routed' ? 2 : 1 }, () => new Store({ pool, flushConnections }));
  return { pool, stores, append: appendByPartition(stores) };
}
