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
  /** True for a repeat. The other fields are then those of the first attempt. */
  replayed: boolean;
  recordedAt: Date;
  /** The user's available tokens right after the transfer; undefined for a transfer without a user. */
  availableTokens: number | undefined;
}

/** The escrow lacks tokens. The transfer that fills it may still be under way. */
export class EscrowShortError extends Error {
  override readonly name = 'EscrowShortError';

  constructor(readonly account: string) {
    super(`${account} does not have the tokens yet`);
  }
}

/** Returns true if another event or a purchase may still bring the tokens. */
export const lacksTokens = (error: unknown): boolean =>
  error instanceof EscrowShortError || (error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS');

type Recorder = { record(entry: LedgerEntry): Promise<RecordOutcome> };
type Store = Pick<EventStore, 'load' | 'withCommand'>;

/** A hold to void in the same flush as a command, because the command needs the hold's tokens. */
export interface Release {
  holdId: string;
  command: VoidHold;
}

const conflictRetries = 3;

/** Decides on commands and records events. If another command was faster, loads the stream and decides again. */
export class Transfers {
  readonly #ledger: Recorder;
  readonly #store: Store;

  constructor(ledger: Recorder, store: Store) {
    this.#ledger = ledger;
    this.#store = store;
  }

  /** Runs a transfer whose id is derived from its own key. Throws as `run` does. */
  post(command: PostTransfer, cause: EventMetadata): Promise<TransferOutcome> {
    return this.run(transferIdOf(command.idempotencyKey), command, cause);
  }

  /**
   * Throws DomainError INSUFFICIENT_TOKENS, IDEMPOTENCY_KEY_REUSED, NOT_FOUND or CONFLICT, and EscrowShortError. A
   * repeat changes nothing and returns the first outcome. `releases` are voided together with the command's event or
   * not at all; those that have ended in the meantime are ignored.
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
    // Most transfers are new, so the first attempt does not load the stream.
    const metadata = this.#store.withCommand(cause);
    const isNew = command.type === 'PostTransfer' || command.type === 'PlaceHold';
    let history = isNew ? [] : await this.#load(transferId);
    for (let retriesLeft = conflictRetries; retriesLeft >= 0; retriesLeft -= 1) {
      const [event] = decide(command, stateOf(history));
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
        const state = stateOf(history);
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

const stateOf = (history: RecordedEvent[]) => (history as unknown as LedgerEvent[]).reduce(evolve, initialState());

/** Returns the outcome of the first attempt, which recorded the last event of `history`. */
function replayOf(transferId: string, history: RecordedEvent[]): TransferOutcome {
  const { data, recordedAt } = history.at(-1)!;
  return { transferId, replayed: true, recordedAt, availableTokens: data.availableTokens };
}
