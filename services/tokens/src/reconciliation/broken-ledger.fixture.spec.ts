import { randomUUID } from 'node:crypto';
import { type ReconciledRow, supportLedgerRpc } from '@candid/contracts';
import { expect } from '@jest/globals';
import type { TokensFixture } from '../tokens.fixture.spec.js';

type Statement = [text: string, values?: unknown[]];

/** Breaks rules of the ledger as the database's owner could: in rows, without triggers. Each change can be undone. */
export class BrokenLedger {
  private readonly undo: (() => Promise<unknown>)[] = [];

  constructor(private readonly tokens: TokensFixture) {}

  readonly sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
    (await this.tokens.pool.query(text, values)).rows;

  async found(request: { full: boolean }, timeoutMs = 120_000): Promise<Record<string, string[]>> {
    const context = this.tokens.context(undefined, { roles: ['support'] });
    const { checks } = await this.tokens.rpc.call(supportLedgerRpc.reconcile, request, context, { timeoutMs });
    const named = ({ kind, id }: ReconciledRow) => `${kind} ${id}`;
    for (const { name, runbook } of checks) expect(runbook).toBe(name);
    return Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ name, rows }) => [name, rows.map(named)]));
  }

  async restore(): Promise<void> {
    for (const back of this.undo.splice(0).reverse()) await back();
  }

  /** Runs `now` without the table's triggers, and runs `back` when the ledger is restored. */
  async tamper(table: string, now: Statement[], back: Statement[] = []): Promise<void> {
    if (back.length > 0) this.undo.push(() => this.withoutTriggers(table, back));
    await this.withoutTriggers(table, now);
  }

  private async withoutTriggers(table: string, statements: Statement[]): Promise<void> {
    await this.sql(`alter table ${table} disable trigger all`);
    for (const [text, values] of statements) await this.sql(text, values);
    await this.sql(`alter table ${table} enable trigger all`);
  }

  /** Inserts a transfer without an event. Returns its id. */
  async forgeTransfer(code: string, values: { status?: string; expiresAt?: string } = {}): Promise<string> {
    const transferId = randomUUID();
    this.undo.push(() => this.sql('delete from transfers where transfer_id = $1', [transferId]));
    await this.sql(
      `insert into transfers (transfer_id, version, status, code, amount, idempotency_key, correlation_id, effective_at,
         recorded_at, expires_at) values ($1, 1, $2, $3, 5, $5, 'forged', now(), now(), $4)`,
      [transferId, values.status ?? 'posted', code, values.expiresAt ?? null, randomUUID()],
    );
    return transferId;
  }

  /** Inserts an overdue hold that the sweep cannot end, because the hold has no events. */
  forgeOverdueHold(): Promise<string> {
    return this.forgeTransfer('hold', { status: 'pending', expiresAt: '2026-01-01T00:00:00Z' });
  }

  /** Changes the account's first posting. */
  async changePosting(account: string): Promise<{ eventId: string; transferId: string }> {
    const [{ position, transfer_id: transferId, event_id: eventId }] = await this.sql(
      `select p.global_position::text as position, p.transfer_id, e.event_id from postings p
         join events e using (global_position) where account = $1 order by p.global_position limit 1`,
      [account],
    );
    const change = 'update postings set amount = amount + $3::int where account = $1 and global_position = $2';
    await this.tamper('postings', [[change, [account, position, 3]]], [[change, [account, position, -3]]]);
    return { eventId, transferId };
  }

  async changeBalance(account: string, tokens = 7): Promise<void> {
    const change = 'update accounts set posted = posted + $2::int where account = $1';
    this.undo.push(() => this.sql(change, [account, -tokens]));
    await this.sql(change, [account, tokens]);
  }

  /** Adds a snapshot from before the account's first posting. */
  async forgeSnapshot(account: string): Promise<void> {
    const forge = `insert into account_snapshots (account, recorded_at, global_position, debits, credits, totals)
      values ($1, '2026-01-01', 0, 0, 5, '{}')`;
    const remove = `delete from account_snapshots where account = $1 and global_position = 0`;
    await this.tamper('account_snapshots', [[forge, [account]]], [[remove, [account]]]);
  }

  /** Inserts a paid checkout. Returns its id. */
  async payCheckout(userId: string): Promise<string> {
    const checkoutId = randomUUID();
    this.undo.push(() => this.sql('delete from checkouts where checkout_id = $1', [checkoutId]));
    await this.sql(
      `insert into checkouts (checkout_id, user_id, tokens, price, currency, status, is_paid)
        values ($1, $2, 50, 500, 'eur', 'complete', true)`,
      [checkoutId, userId],
    );
    return checkoutId;
  }

  /** Adds a follower that has read nothing. Returns its name. */
  async addSleepingFollower(): Promise<string> {
    this.undo.push(() => this.sql(`delete from checkpoints where name = 'asleep'`));
    await this.sql(`insert into checkpoints (name) values ('asleep')`);
    return 'asleep';
  }

  /** Makes the event an hour old: a follower counts as behind only after half a minute. */
  async ageFirstEvent(): Promise<void> {
    const age = `update events set recorded_at = recorded_at + $1::interval where global_position = (select min(global_position) from events)`;
    await this.tamper('events', [[age, ['-1 hour']]], [[age, ['1 hour']]]);
  }

  /** Adds a work item and a dead letter. Returns the ids by which the console replays them. */
  async giveUp(): Promise<[workItem: string, deadLetter: string]> {
    await this.sql(`insert into work_items (id, queue, payload, failed_at) values ('lost', 'refunds', '{}', now())`);
    const letter = `insert into dead_letters (subscriber, subject, payload, reason) values ('a', 'b', '{}', 'c') returning id`;
    const [{ id }] = await this.sql(letter);
    this.undo.push(
      () => this.sql(`delete from work_items where id = 'lost'`),
      () => this.sql('delete from dead_letters where id = $1', [id]),
    );
    return ['tokens.work.lost', `tokens.${id}`];
  }

  /** Changes only the event's metadata, on which only the chain depends. */
  async alterEvent(eventId: string): Promise<void> {
    const [{ metadata }] = await this.sql('select metadata from events where event_id = $1', [eventId]);
    const alter = 'update events set metadata = $2 where event_id = $1';
    const altered = { ...metadata, traceparent: 'another' };
    await this.tamper('events', [[alter, [eventId, altered]]], [[alter, [eventId, metadata]]]);
  }
}
