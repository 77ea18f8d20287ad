import type { EventMetadata } from '@candid/event-store';
import type { LedgerEvent } from '../domain/ledger/events.js';

/** One event to record in the stream of one transfer. */
export interface LedgerEntry {
  /** A uuid. */
  transferId: string;
  /** 0 for a new transfer. */
  expectedVersion: number;
  event: LedgerEvent;
  metadata: EventMetadata;
}

export type RecordOutcome =
  | {
      outcome: 'recorded';
      recordedAt: Date;
      /** What the transfer's user may spend right after it; undefined where it is about no user. */
      availableTokens?: number;
    }
  /** The account would go below zero; nothing was recorded. */
  | { outcome: 'insufficient'; account: string }
  /** The transfer is not at the expected version; nothing was recorded. */
  | { outcome: 'conflict' };

export const streamIdOf = (transferId: string): string => `transfer-${transferId}`;
