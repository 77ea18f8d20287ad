import { supportLedgerRpc, type TransferId, type TransferTrace, type UserId } from '@candid/contracts';
import { eventually, LocalStripe, sizeOfRun } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { userAccount } from '../ledger/transfer.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { BrokenLedger } from './broken-ledger.fixture.spec.js';
import { Dice } from './seeded/dice.fixture.spec.js';
import { Processes } from './seeded/processes.fixture.spec.js';
import { inParts, Seeding } from './seeded/seeding.fixture.spec.js';
import { type FoldedAccount, foldAccounts } from './seeded/statements.fixture.spec.js';

const dice = new Dice(20_261_122);
/** The number of transfers, made in about ten waves. */
const transfers = Number(process.env['AUDIT_TRANSFERS'] ?? sizeOfRun({ short: 4_000, whole: 25_000 }));
const users = transfers / 100;
const explained = transfers / 100;
/** High limits, so that nothing has to wait for another day. */
const allowances = { REWARD_DAILY_CAP_TOKENS: 100_000_000, CORRECTION_DAILY_TOKENS: 100_000_000 };
/** Timeout of each wait, far longer than needed: on an idle machine, a wait takes seconds. */
const patienceMs = 300_000;

describe(`a ledger of ${transfers} transfers that was written through faults`, () => {
  let stripe: LocalStripe;
  let tokens: TokensFixture;
  let seeding: Seeding;
  let folded: Map<string, FoldedAccount>;

  beforeAll(async () => {
    stripe = await LocalStripe.start();
    const settings = { ...stripe.settings(), PUBLIC_URL: 'https://candid.example/' };
    tokens = await TokensFixture.start({ ...settings, ...allowances });
    tokens.answerAsAssessments();
    await tokens.startWorker();
    const processes = await Processes.start(tokens);
    seeding = new Seeding(tokens, stripe, dice);
    try {
      await seeding.run({ users, transfers, fault: (wave) => fault(wave, processes) });
      expect(processes.endedByThemselves).toBe(0);
    } finally {
      await processes.stop();
    }
    folded = await foldAccounts(tokens.pool);
  }, 3 * patienceMs);
  afterAll(async () => {
    await tokens.stop();
    await stripe.stop();
  });

  /** Each fault happens several times. Some waves have no fault. */
  async function fault(wave: number, processes: Processes): Promise<void> {
    if (wave % 3 === 1) await cutConnections();
    if (wave % 4 === 2) await processes.crash();
    if (wave % 4 === 3) {
      await tokens.redis.kill();
      await tokens.redis.restart({ wiped: true });
    }
  }

  async function cutConnections(): Promise<void> {
    await tokens.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'application'`,
    );
  }

  const support = () => tokens.context(undefined, { roles: ['support'] });

  it(
    'has transfers of every code, and sums to zero',
    async () => {
      const { rows } = await tokens.pool.query('select code, count(*)::int as count from transfers group by code');
      const counts = Object.fromEntries(rows.map(({ code, count }) => [code, count]));
      const codes = ['consume', 'correction', 'expiry', 'grant', 'hold', 'purchase', 'refund', 'reward'];
      expect(Object.keys(counts).sort()).toEqual(codes);
      expect(Object.values<number>(counts).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(transfers);
      const { accounts, sum } = await tokens.rpc.call(supportLedgerRpc.trialBalance, {}, support(), {
        timeoutMs: patienceMs,
      });
      expect(sum).toBe(0);
      expect(accounts.length).toBeGreaterThan(4);
      const postings = await tokens.pool.query('select sum(amount)::int as tokens from postings');
      expect(postings.rows).toEqual([{ tokens: 0 }]);
    },
    patienceMs,
  );

  it(
    'has statements and balances that are the fold of its events, and nobody was ever below zero',
    async () => {
      const listed = new Map<string, FoldedAccount['entries']>();
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const request = { limit: 1_000, ...(cursor && { cursor }) };
        const page = await tokens.rpc.call(supportLedgerRpc.listEntries, request, support(), { timeoutMs: patienceMs });
        for (const { account, entryId, amount, balance } of page.entries) {
          if (!listed.has(account)) listed.set(account, []);
          listed.get(account)!.push({ entryId, amount, balance });
        }
        cursor = page.nextCursor;
      }
      const isUser = (account: string) => account.startsWith('user:');
      expect([...listed.keys()].filter(isUser)).toHaveLength(users);
      const others = [...folded].filter(([account, { entries }]) => !isSame(entries, listed.get(account) ?? []));
      expect(others).toEqual([]);
      expect(listed.size).toBe([...folded.values()].filter(({ entries }) => entries.length > 0).length);
      const below = [...folded].filter(([account, { lowest }]) => !account.startsWith('platform:') && lowest < 0);
      expect(below).toEqual([]);
      await inParts(seeding.userIds, 20, async (userId) => {
        const { posted, held } = folded.get(userAccount(userId))!;
        expect(await tokens.balance(userId)).toEqual({ posted, held, available: posted - held });
      });
    },
    patienceMs,
  );

  it(
    'explains any transfer: postings, cause, command, request and place in the chain',
    async () => {
      await chainIsLevel();
      const { rows } = await tokens.pool.query('select transfer_id from transfers order by transfer_id');
      const asked = dice.shuffled(rows).slice(0, explained);
      const gaps: string[] = [];
      await inParts(asked, 16, async ({ transfer_id: transferId }) => {
        const request = { transferId: transferId as TransferId };
        const trace = await tokens.rpc.call(supportLedgerRpc.getTransfer, request, support(), {
          timeoutMs: patienceMs,
        });
        gaps.push(...gapsOf(trace).map((gap) => `${trace.transfer.code} ${transferId}: ${gap}`));
      });
      expect(gaps).toEqual([]);
    },
    patienceMs,
  );

  async function chainIsLevel(): Promise<void> {
    const { rows: events } = await tokens.pool.query('select count(*)::int as count from events');
    await eventually(
      async () => {
        const { rows: links } = await tokens.pool.query('select max(number)::int as count from ledger_chain');
        expect(links).toEqual(events);
      },
      { withinMs: patienceMs },
    );
  }

  /** Returns the names of the parts that are missing in the trace. */
  function gapsOf({ transfer, entries, links, correlatedEvents, correlatedRequests }: z.infer<typeof TransferTrace>) {
    const { causeEventId, correlationId, command, status, transferId } = transfer;
    const own = correlatedEvents.filter(({ streamId }) => streamId === `transfer-${transferId}`);
    const isCaused = (eventId: string, requestId: string) =>
      correlatedEvents.some((event) => event.eventId === eventId && event.correlationId === requestId) ||
      tokens.hasTold(eventId, requestId);
    const known = {
      postings: status === 'posted' ? entries.length >= 2 : entries.length === 0,
      sum: entries.reduce((sum, { amount }) => sum + amount, 0) === 0,
      command: own.length > 0 && own.every((event) => event.command !== null) && command === own[0]!.command,
      // Only a message or the sweep may act without a causing event.
      cause:
        causeEventId === null ? /^tokens\.|^hold-expiry$/.test(command ?? '') : isCaused(causeEventId, correlationId),
      causes: own.every((event) => event.causeEventId === null || isCaused(event.causeEventId, event.correlationId)),
      request: own.every((event) => correlatedRequests.some(({ requestId }) => requestId === event.correlationId)),
      chain: links.length === own.length && own.every(({ eventId }) => links.some((link) => link.eventId === eventId)),
    };
    return Object.entries(known).flatMap(([name, isKnown]) => (isKnown ? [] : [name]));
  }

  it(
    'reconciles from the first event on, and nothing has to be healed',
    async () => {
      const request = { full: true };
      const { checks } = await tokens.rpc.call(supportLedgerRpc.reconcile, request, support(), {
        timeoutMs: patienceMs,
      });
      expect(checks.filter(({ ok, healed }) => !ok || healed > 0)).toEqual([]);
      expect(checks).toHaveLength(11);
    },
    patienceMs,
  );

  it(
    'names the rows of every rule that is broken, and nothing else',
    async () => {
      const ledger = new BrokenLedger(tokens);
      const [one, other, buyer] = seeding.userIds as [UserId, UserId, UserId];
      const [{ event_id: altered }] = await ledger.sql('select event_id from ledger_chain where number = $1', [
        transfers / 2,
      ]);
      const [{ account: escrow }] = await ledger.sql(
        `select account from accounts where account like 'escrow:%' and posted > 0 order by account limit 1`,
      );
      const { eventId, transferId } = await ledger.changePosting(userAccount(one));
      await ledger.changeBalance(userAccount(other));
      await ledger.changeBalance(escrow, 5);
      await ledger.forgeSnapshot(userAccount(buyer));
      const held = await ledger.forgeOverdueHold();
      const credited = await ledger.forgeTransfer('purchase');
      const paid = await ledger.payCheckout(buyer);
      const rewarded = await ledger.forgeTransfer('reward');
      const refunded = await ledger.forgeTransfer('refund');
      const [workItem, deadLetter] = await ledger.giveUp();
      const follower = await ledger.addSleepingFollower();
      await ledger.alterEvent(altered);
      await oldEnough();
      const faults = await ledger.found({ full: true }, patienceMs);
      const { 'balances-equal-events': rows, 'snapshots-equal-postings': snapshots, ...rest } = faults;
      const forged = [held, credited, rewarded, refunded].map((id) => `transfer ${id}`);
      const changed = [`transfer ${transferId}`, `account ${userAccount(other)}`, `account ${escrow}`];
      expect(new Set(rows)).toEqual(new Set([...forged, ...changed]));
      // Snapshots with the changed posting are wrong. The account may have too few entries for a snapshot.
      const changedUser = `account ${userAccount(one)}`;
      expect(new Set(snapshots).add(changedUser)).toEqual(
        new Set([changedUser, 'account user:*', `account ${userAccount(buyer)}`]),
      );
      expect(rest).toEqual({
        'postings-sum-to-zero': [`event ${eventId}`],
        'no-hold-over-time': [`transfer ${held}`],
        'purchases-credited-once': [`checkout ${paid}`, `transfer ${credited}`],
        'followers-level': [`follower ${follower}`],
        'nothing-given-up': [`work-item ${workItem}`, `dead-letter ${deadLetter}`],
        'chain-whole': [`event ${altered}`],
        'escrows-equal-open-assessors': [`assessment ${escrow.slice('escrow:'.length)}`],
        'ratings-consumed-and-rewarded': [`transfer ${rewarded}`],
        'ended-assessments-refunded-once': [`transfer ${refunded}`],
      });
      await ledger.restore();
      expect(await ledger.found({ full: true }, patienceMs)).toEqual({});
    },
    2 * patienceMs,
  );

  /** Waits until an event is half a minute old, because only then a follower counts as behind. */
  const oldEnough = () =>
    eventually(async () => {
      const { rows } = await tokens.pool.query(
        `select from events where recorded_at < now() - interval '31 seconds' limit 1`,
      );
      expect(rows).toHaveLength(1);
    });
});

const isSame = (one: FoldedAccount['entries'], other: FoldedAccount['entries']): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
