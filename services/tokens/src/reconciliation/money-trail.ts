import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type PublishedEvent, publishedEventsRpc, type RequestContext } from '@candid/contracts';
import { type EventStore, inTransaction, sessionOfClient } from '@candid/event-store';
import { RemoteError, type RpcClient } from '@candid/platform';
import { moneyEvents } from '../bookings/bookings-of-event.js';
import { escrowAccount } from '../ledger/domain/accounts.js';
import { countsOfNone, type Due, DueBookings, type DueKind, dueKinds } from './due-bookings.js';
import { requeue } from './requeue.js';

const listPublishedEvents = publishedEventsRpc('assessments');
const pageSize = 250;
const escrowPrefix = escrowAccount('');
/** Between looks, and how many: an event takes a moment from there to here. */
const settling = { pauseMs: 400, looks: 6 } as const;
const patience = { pauseMs: 500, tries: 12 } as const;

/** Which work is under way rather than forgotten. A reward may wait for days of allowance, the rest for its escrow. */
const waitingSql = `select id, payload::text as payload from work_items where completed_at is null and failed_at is null
   and (queue = 'rewards' or (queue in ('bookings', 'refunds') and created_at > now() - interval '15 minutes'))`;

const countsSql = `select code, count(*)::int as transfers from transfers
  where code = any($1::text[]) group by code`;

const notDueSql = `select t.transfer_id as "transferId", t.code as kind from transfers t
  where t.code = any($1::text[]) and not exists (select from due_transfers d where d.transfer_id = t.transfer_id)
  order by t.recorded_at limit 50`;

export interface EscrowDifference {
  assessmentId: string;
  escrowTokens: number;
  openTokens: number;
}

export interface TrailFindings {
  /** Due, and neither booked nor under way. */
  missing: Due[];
  /** Booked with another amount. */
  otherAmount: Due[];
  escrows: EscrowDifference[];
  openAssessments: number;
  counts: Record<DueKind, number>;
  /** Booked beyond what is due. */
  surplus: Record<DueKind, number>;
  /** Under way. */
  waiting: number;
  /** Was missing, and is booked or under way since its work item was requeued. */
  healed: Record<DueKind, number>;
}

export interface MoneyTrailOptions {
  rpc: Pick<RpcClient, 'call'>;
  store: EventStore;
  now: () => Date;
}

/**
 * Holds the ledger against what the assessments service has published, from its first event on. In bounded memory. What is
 * due and was forgotten is requeued, and checked again.
 */
export class MoneyTrail {
  private readonly bookings = new DueBookings();
  private readonly unbooked = new Map<string, Due>();
  private readonly otherAmount: Due[] = [];
  private cursor: string | null = null;

  constructor(private readonly options: MoneyTrailOptions) {}

  /** Throws RemoteError where assessments does not answer. */
  async follow(): Promise<TrailFindings> {
    const found = await this.settled();
    const requeued = await this.requeue(found.missing);
    if (requeued.length === 0) return found;
    const after = await this.settled(requeued);
    const healed = countsOfNone();
    for (const due of requeued) if (!after.missing.includes(due)) healed[due.kind] += 1;
    return { ...after, healed };
  }

  /** Transfers of these codes that no event makes due: at most 50. Reads all events again. */
  async notDue(kinds: readonly DueKind[]): Promise<{ transferId: string; kind: DueKind }[]> {
    if (kinds.length === 0) return [];
    return inTransaction(this.options.store.pool, async (session) => {
      await session.query('create temporary table due_transfers (transfer_id uuid) on commit drop');
      const bookings = new DueBookings();
      for await (const { events } of this.pagesAfter(null)) {
        const ids = events.flatMap((event) => bookings.apply(event)).map(({ transferId }) => transferId);
        await session.query('insert into due_transfers select unnest($1::uuid[])', [ids]);
      }
      return session.query<{ transferId: string; kind: DueKind }>(notDueSql, [kinds]);
    });
  }

  /** Looks again while something differs that may be on its way, or has just been requeued. */
  private async settled(requeued: readonly Due[] = []): Promise<TrailFindings> {
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

  /** @returns those that had no work item */
  private async requeue(missing: readonly Due[]): Promise<Due[]> {
    const { store, now } = this.options;
    const added = new Set<string>();
    for (const due of missing) {
      const { workItem } = due;
      if (workItem && (await requeue(sessionOfClient(store.pool), due, now()))) added.add(workItem);
    }
    if (added.size > 0) store.announceCommit();
    return missing.filter(({ workItem }) => workItem && added.has(workItem));
  }

  private async catchUp(): Promise<void> {
    for await (const { events, cursor } of this.pagesAfter(this.cursor)) {
      await this.look(events.flatMap((event) => this.bookings.apply(event)));
      this.cursor = cursor;
    }
  }

  private async *pagesAfter(start: string | null): AsyncGenerator<{ events: PublishedEvent[]; cursor: string | null }> {
    const context: RequestContext = { requestId: randomUUID(), roles: [] };
    let from = start;
    for (;;) {
      const request = { types: Object.keys(moneyEvents), limit: pageSize, ...(from !== null && { cursor: from }) };
      const ask = () => this.options.rpc.call(listPublishedEvents, request, context);
      const { events, cursor, isLast } = await this.asked(ask);
      yield { events, cursor };
      if (isLast) return;
      from = cursor;
    }
  }

  /** A service that is being started, as all are at once, is worth some seconds. */
  private async asked<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
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

  /** Remembers what of it is not booked. */
  private async look(due: readonly Due[]): Promise<void> {
    const booked = await this.bookedAmounts(due.map(({ transferId }) => transferId));
    for (const one of due) {
      const amountTokens = booked.get(one.transferId);
      if (amountTokens === undefined) this.unbooked.set(one.transferId, one);
      else if (amountTokens !== one.amountTokens) this.otherAmount.push(one);
    }
  }

  private async forgetBooked(): Promise<void> {
    const due = [...this.unbooked.values()];
    this.unbooked.clear();
    await this.look(due);
  }

  private async bookedAmounts(transferIds: string[]): Promise<Map<string, number>> {
    if (transferIds.length === 0) return new Map();
    const { rows } = await this.options.store.pool.query<{ transfer_id: string; amount: string }>(
      'select transfer_id, amount::text from transfers where transfer_id = any($1::uuid[])',
      [transferIds],
    );
    return new Map(rows.map(({ transfer_id, amount }) => [transfer_id, Number(amount)]));
  }

  private async findings(): Promise<TrailFindings> {
    const { rows } = await this.options.store.pool.query<{ id: string; payload: string }>(waitingSql);
    const waiting = new Set(rows.map(({ id }) => id));
    const missing = [...this.unbooked.values()].filter(({ workItem }) => !workItem || !waiting.has(workItem));
    const escrowWork = rows.filter(({ id }) => !id.startsWith('reward-'));
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

  private async escrowDifferences(): Promise<EscrowDifference[]> {
    const { rows } = await this.options.store.pool.query<{ account: string; posted: string }>(
      `select account, posted::text from accounts where account like 'escrow:%' and posted <> 0`,
    );
    const escrows = new Map(rows.map((row) => [row.account.slice(escrowPrefix.length), Number(row.posted)]));
    const assessmentIds = new Set([...escrows.keys(), ...this.bookings.open.keys()]);
    const differences: EscrowDifference[] = [];
    for (const assessmentId of assessmentIds) {
      const escrowTokens = escrows.get(assessmentId) ?? 0;
      const openTokens = this.bookings.open.get(assessmentId) ?? 0;
      if (escrowTokens !== openTokens) differences.push({ assessmentId, escrowTokens, openTokens });
    }
    return differences;
  }

  private async surplus(): Promise<Record<DueKind, number>> {
    const { rows } = await this.options.store.pool.query<{ code: DueKind; transfers: number }>(countsSql, [dueKinds]);
    const surplus = countsOfNone();
    for (const { code, transfers } of rows) surplus[code] = transfers;
    for (const kind of Object.keys(surplus) as DueKind[]) surplus[kind] -= this.bookings.counts[kind];
    for (const { kind } of this.unbooked.values()) surplus[kind] += 1;
    return surplus;
  }
}
