import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type PublishedEvent, publishedEventsRpc, type RequestContext } from '@candid/contracts';
import { RemoteError, type RpcClient } from '@candid/platform';
import {
  bookingsOf,
  type EventBookings,
  isMoneyEvent,
  moneyEventTypes,
  parsedData,
} from '../bookings/bookings-of-event.js';
import { consumptionItemOf, workItemOf } from '../bookings/work-items.js';
import { rewardTransfer, tokensOf } from '../ledger/posted-transfers.js';
import { type PostTransfer, transferIdOf } from '../ledger/transfer.js';

export const dueKinds = ['consume', 'reward', 'refund', 'restart'] as const;

export type DueKind = (typeof dueKinds)[number];

export const countsOfNone = (): Record<DueKind, number> => ({ consume: 0, reward: 0, refund: 0, restart: 0 });

/** A transfer that an event of the assessments service makes due, exactly once. */
export interface Due {
  transferId: string;
  kind: DueKind;
  amountTokens: number;
  /** The id of the work item in which the transfer may wait; undefined if it never waits. */
  workItem?: string;
  idempotencyKey: string;
  event: PublishedEvent;
  bookings: EventBookings;
}

const escrowPrefix = 'escrow:';

/**
 * Computes the transfers that the assessments' events make due, and each assessment's tokens for future ratings. Events
 * of one assessment must be in order. Closed assessments use no memory.
 */
export class DueBookings {
  /** Unused tokens by assessment; never 0. */
  readonly open: Map<string, number>;
  readonly counts: Record<DueKind, number>;

  constructor(earlier?: { escrows: ReadonlyMap<string, number>; counts: Record<DueKind, number> }) {
    this.open = new Map(earlier?.escrows);
    this.counts = { ...(earlier?.counts ?? countsOfNone()) };
  }

  /** Returns the transfers that this event makes due. */
  apply(event: PublishedEvent): Due[] {
    const { type, recordedAt, eventId } = event;
    if (!isMoneyEvent(type)) return [];
    const bookings = bookingsOf(type, parsedData(type, event.data), recordedAt);
    const { start, consumed = [], reward, refund, returned, ended } = bookings;
    for (const { assessmentId, amountTokens } of start?.assessments ?? []) this.change(assessmentId, amountTokens);
    const due = (transfer: PostTransfer, workItem?: string): Due => this.due(transfer, { event, bookings, workItem });
    const found = [
      ...consumed.map((transfer) => due(transfer, consumptionItemOf(eventId))),
      ...[reward && rewardTransfer(reward), refund].flatMap((transfer) =>
        transfer ? due(transfer, workItemOf(transfer.idempotencyKey)) : [],
      ),
      ...(returned ? [due(returned)] : []),
    ];
    if (ended !== undefined) this.open.delete(ended);
    return found;
  }

  private due(
    transfer: PostTransfer,
    { workItem, ...cause }: Pick<Due, 'event' | 'bookings'> & { workItem: string | undefined },
  ): Due {
    const { idempotencyKey, postings } = transfer;
    for (const [account, tokens] of Object.entries(postings)) {
      if (account.startsWith(escrowPrefix)) this.change(account.slice(escrowPrefix.length), tokens);
    }
    const kind = transfer.code as DueKind;
    this.counts[kind] += 1;
    const [transferId, amountTokens] = [transferIdOf(idempotencyKey), tokensOf(transfer)];
    return { ...cause, transferId, kind, idempotencyKey, amountTokens, ...(workItem && { workItem }) };
  }

  private change(assessmentId: string, amountTokens: number): void {
    const open = (this.open.get(assessmentId) ?? 0) + amountTokens;
    if (open === 0) this.open.delete(assessmentId);
    else this.open.set(assessmentId, open);
  }
}

const listPublishedEvents = publishedEventsRpc('assessments');
const pageSize = 250;
const patience = { pauseMs: 500, tries: 12 } as const;

interface PublishedPage {
  events: PublishedEvent[];
  /** Cursor of this page; null for the page with the first event. */
  from: string | null;
  cursor: string | null;
}

/** Yields pages in the order of the assessments service. Throws RemoteError if it does not answer. */
export async function* publishedPages(
  rpc: Pick<RpcClient, 'call'>,
  start: string | null,
): AsyncGenerator<PublishedPage> {
  const context: RequestContext = { requestId: randomUUID(), roles: [] };
  let from = start;
  for (;;) {
    const request = { types: moneyEventTypes, limit: pageSize, ...(from !== null && { cursor: from }) };
    const { events, cursor, isLast } = await asked(() => rpc.call(listPublishedEvents, request, context));
    yield { events, from, cursor };
    if (isLast) return;
    from = cursor;
  }
}

/** Retries for a few seconds, because all services may be starting at the same time. */
async function asked<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof RemoteError && error.code === 'UNAVAILABLE';
      if (!isAway || tries === patience.tries) throw error;
      await delay(patience.pauseMs);
    }
  }
}
