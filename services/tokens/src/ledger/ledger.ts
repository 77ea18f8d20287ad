import {
  currentSupportAct,
  type EventPosition,
  FlushQueue,
  isRolledBack,
  isSerializationRace,
} from '@candid/event-store';
import pg, { DatabaseError } from 'pg';
import { AccountChanges, type Batch, decodeAnswer, encodeBatch } from './batch.js';
import {
  missingAccount,
  recordTransfersAndActsStatement,
  recordTransfersStatement,
  shortOfTokens,
  staleTransfer,
} from './schema.js';
import { effectsOf, flattened, type LedgerEntry, type RecordOutcome } from './transfer.js';

interface LedgerOptions {
  connection: LedgerConnection;
  /** Maximum number of concurrent flushes. Default 2: one is written, the next is sent. */
  flushes?: number;
  /** Called after each commit, to wake the followers of events. */
  onCommitted?: (position: EventPosition) => void;
}

const plainStatement = ['record_transfers', recordTransfersStatement] as const;
const statementWithActs = ['record_transfers_and_acts', recordTransfersAndActsStatement] as const;

const raceRetries = 5;

/** A flush itself costs as much as about three transfers. */
const smallestShare = 8;

/**
 * Writes transfers: event, transfer, postings and balances in one statement. Concurrent calls share a flush. Each has
 * its own outcome, and a refused call does not affect the others.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #queue: FlushQueue<LedgerEntry, RecordOutcome>;
  readonly #known = new KnownAccounts();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#queue = new FlushQueue({
      flushes: options.flushes ?? 2,
      maxBatch: 256,
      smallestShare,
      keysOf: ({ transferId, first = [] }) => [transferId, ...first.map((each) => each.transferId)],
      flush: (entries) => this.#settle(entries),
    });
  }

  /**
   * Records the entry with its `first` entries and the current support act, or none of them. The outcome `recorded` is
   * durable. Throws the database's error; it is then unknown whether the entry is recorded.
   */
  record(entry: LedgerEntry): Promise<RecordOutcome> {
    const act = currentSupportAct();
    return this.#queue.add(act ? { ...entry, act } : entry);
  }

  async #settle(entries: readonly LedgerEntry[]): Promise<(RecordOutcome | Error)[]> {
    try {
      return await this.#write(entries);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && entries.length > 1) return this.#takeApart(entries);
      if (refusal) return [await this.#refused(entries[0]!, refusal)];
      // One of the entries makes the whole flush fail, so each is written alone and gets its own answer.
      if (entries.length > 1 && (isRolledBack(error) || error instanceof RangeError)) return this.#oneByOne(entries);
      return entries.map(() => error as Error);
    }
  }

  async #write(entries: readonly LedgerEntry[], retriesLeft = raceRetries): Promise<RecordOutcome[]> {
    const recorded = flattened(entries);
    const batch: Batch = encodeBatch(recorded, this.#known);
    const acts = entries.flatMap(({ act }) => act ?? []);
    const values = acts.length === 0 ? batch.parameters : [...batch.parameters, JSON.stringify(acts)];
    const [name, text] = acts.length === 0 ? plainStatement : statementWithActs;
    try {
      const { rows } = await this.#options.connection.query<{ answer: string }>({ name, text, values });
      const { position, outcomes } = decodeAnswer(batch, rows[0]!.answer);
      this.#known.add(batch.accounts.rowAccounts);
      this.#options.onCommitted?.(position);
      if (recorded === entries) return outcomes;
      const asked = new Set(entries);
      return outcomes.filter((_, index) => asked.has(recorded[index]!));
    } catch (error) {
      if (isAccountMissing(error)) this.#known.clear();
      if (retriesLeft > 0 && (isSerializationRace(error) || isAccountMissing(error))) {
        return this.#write(entries, retriesLeft - 1);
      }
      throw error;
    }
  }

  /** A repeat must not be refused because of tokens that its first attempt has taken. */
  async #refused(entry: LedgerEntry, refusal: 'insufficient' | 'conflict'): Promise<RecordOutcome> {
    const isStale = refusal === 'conflict' || (await staleOf(this.#options.connection, [entry])).length > 0;
    if (isStale) return { outcome: 'conflict' };
    return { outcome: 'insufficient', account: payingAccountOf(entry) };
  }

  /**
   * Stale entries get the outcome `conflict`. Entries that share an account which may run short are recorded one by one
   * in order. All others are flushed together again.
   */
  async #takeApart(entries: readonly LedgerEntry[]): Promise<(RecordOutcome | Error)[]> {
    const { stale, contested, free } = await sortOut(this.#options.connection, entries);
    // The current state no longer explains the refusal. A common flush could be refused again and again.
    if (free.length === entries.length) return this.#oneByOne(entries);
    const outcomes = new Map<LedgerEntry, RecordOutcome | Error>();
    for (const entry of stale) outcomes.set(entry, { outcome: 'conflict' });
    const settledFree = free.length > 0 ? await this.#settle(free) : [];
    const settled = [...settledFree, ...(await this.#oneByOne(contested))];
    for (const [index, entry] of [...free, ...contested].entries()) outcomes.set(entry, settled[index]!);
    return entries.map((entry) => outcomes.get(entry)!);
  }

  async #oneByOne(entries: readonly LedgerEntry[]): Promise<(RecordOutcome | Error)[]> {
    const outcomes: (RecordOutcome | Error)[] = [];
    for (const entry of entries) outcomes.push((await this.#settle([entry]))[0]!);
    return outcomes;
  }
}

/**
 * Sorts entries by the current state, without locks. Stale entries are not at the expected version. Contested entries
 * share an account that does not have enough tokens for all of them.
 */
async function sortOut(connection: LedgerConnection, entries: readonly LedgerEntry[]) {
  const stale = await staleOf(connection, entries);
  const current = entries.filter((entry) => !stale.includes(entry));
  const short = await shortAccounts(connection, current);
  const isContested = (entry: LedgerEntry) => changesOf([entry]).rowAccounts.some((account) => short.has(account));
  const { contested = [], free = [] } = Object.groupBy(current, (entry) => (isContested(entry) ? 'contested' : 'free'));
  return { stale, contested, free };
}

/** Returns the entries that are not at the expected version, or whose `first` entries are not. */
async function staleOf(connection: LedgerConnection, entries: readonly LedgerEntry[]): Promise<LedgerEntry[]> {
  const { rows } = await connection.query<{ transfer_id: string; version: number }>({
    text: 'select transfer_id, version from transfers where transfer_id = any($1::uuid[])',
    values: [flattened(entries).map(({ transferId }) => transferId)],
  });
  const versions = new Map(rows.map(({ transfer_id, version }) => [transfer_id, version]));
  const isStale = ({ transferId, expectedVersion }: LedgerEntry) => (versions.get(transferId) ?? 0) !== expectedVersion;
  return entries.filter((entry) => flattened([entry]).some(isStale));
}

async function shortAccounts(connection: LedgerConnection, entries: readonly LedgerEntry[]): Promise<Set<string>> {
  const changes = changesOf(entries);
  const { rows } = await connection.query<{ account: string; available: string }>({
    text: 'select account, posted - held as available from accounts where account = any($1::text[])',
    values: [changes.rowAccounts],
  });
  const available = new Map(rows.map((row) => [row.account, Number(row.available)]));
  const isShort = (account: string) => (available.get(account) ?? 0) + changes.of(account).lowestAvailable < 0;
  return new Set(changes.rowAccounts.filter(isShort));
}

/** The account that lacks tokens. The chart lets an entry take from at most one account. */
function payingAccountOf(entry: LedgerEntry): string {
  const changes = changesOf([entry]);
  const paying = changes.rowAccounts.find((account) => changes.of(account).lowestAvailable < 0);
  if (paying === undefined) throw new Error('a transfer that takes from no account was refused for want of tokens');
  return paying;
}

function changesOf(entries: readonly LedgerEntry[]): AccountChanges {
  const effects = flattened(entries).map(({ event }) => effectsOf(event));
  const changes = new AccountChanges(effects);
  for (const effect of effects) changes.apply(effect, () => undefined);
  return changes;
}

const uniqueViolation = '23505';
const checkViolation = '23514';

/** These constraints fail if the transfer already has a first event. */
const transferConstraints = new Set(['transfers_pkey', 'events_stream_version', 'events_event_id']);

/** Returns why a flush was refused: an account lacks tokens, or a transfer has another version. Else undefined. */
export function refusalOf(error: unknown): 'insufficient' | 'conflict' | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === shortOfTokens) return 'insufficient';
  if (error.code === checkViolation && error.constraint === 'accounts_never_below_zero') return 'insufficient';
  if (error.code === staleTransfer) return 'conflict';
  if (error.code === uniqueViolation && transferConstraints.has(error.constraint ?? '')) return 'conflict';
  return undefined;
}

/** Returns true if a row that this process has seen is gone: the address now leads to another database. */
export const isAccountMissing = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === missingAccount;

const maxAccounts = 50_000;

/** The accounts whose rows this process has seen most recently. Rows are never removed. */
export class KnownAccounts {
  readonly #names = new Set<string>();

  has(account: string): boolean {
    return this.#names.has(account);
  }

  add(accounts: readonly string[]): void {
    for (const account of accounts) this.#names.add(account);
    for (const oldest of this.#names) {
      if (this.#names.size <= maxAccounts) return;
      this.#names.delete(oldest);
    }
  }

  clear(): void {
    this.#names.clear();
  }
}

/** These settings give a flush the plan that it needs, for tables of any size. */
const flushSettings = [
  // Forces nested loops over the parameters, which also lock the accounts in name order.
  ...['-c enable_seqscan=off', '-c enable_hashjoin=off', '-c enable_mergejoin=off', '-c enable_bitmapscan=off'],
  '-c plan_cache_mode=force_generic_plan',
].join(' ');

/**
 * One connection that pipelines statements, each in its own transaction: while one flush is written, the next is sent.
 * The first query opens the connection, also after a loss. A loss rejects the statements under way.
 */
export class LedgerConnection {
  readonly #config: pg.ClientConfig;
  readonly #onLost: (error: Error) => void;
  #client: Promise<pg.Client> | undefined;

  /** `onLost` is called if the connection is lost. */
  constructor(config: pg.ClientConfig, onLost: (error: Error) => void = () => undefined) {
    const options = `${flushSettings} ${config.options ?? ''}`;
    this.#config = { keepAlive: true, connectionTimeoutMillis: 5_000, ...config, options };
    this.#onLost = onLost;
  }

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = await this.#connected();
    return client.query<Row>(query);
  }

  async end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client?.catch(() => undefined))?.end();
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, pipeline: true } as pg.ClientConfig);
    const connected = client.connect().then(() => client);
    // A late event of a replaced connection must not remove the new connection.
    const forget = () => {
      if (this.#client === connected) this.#client = undefined;
    };
    client.on('error', (error) => {
      forget();
      this.#onLost(error);
    });
    client.on('end', forget);
    connected.catch(forget);
    return connected;
  }
}
