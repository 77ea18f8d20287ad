import type { EventMetadata } from '@candid/event-store';
import { effectsOf, isPlatformAccount, isUserAccount, type LedgerEvent } from './transfer.js';

/** A stored event, with times and positions in the database's format. */
export interface StoredEvent {
  global_position: string;
  stream_id: string;
  stream_version: number;
  type: string;
  data: LedgerEvent['data'];
  metadata: EventMetadata;
  recorded_at: string;
}

interface TransferValues {
  transfer_id: string;
  version: number;
  status: string;
  code: string;
  amount: number;
  idempotency_key: string;
  cause_event_id: string | null;
  correlation_id: string;
  actor: string | null;
  effective_at: string;
  recorded_at: string;
  expires_at: string | null;
}

interface PostingValues {
  account: string;
  global_position: string;
  transfer_id: string;
  recorded_at: string;
  amount: number;
  balance: number | null;
}

export interface PendingHold {
  account: string;
  transfer: TransferValues;
}

/** Computes the rows from the events alone, in position order. */
export class RowFold {
  readonly accounts = new Map<string, { posted: number; held: number }>();
  /** Positions of events that state a wrong balance. The right one is the sum of all events up to that position. */
  readonly contradictions: string[] = [];
  readonly pending = new Map<string, PendingHold>();
  /** Accounts with a known balance before the first event. */
  private readonly begun = new Set<string>();

  /** `pending` are the holds before the first event. `begin` adds the balances. */
  constructor(pending: readonly PendingHold[] = []) {
    for (const hold of pending) {
      this.pending.set(hold.transfer.transfer_id, hold);
      this.accountOf(hold.account).held += hold.transfer.amount;
    }
  }

  hasBalance(account: string): boolean {
    return this.begun.has(account);
  }

  /** Must be called before the account's first event. */
  begin(account: string, posted: number): void {
    this.begun.add(account);
    this.accountOf(account).posted = posted;
  }

  /** `booked` are the transfers that these events post. */
  applyAll(events: readonly StoredEvent[]) {
    const transfers = new Map<string, TransferValues>();
    const booked: TransferValues[] = [];
    const postings: PostingValues[] = [];
    for (const event of events) {
      const rows = this.apply(event);
      transfers.set(rows.transfer.transfer_id, rows.transfer);
      postings.push(...rows.postings);
      if (rows.postings.length > 0) booked.push(rows.transfer);
    }
    return { transfers: [...transfers.values()], booked, postings };
  }

  /** Returns the transfer's complete row for each event. The row for the transfer's last event is the valid one. */
  apply(stored: StoredEvent): { transfer: TransferValues; postings: PostingValues[] } {
    const event = { type: stored.type, data: stored.data } as LedgerEvent;
    const { postings, held } = effectsOf(event);
    const transfer_id = stored.stream_id.slice('transfer-'.length);
    if (held) this.accountOf(held.account).held += held.changeTokens;
    const rows = Object.entries(postings).map(([account, amount]) => ({
      account,
      global_position: stored.global_position,
      transfer_id,
      recorded_at: stored.recorded_at,
      amount,
      balance: isPlatformAccount(account) ? null : this.post(account, amount),
    }));
    this.check(stored, held?.account ?? Object.keys(postings).find(isUserAccount));
    return { transfer: this.transferOf(transfer_id, stored, event), postings: rows };
  }

  private post(account: string, amount: number): number {
    const balance = this.accountOf(account);
    balance.posted += amount;
    return balance.posted;
  }

  private accountOf(account: string): { posted: number; held: number } {
    const known = this.accounts.get(account) ?? { posted: 0, held: 0 };
    this.accounts.set(account, known);
    return known;
  }

  private check({ global_position, data }: StoredEvent, user: string | undefined): void {
    if (user === undefined) return;
    const { posted, held } = this.accountOf(user);
    if (data.availableTokens !== posted - held) this.contradictions.push(global_position);
  }

  private transferOf(transfer_id: string, stored: StoredEvent, event: LedgerEvent): TransferValues {
    const { status, code, amountTokens } = effectsOf(event);
    if (event.type === 'HoldPosted' || event.type === 'HoldVoided') {
      const placed = this.pending.get(transfer_id);
      if (!placed) throw new Error(`${event.type} at ${stored.global_position} follows on no pending hold`);
      this.pending.delete(transfer_id);
      return { ...placed.transfer, version: stored.stream_version, status, code };
    }
    const { correlationId, causationId, actor } = stored.metadata;
    const transfer = {
      transfer_id,
      version: stored.stream_version,
      status,
      code,
      amount: amountTokens,
      idempotency_key: event.data.idempotencyKey,
      cause_event_id: causationId ?? null,
      correlation_id: correlationId,
      actor: actor ?? null,
      effective_at: new Date(event.data.effectiveAt).toISOString(),
      recorded_at: stored.recorded_at,
      expires_at: 'expiresAt' in event.data ? new Date(event.data.expiresAt).toISOString() : null,
    };
    if (event.type === 'HoldPlaced') this.pending.set(transfer_id, { account: event.data.account, transfer });
    return transfer;
  }
}
