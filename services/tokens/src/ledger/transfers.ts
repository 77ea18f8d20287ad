import {
  DomainError,
  type EventMetadata,
  type EventStore,
  type RecordedEvent,
  surroundings,
} from '@candid/event-store';
import { decide } from './decide.js';
import {
  evolve,
  initialState,
  insufficientTokens,
  isUserAccount,
  type LedgerCommand,
  type LedgerEntry,
  type LedgerEvent,
  type PostTransfer,
  type RecordOutcome,
  streamIdOf,
  transferIdOf,
  type VoidHold,
} from './transfer.js';

export interface TransferOutcome {
  transferId: string;
  /** If true, the other fields are those of the first time. */
  replayed: boolean;
  recordedAt: Date;
  /** Available tokens of the user right after the transfer; undefined for a transfer without a user. */
  availableTokens: number | undefined;
}

/** The escrow does not have the tokens, or not yet: what fills it may still be under way. */
export class EscrowShortError extends Error {
  override readonly name = 'EscrowShortError';

  constructor(readonly account: string) {
    super(`${account} does not have the tokens yet`);
  }
}

/** The tokens may still come: with another event, or with a purchase. */
export const lacksTokens = (error: unknown): boolean =>
  error instanceof EscrowShortError || (error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS');

type Recorder = { record(entry: LedgerEntry): Promise<RecordOutcome> };
type Store = Pick<EventStore, 'load' | 'withCommand'>;

/** A hold that is voided in the flush that needs its tokens. */
export interface Release {
  holdId: string;
  command: VoidHold;
}

const conflictRetries = 3;

/** Runs a command on one transfer: decide, record, and where somebody was first, load and decide again. */
export class Transfers {
  readonly #ledger: Recorder;
  readonly #store: Store;

  constructor(ledger: Recorder, store: Store) {
    this.#ledger = ledger;
    this.#store = store;
  }

  /** A transfer with a key of its own, which its id is made of. Throws as `run` does. */
  post(command: PostTransfer, cause: EventMetadata): Promise<TransferOutcome> {
    return this.run(transferIdOf(command.idempotencyKey), command, cause);
  }

  /**
   * Throws DomainError INSUFFICIENT_TOKENS, IDEMPOTENCY_KEY_REUSED, NOT_FOUND or CONFLICT, and EscrowShortError.
   * The same command again is a replay: it changes nothing and has the first outcome. `releases` are given back together
   * with what the command causes, or not at all; those that have ended meanwhile count for nothing.
   */
  run(
    transferId: string,
    command: LedgerCommand,
    cause: EventMetadata,
    releases: readonly Release[] = [],
  ): Promise<TransferOutcome> {
    const attributes = () => ({
      'db.system.name': 'postgresql',
      'transfer.id': transferId,
      'ledger.command': command.type,
    });
    return surroundings().inSpan('append events', { attributes }, () =>
      this.#record(transferId, command, cause, releases),
    );
  }

  async #record(
    transferId: string,
    command: LedgerCommand,
    cause: EventMetadata,
    releases: readonly Release[],
  ): Promise<TransferOutcome> {
    // A new transfer is the rule: it is tried without a look at what is there.
    const metadata = this.#store.withCommand(cause);
    const isNew = command.type === 'PostTransfer' || command.type === 'PlaceHold';
    let history = isNew ? [] : await this.#load(transferId);
    for (let retriesLeft = conflictRetries; retriesLeft >= 0; retriesLeft -= 1) {
      const state = (history as unknown as LedgerEvent[]).reduce(evolve, initialState());
      const [event] = decide(command, state);
      if (!event) return replayOf(transferId, history);
      const entry: LedgerEntry = { transferId, expectedVersion: history.length, event, metadata };
      const first = releases.length === 0 ? [] : await this.#released(releases, metadata);
      const recorded = await this.#ledger.record(first.length === 0 ? entry : { ...entry, first });
      if (recorded.outcome === 'recorded') {
        const { recordedAt, availableTokens } = recorded;
        return { transferId, replayed: false, recordedAt, availableTokens };
      }
      if (recorded.outcome === 'insufficient') {
        throw isUserAccount(recorded.account) ? insufficientTokens() : new EscrowShortError(recorded.account);
      }
      history = await this.#load(transferId);
    }
    throw new DomainError('CONFLICT', 'The same transfer is being changed by others.');
  }

  async #released(releases: readonly Release[], metadata: EventMetadata): Promise<LedgerEntry[]> {
    const entries = await Promise.all(
      releases.map(async ({ holdId, command }): Promise<LedgerEntry[]> => {
        const history = await this.#load(holdId);
        const state = (history as unknown as LedgerEvent[]).reduce(evolve, initialState());
        if (state.status !== 'pending') return [];
        return decide(command, state).map((event) => ({
          ...{ transferId: holdId, expectedVersion: history.length, event, metadata },
        }));
      }),
    );
    return entries.flat();
  }

  #load(transferId: string): Promise<RecordedEvent[]> {
    return this.#store.load(streamIdOf(transferId));
  }
}

/** The last event is the one that the command would have caused. */
function replayOf(transferId: string, history: RecordedEvent[]): TransferOutcome {
  const { data, recordedAt } = history.at(-1)!;
  return { transferId, replayed: true, recordedAt, availableTokens: data.availableTokens };
}
