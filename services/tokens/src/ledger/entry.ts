import type { EventMetadata, SupportAct } from '@candid/event-store';
import type { LedgerEvent } from './domain/events.js';

/** One event to record in the stream of one transfer. */
export interface LedgerEntry {
  /** A uuid. */
  transferId: string;
  /** 0 for a new transfer. */
  expectedVersion: number;
  event: LedgerEvent;
  metadata: EventMetadata;
  /** Recorded just before it, and only together with it: what makes room for it. None of them has any itself. */
  first?: readonly LedgerEntry[];
  /** What support does by it; entered in the audit log together with it. */
  act?: SupportAct;
}

/** The entries with what comes first, in the order in which they are recorded. */
export function flattened(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  if (!entries.some(({ first }) => first)) return entries;
  return entries.flatMap((entry) => [...(entry.first ?? []), entry]);
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
