import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '@candid/event-store';
import type pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import { operationsPerSecond } from '../append/callers.js';
import { appendOf, callers } from '../append/workload.js';
import { ledgerFile, type SchemaModule } from '../ledger/bench-ledger.js';
import { refundEntry, seedSql } from '../ledger/workload.js';
import { kill, sliceOf, startProcess } from './processes.js';
import { ledgerSql, type Order } from './schema.sql.js';
import { createOrderDatabase, type Flushing, openAppender, openPool } from './stores.js';

const slice = { warmUpMs: 100, durationMs: 400 };

export interface Contender {
  order: Order;
  flushing?: Flushing;
  /** Of one service, each with callers of its own. */
  processes?: number;
  work?: 'appends' | 'transfers' | 'reads';
  /** Where 32 callers append to; one caller does to one stream. */
  into?: 'new streams' | 'one stream' | 'new streams beside an open append';
}

type Options = Contender & { url: string };

/**
 * Operations per second of each contender in many short slices, in turn: other load of the machine meets all alike. Their
 * databases and processes are made before and stay.
 */
export async function measureInTurn(postgresUrl: string, contenders: readonly Contender[], slices: number) {
  const measured = await Promise.all(contenders.map((contender) => open(postgresUrl, contender)));
  try {
    const figures: number[][] = contenders.map(() => []);
    for (let turn = -1; turn < slices; turn += 1) {
      for (const [index, { children }] of measured.entries()) {
        const figure = await sliceOf(children);
        if (turn >= 0) figures[index]!.push(figure);
      }
    }
    return figures;
  } finally {
    for (const { children, drop } of measured) {
      await Promise.all(children.map(kill));
      await drop();
    }
  }
}

async function open(postgresUrl: string, contender: Contender) {
  const { order, processes = 1, work } = contender;
  const { url, drop } = await createOrderDatabase(postgresUrl, order);
  if (work === 'transfers') {
    const { ledgerSchemaSql } = await ledgerFile<SchemaModule>('schema');
    await runOnce(url, [...ledgerSql(ledgerSchemaSql(), order), seedSql, 'vacuum analyze']);
  }
  const role = work === 'transfers' ? 'transferInSlices' : work === 'reads' ? 'readInSlices' : 'appendInSlices';
  const options: Options = { ...contender, url };
  return { drop, children: await Promise.all(Array.from({ length: processes }, () => startProcess(role, options))) };
}

export function appendInSlices({ url, order, flushing, into }: Options): () => Promise<number> {
  const { append, stores } = openAppender(url, order, flushing);
  if (into === 'one stream') {
    const stream = `rating-${randomUUID()}`;
    let version = 0;
    return () => operationsPerSecond({ callers: 1, ...slice }, () => append(appendOf(stream, version++)));
  }
  const appends = () => operationsPerSecond({ callers, ...slice }, () => append(appendOf(`rating-${randomUUID()}`, 0)));
  if (into !== 'new streams beside an open append') return appends;
  const beside = openPool(url, 'beside');
  return async () => {
    const opened = inTransaction(beside, async (session) => {
      await stores[0]!.appendWithin(session, appendOf(`rating-${randomUUID()}`, 0));
      await delay(slice.warmUpMs + slice.durationMs);
    });
    const [rate] = await Promise.all([appends(), opened]);
    return rate;
  };
}

interface LedgerModule {
  Ledger: new (options: { connection: object }) => { record(entry: object): Promise<{ outcome: string }> };
}
interface ConnectionModule {
  LedgerConnection: new (config: pg.ClientConfig) => object;
}

export async function transferInSlices({ url }: Options): Promise<() => Promise<number>> {
  const { Ledger } = await ledgerFile<LedgerModule>('ledger');
  const { LedgerConnection } = await ledgerFile<ConnectionModule>('ledger-connection');
  const ledger = new Ledger({ connection: new LedgerConnection({ connectionString: url }) });
  return () =>
    operationsPerSecond({ callers, ...slice }, async () => {
      const { outcome } = await ledger.record(refundEntry(false));
      if (outcome !== 'recorded') throw new Error(`a refund was not recorded: ${outcome}`);
    });
}

const otherSessions = 30;

/** Reads that find nothing new, beside sessions that each hold locks on a few tables. */
export async function readInSlices({ url, order }: Options): Promise<() => Promise<number>> {
  const { append, stores } = openAppender(url, order);
  const appended = await append(appendOf(`rating-${randomUUID()}`, 0));
  if (appended.outcome !== 'appended') throw new Error('nothing was appended');
  for (let session = 0; session < otherSessions; session += 1) {
    const client = await openPool(url, 'idle').connect();
    await client.query('begin; select from events; select from checkpoints; select from work_items; select from inbox');
  }
  return () => operationsPerSecond({ callers: 1, ...slice }, () => stores[0]!.readAfter(appended.events[0]!, 500));
}
