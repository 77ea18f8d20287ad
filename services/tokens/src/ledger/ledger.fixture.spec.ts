import { randomUUID } from 'node:crypto';
import { EventStore } from '@candid/event-store';
import { Database, ormOptions, runMigrations } from '@candid/platform/orm';
import { migratedDatabase, sessionUrlOf, type TestDatabase } from '@candid/testing';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrations } from '../migrations/all.js';
import { compareWithEvents } from './compare-with-events.js';
import { Ledger, LedgerConnection } from './ledger.js';
import { escrowAccount, type LedgerEntry, type PostTransfer, transferIdOf, userAccount } from './transfer.js';
import { type TransferOutcome, Transfers } from './transfers.js';

export const at = '2026-11-21T12:00:00.000Z';
export const metadata = { correlationId: 'test' };

/** One process's ledger, with its own connections and queue. */
export interface LedgerProcess {
  readonly ledger: Ledger;
  readonly transfers: Transfers;
  readonly connection: LedgerConnection;
}

/** Connections that a test closes. */
export function connectDatabase(url: string): { database: Database; end(): Promise<void> } {
  const orm = new MikroORM(ormOptions({ url, entities: [] }));
  return { database: new Database(orm), end: () => orm.close(true) };
}

/** A ledger on its own database. Any number of processes write to it with the application's role. */
export class LedgerFixture {
  private readonly open: { end(): Promise<void> }[] = [];

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly owner: pg.Pool,
    /** Has the rights of the owner, like `owner`. */
    readonly database: Database,
  ) {}

  static async start(): Promise<LedgerFixture> {
    const testDatabase = await migratedDatabase({ migrations, runMigrations });
    const { url } = testDatabase;
    const opened = connectDatabase(url);
    const fixture = new LedgerFixture(testDatabase, new pg.Pool({ connectionString: url, max: 2 }), opened.database);
    fixture.open.push(opened);
    return fixture;
  }

  get applicationUrl(): string {
    return this.testDatabase.applicationUrl;
  }

  process(flushes?: number): LedgerProcess {
    const connectionString = this.applicationUrl;
    const connection = new LedgerConnection({ connectionString: sessionUrlOf(connectionString) });
    const store = new EventStore({ pool: new pg.Pool({ connectionString, max: 2 }) });
    this.open.push(connection, store.pool);
    const ledger = new Ledger({ connection, ...(flushes && { flushes }) });
    return { ledger, transfers: new Transfers(ledger, store), connection };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.open, this.owner].map((each) => each.end()));
    await this.testDatabase.drop();
  }

  async balance(account: string): Promise<{ posted: number; held: number }> {
    const { rows } = await this.owner.query('select posted, held from accounts where account = $1', [account]);
    return { posted: Number(rows[0]?.posted ?? 0), held: Number(rows[0]?.held ?? 0) };
  }

  async sumOfPostings(): Promise<number> {
    const { rows } = await this.owner.query('select coalesce(sum(amount), 0)::text as sum from postings');
    return Number(rows[0].sum);
  }

  async count(table: 'events' | 'transfers' | 'postings'): Promise<number> {
    const { rows } = await this.owner.query(`select count(*)::int as count from ${table}`);
    return rows[0].count;
  }

  differences() {
    return compareWithEvents(this.database);
  }
}

export function grantOf(userId: string, amountTokens: number, idempotencyKey: string = randomUUID()): PostTransfer {
  const postings = { 'platform:grants': -amountTokens, [userAccount(userId)]: amountTokens };
  return { type: 'PostTransfer', code: 'grant', idempotencyKey, postings, effectiveAt: at };
}

export function takeBackOf(userId: string, amountTokens: number, idempotencyKey: string = randomUUID()): PostTransfer {
  const postings = { [userAccount(userId)]: -amountTokens, 'platform:grants': amountTokens };
  return { type: 'PostTransfer', code: 'correction', idempotencyKey, postings, effectiveAt: at };
}

export function consumeOf(
  assessmentId: string,
  amountTokens: number,
  idempotencyKey: string = randomUUID(),
): PostTransfer {
  const postings = { [escrowAccount(assessmentId)]: -amountTokens, 'platform:revenue': amountTokens };
  return { type: 'PostTransfer', code: 'consume', idempotencyKey, postings, effectiveAt: at };
}

export function refundOf(assessmentId: string, userId: string, amountTokens: number): PostTransfer {
  const postings = { [escrowAccount(assessmentId)]: -amountTokens, [userAccount(userId)]: amountTokens };
  const idempotencyKey = `refund:${assessmentId}`;
  return { type: 'PostTransfer', code: 'refund', idempotencyKey, postings, effectiveAt: at };
}

export function post({ transfers }: LedgerProcess, command: PostTransfer): Promise<TransferOutcome> {
  return transfers.run(transferIdOf(command.idempotencyKey), command, metadata);
}

/** Makes an entry that records the transfer without a decision about the command. */
export function entryOf(
  { type: _, ...data }: PostTransfer,
  transferId = transferIdOf(data.idempotencyKey),
): LedgerEntry {
  return { transferId, expectedVersion: 0, event: { type: 'TransferPosted', data }, metadata };
}
