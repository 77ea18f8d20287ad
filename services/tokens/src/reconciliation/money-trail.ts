import { setTimeout as delay } from 'node:timers/promises';
import type { PublishedEvent } from '@candid/contracts';
import {
  comparePositions,
  type EventPosition,
  type EventStore,
  type SqlSession,
  settledPosition,
  surroundings,
} from '@candid/event-store';
import { causeOf, type RpcClient } from '@candid/platform';
import type { Database } from '@candid/platform/orm';
import { addConsumption, addRefund, addReward } from '../bookings/work-items.js';
import { escrowAccount } from '../ledger/transfer.js';
import {
  besideDue,
  bookedTransfers,
  countPosted,
  type KnownTransfer,
  transfersNotDue,
  transfersWithoutEvent,
  waitingItems,
} from './compare-due.js';
import { countsOfNone, type Due, DueBookings, type DueKind, dueKinds, publishedPages } from './due-bookings.js';
import { readVerifiedTrail, saveVerifiedTrail, trailStart } from './verified-trail.js';

/** An event of the assessments service takes a moment to reach the ledger, so differences are checked again. */
const settling = { pauseMs: 400, looks: 6 } as const;

export interface TrailFindings {
  /** Transfers that are due, but neither booked nor under way. */
  missing: Due[];
  /** Transfers that are booked with another amount. */
  otherAmount: Due[];
  escrows: EscrowDifference[];
  openAssessments: number;
  counts: Record<DueKind, number>;
  /** Number of booked transfers minus number of due ones. */
  surplus: Record<DueKind, number>;
  /** Number of bookings under way. */
  waiting: number;
  /** Number of transfers that were missing until their work item was requeued. */
  healed: Record<DueKind, number>;
}

interface MoneyTrailOptions {
  rpc: Pick<RpcClient, 'call'>;
  store: EventStore;
  database: Database;
  now: () => Date;
  isFull: boolean;
  /** Rows recorded since this time must have an event. */
  recordedSince: string;
}

/**
 * Compares the ledger with the transfers that the assessments' events since the last clean run make due. Bookings that
 * were open at that run are compared again. A forgotten transfer is requeued and checked again.
 */
export class MoneyTrail {
  private readonly database: Database;
  private bookings = new DueBookings();
  private readonly unbooked = new Map<string, Due>();
  private readonly otherAmount: Due[] = [];
  /** Transfers whose booking came after the range of this run, so that the next run counts them. */
  private readonly unsettled = new Map<string, Due>();
  private settled = countsOfNone();
  private known = trailStart();
  private upTo = this.known.upTo;
  private cursor: string | null = null;

  constructor(private readonly options: MoneyTrailOptions) {
    this.database = options.database;
  }

  /** Throws RemoteError if the assessments service does not answer. */
  async follow(): Promise<TrailFindings> {
    await this.begin();
    const found = await this.settle();
    const requeued = await this.requeue(found.missing);
    if (requeued.length === 0) return found;
    const after = await this.settle(requeued);
    const healed = countsOfNone();
    for (const due of requeued) if (!after.missing.includes(due)) healed[due.kind] += 1;
    return { ...after, healed };
  }

  /** Returns transfers of these kinds without a ledger event, and at most 50 that no assessments' event makes due. */
  async notDue(kinds: readonly DueKind[]): Promise<KnownTransfer[]> {
    if (kinds.length === 0) return [];
    const forged = await transfersWithoutEvent(this.database, this.options.recordedSince, kinds);
    const posted = await besideDue(this.database, this.eventsSinceKnown(), (session) =>
      transfersNotDue(session, this.range(), kinds),
    );
    return [...forged, ...posted];
  }

  /** Called after a clean run. The next run continues from this point. */
  async keep(): Promise<void> {
    const { cursor, upTo, bookings } = this;
    const unfinished = [...this.unbooked.values(), ...this.unsettled.values()];
    const open = [...new Map(unfinished.map(({ event }) => [event.eventId, event])).values()];
    const next = { cursor, upTo, counts: bookings.counts, open, escrows: bookings.open };
    await saveVerifiedTrail(this.database, this.known, next);
  }

  private async begin(): Promise<void> {
    if (!this.options.isFull) this.known = await readVerifiedTrail(this.database);
    this.upTo = await settledPosition(this.database);
    this.cursor = this.known.cursor;
    this.bookings = new DueBookings(this.known);
    // Uses a separate object, because the counts of `this.bookings` already include these events.
    const open = new DueBookings();
    await this.look(this.known.open.flatMap((event) => open.apply(event)));
  }

  private async *eventsSinceKnown(): AsyncGenerator<{ events: readonly PublishedEvent[] }> {
    yield { events: this.known.open };
    yield* publishedPages(this.options.rpc, this.known.cursor);
  }

  private range() {
    return { after: this.known.upTo, upTo: this.upTo };
  }

  /** Checks again while there is a difference that may resolve itself. */
  private async settle(requeued: readonly Due[] = []): Promise<TrailFindings> {
    for (let looks = 1; ; looks += 1) {
      await this.catchUp();
      await this.forgetBooked();
      const findings = await this.findings();
      const surplus = Object.values(findings.surplus).some((count) => count !== 0);
      const isUnderWay = requeued.some(({ transferId }) => this.unbooked.has(transferId));
      const isLevel = findings.missing.length === 0 && findings.escrows.length === 0 && !surplus && !isUnderWay;
      if (isLevel || looks === settling.looks) return findings;
      await delay(settling.pauseMs);
    }
  }

  /** Returns the transfers that had no work item. */
  private async requeue(missing: readonly Due[]): Promise<Due[]> {
    const { store, now } = this.options;
    const added = new Set<string>();
    for (const due of missing) {
      const { workItem } = due;
      if (workItem && (await requeue(this.database, due, now()))) added.add(workItem);
    }
    if (added.size > 0) store.announceCommit();
    return missing.filter(({ workItem }) => workItem && added.has(workItem));
  }

  private async catchUp(): Promise<void> {
    for await (const { events, cursor } of publishedPages(this.options.rpc, this.cursor)) {
      await this.look(events.flatMap((event) => this.bookings.apply(event)));
      this.cursor = cursor;
    }
  }

  /** Remembers transfers that are not booked, or whose booking only the next run counts. */
  private async look(due: readonly Due[]): Promise<void> {
    const booked = await bookedTransfers(this.database, due);
    for (const one of due) {
      const transfer = booked.get(one.transferId);
      if (!transfer) this.unbooked.set(one.transferId, one);
      else {
        if (transfer.amountTokens !== one.amountTokens) this.otherAmount.push(one);
        this.count(one, transfer.position);
      }
    }
  }

  private count(due: Due, position: EventPosition | undefined): void {
    if (!position || comparePositions(position, this.known.upTo) <= 0) return;
    if (comparePositions(position, this.upTo) > 0) this.unsettled.set(due.transferId, due);
    else this.settled[due.kind] += 1;
  }

  private async forgetBooked(): Promise<void> {
    const due = [...this.unbooked.values()];
    this.unbooked.clear();
    await this.look(due);
  }

  private async findings(): Promise<TrailFindings> {
    const items = await waitingItems(this.database);
    const waiting = new Set(items.map(({ id }) => id));
    const missing = [...this.unbooked.values()].filter(({ workItem }) => !workItem || !waiting.has(workItem));
    const escrowWork = items.filter(({ id }) => !id.startsWith('reward-'));
    const isMoving = ({ assessmentId }: EscrowDifference) =>
      escrowWork.some(({ payload }) => payload.includes(assessmentId));
    return {
      missing,
      otherAmount: this.otherAmount,
      escrows: (await this.escrowDifferences()).filter((difference) => !isMoving(difference)),
      openAssessments: this.bookings.open.size,
      counts: { ...this.bookings.counts },
      surplus: await this.surplus(),
      waiting: this.unbooked.size - missing.length,
      healed: countsOfNone(),
    };
  }

  /** Checks the escrows of assessments that are or were open, and other escrows with postings since `recordedSince`. */
  private async escrowDifferences(): Promise<EscrowDifference[]> {
    const { open } = this.bookings;
    const known = new Set([...open.keys(), ...this.known.escrows.keys()]);
    const accounts = [...known].map(escrowAccount);
    const parameters = [accounts, this.options.recordedSince];
    const rows = await this.database.query<{ assessmentId: string; tokens: number }>(escrowsSql, parameters);
    const escrows = new Map(rows.map(({ assessmentId, tokens }) => [assessmentId, tokens]));
    return [...new Set([...known, ...escrows.keys()])]
      .map((assessmentId) => ({
        assessmentId,
        escrowTokens: escrows.get(assessmentId) ?? 0,
        openTokens: open.get(assessmentId) ?? 0,
      }))
      .filter((escrow) => escrow.escrowTokens !== escrow.openTokens);
  }

  private async surplus(): Promise<Record<DueKind, number>> {
    const surplus = countsOfNone();
    for (const { kind, transfers } of await countPosted(this.database, this.range())) surplus[kind] = transfers;
    for (const kind of dueKinds) surplus[kind] -= this.settled[kind];
    const forged = await transfersWithoutEvent(this.database, this.options.recordedSince, dueKinds);
    for (const { kind } of forged) surplus[kind] += 1;
    return surplus;
  }
}

interface EscrowDifference {
  assessmentId: string;
  escrowTokens: number;
  openTokens: number;
}

/** Selects the accounts $1, and escrows with postings since $2, if their balance is not 0. */
const escrowsSql = `select split_part(account, ':', 2) as "assessmentId", posted::float8 as tokens from accounts
  where posted <> 0 and account in (select unnest($1::text[]) collate "C"
    union select account from postings where recorded_at >= $2::timestamptz and account like 'escrow:%')`;

/**
 * Adds the work item of a due booking as the event's subscriber would have done. The item's id and the transfer's key
 * prevent a second booking. Returns false if an open or done item exists, or if the booking has no work item.
 */
async function requeue(session: SqlSession, { event, bookings, kind }: Due, now: Date): Promise<boolean> {
  const cause = causeOf(event);
  const { consumed, reward, refund } = bookings;
  return surroundings().following(cause, async () => {
    if (kind === 'consume' && consumed) return addConsumption(session, cause, consumed, now);
    if (kind === 'reward' && reward) return addReward(session, cause, reward, now);
    return refund ? addRefund(session, cause, refund) : false;
  });
}
