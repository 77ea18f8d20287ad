import {
  currentSupportAct,
  type EventPosition,
  FlushQueue,
  isRolledBack,
  isSerializationRace,
} from '@candid/event-store';
import { type Batch, decodeAnswer, encodeBatch } from './batch.js';
import { flattened, type LedgerEntry, type RecordOutcome } from './entry.js';
import { KnownAccounts } from './known-accounts.js';
import type { LedgerConnection } from './ledger-connection.js';
import { recordTransfersAndActsStatement, recordTransfersStatement } from './record-transfers.sql.js';
import { isAccountMissing, refusalOf } from './refusals.js';
import { payingAccountOf, sortOut, staleOf } from './sort-out.js';

export interface LedgerOptions {
  /** Of the application role. */
  connection: LedgerConnection;
  /** Flushes on their way at once: 2, the one that is written and the next. */
  flushes?: number;
  /** Transfers in one flush at most; 256 by default. */
  maxBatch?: number;
  /** Told of each commit, to wake the followers of events. */
  onCommitted?: (position: EventPosition) => void;
}

const raceRetries = 5;
/** A flush costs as much as about three transfers by itself. */
const smallestShare = 8;

/**
 * Writes transfers: the event, the transfer, its postings and the accounts' balances in one statement. Concurrent calls
 * leave together in one flush; each has an outcome of its own, and one that is refused holds up no other.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #queue: FlushQueue<LedgerEntry, RecordOutcome>;
  readonly #known = new KnownAccounts();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#queue = new FlushQueue({
      flushes: options.flushes ?? 2,
      maxBatch: options.maxBatch ?? 256,
      smallestShare,
      keysOf: ({ transferId, first }) => (first ? [transferId, ...first.map((each) => each.transferId)] : transferId),
      flush: (entries) => this.#settle(entries),
    });
  }

  /** The entry, what comes first and support's act at hand in the audit log, all or none. Durable when it resolves to `recorded`. Throws the database's error; then it is not known whether it was recorded. */
  record(entry: LedgerEntry): Promise<RecordOutcome> {
    const act = currentSupportAct();
    return this.#queue.add(act ? { ...entry, act } : entry);
  }

  /** An outcome, or what was thrown, for each entry. */
  async #settle(entries: readonly LedgerEntry[]): Promise<(RecordOutcome | Error)[]> {
    try {
      return await this.#write(entries);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && entries.length > 1) return this.#takeApart(entries);
      if (refusal) return [await this.#refused(entries[0]!, refusal)];
      // One entry spoils the flush for all: alone, each gets its own answer.
      if (entries.length > 1 && (isRolledBack(error) || error instanceof RangeError)) return this.#oneByOne(entries);
      return entries.map(() => error as Error);
    }
  }

  async #write(entries: readonly LedgerEntry[], retriesLeft = raceRetries): Promise<RecordOutcome[]> {
    const recorded = flattened(entries);
    const batch: Batch = encodeBatch(recorded, this.#known);
    const acts = entries.flatMap(({ act }) => act ?? []);
    const statement =
      acts.length === 0
        ? { name: 'record_transfers', text: recordTransfersStatement, values: batch.parameters }
        : {
            name: 'record_transfers_and_acts',
            text: recordTransfersAndActsStatement,
            values: [...batch.parameters, JSON.stringify(acts)],
          };
    try {
      const { rows } = await this.#options.connection.query<{ answer: string }>(statement);
      const { position, outcomes } = decodeAnswer(batch, rows[0]!.answer);
      this.#known.add(batch.accounts.rowAccounts);
      this.#options.onCommitted?.(position);
      if (recorded === entries) return outcomes;
      const asked = new Set(entries);
      return outcomes.filter((_, index) => asked.has(recorded[index]!));
    } catch (error) {
      if (isAccountMissing(error)) this.#known.clear();
      if (retriesLeft > 0 && (isSerializationRace(error) || isAccountMissing(error)))
        return this.#write(entries, retriesLeft - 1);
      throw error;
    }
  }

  /** A repeat of what has been done must not fail for tokens that it has already taken. */
  async #refused(entry: LedgerEntry, refusal: 'insufficient' | 'conflict'): Promise<RecordOutcome> {
    const conflict = { outcome: 'conflict' } as const;
    if (refusal === 'conflict' || (await staleOf(this.#options.connection, [entry])).length > 0) return conflict;
    return { outcome: 'insufficient', account: payingAccountOf(entry) };
  }

  /**
   * After a refused flush: stale entries have their outcome, those that share an account which may run short between them
   * are decided one after another in the order they came, and the rest goes together again.
   */
  async #takeApart(entries: readonly LedgerEntry[]): Promise<(RecordOutcome | Error)[]> {
    const { stale, contested, free } = await sortOut(this.#options.connection, entries);
    // What refused the flush has passed; together it could be refused again and again.
    if (free.length === entries.length) return this.#oneByOne(entries);
    const outcomes = new Map<LedgerEntry, RecordOutcome | Error>();
    for (const entry of stale) outcomes.set(entry, { outcome: 'conflict' });
    if (free.length > 0) assign(outcomes, free, await this.#settle(free));
    assign(outcomes, contested, await this.#oneByOne(contested));
    return entries.map((entry) => outcomes.get(entry)!);
  }

  async #oneByOne(entries: readonly LedgerEntry[]): Promise<(RecordOutcome | Error)[]> {
    const outcomes: (RecordOutcome | Error)[] = [];
    for (const entry of entries) outcomes.push((await this.#settle([entry]))[0]!);
    return outcomes;
  }
}

function assign(
  outcomes: Map<LedgerEntry, RecordOutcome | Error>,
  entries: readonly LedgerEntry[],
  settled: readonly (RecordOutcome | Error)[],
): void {
  entries.forEach((entry, index) => {
    outcomes.set(entry, settled[index]!);
  });
}
