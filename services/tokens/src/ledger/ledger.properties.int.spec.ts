import { randomUUID } from 'node:crypto';
import { sizeOfRun } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decide } from './decide.js';
import {
  at,
  consumeOf,
  grantOf,
  LedgerFixture,
  type LedgerProcess,
  metadata,
  refundOf,
  takeBackOf,
} from './ledger.fixture.spec.js';
import {
  effectsOf,
  escrowAccount,
  evolve,
  initialState,
  type LedgerCommand,
  type TransferState,
  transferIdOf,
  userAccount,
} from './transfer.js';
import type { TransferOutcome } from './transfers.js';

/** Few ids of each kind, so that commands collide: keys repeat, accounts run short, several commands end one hold. */
const users = 3;
const assessments = 4;
const holds = 4;
const keys = 6;

type Step = { user: number; assessment: number; hold: number; key: number; amount: number; action: Action };
type Action = 'grant' | 'take back' | 'reward' | 'place' | 'post' | 'release' | 'expire' | 'consume' | 'refund';

const actions: Action[] = [
  'grant',
  'grant',
  'take back',
  'reward',
  'place',
  'post',
  'release',
  'expire',
  'consume',
  'refund',
];
const step = fc.record<Step>({
  user: fc.nat(users - 1),
  assessment: fc.nat(assessments - 1),
  hold: fc.nat(holds - 1),
  key: fc.nat(keys - 1),
  amount: fc.integer({ min: 1, max: 12 }),
  action: fc.constantFrom(...actions),
});

interface Run {
  id: string;
  command: LedgerCommand;
}

/** Creates new ids for each run, because all runs share one database. */
function worldOf() {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const world = { users: ids(users), assessments: ids(assessments), holds: ids(holds), keys: ids(keys) };
  return { ...world, accounts: [...world.users.map(userAccount), ...world.assessments.map(escrowAccount)] };
}
type World = ReturnType<typeof worldOf>;

function runOf(world: World, { user, assessment, hold, key, amount, action }: Step): Run {
  const userId = world.users[user]!;
  const assessmentId = world.assessments[assessment]!;
  const holdId = world.holds[hold]!;
  const account = userAccount(userId);
  const keyed = (command: Extract<LedgerCommand, { type: 'PostTransfer' }>): Run => ({
    id: transferIdOf(command.idempotencyKey),
    command,
  });
  switch (action) {
    case 'grant':
      return keyed(grantOf(userId, amount * 3, `grant:${world.keys[key]}`));
    case 'take back':
      return keyed(takeBackOf(userId, amount, `take:${world.keys[key]}`));
    case 'reward': {
      const postings = { 'platform:rewards': -amount, [account]: amount };
      const idempotencyKey = `reward:${world.keys[key]}`;
      return keyed({ type: 'PostTransfer', code: 'reward', idempotencyKey, postings, effectiveAt: at });
    }
    case 'place': {
      const other = world.assessments[(assessment + 1) % assessments]!;
      const legs = [
        { account: escrowAccount(assessmentId), amountTokens: amount },
        { account: escrowAccount(other), amountTokens: 5 },
      ];
      const idempotencyKey = `hold:${holdId}`;
      return {
        id: holdId,
        command: { type: 'PlaceHold', idempotencyKey, account, legs, expiresAt: at, effectiveAt: at },
      };
    }
    case 'post':
      return { id: holdId, command: { type: 'PostHold', account, effectiveAt: at } };
    case 'release':
      return { id: holdId, command: { type: 'VoidHold', account, reason: 'released', effectiveAt: at } };
    case 'expire':
      return { id: holdId, command: { type: 'VoidHold', reason: 'expired', effectiveAt: at } };
    case 'consume':
      return keyed(consumeOf(assessmentId, 5, `consume:${world.keys[key]}:${assessmentId}`));
    case 'refund':
      return keyed(refundOf(assessmentId, userId, amount));
  }
}

const refusals = new Set([
  'INSUFFICIENT_TOKENS',
  'IDEMPOTENCY_KEY_REUSED',
  'NOT_FOUND',
  'CONFLICT',
  'EscrowShortError',
]);
const refusalOf = (error: { code?: string; name: string }) => error.code ?? error.name;

/** Returns the outcome or the refusal's code. Rethrows all other errors. */
async function attempt({ transfers }: LedgerProcess, { id, command }: Run): Promise<TransferOutcome | string> {
  try {
    return await transfers.run(id, command, metadata);
  } catch (error) {
    const refusal = refusalOf(error as Error);
    if (!refusals.has(refusal)) throw error;
    return refusal;
  }
}

/** A model of the ledger's answers to sequential commands, without a database. */
class Model {
  readonly states = new Map<string, TransferState>();
  readonly balances = new Map<string, { posted: number; held: number }>();

  run({ id, command }: Run): 'recorded' | 'replayed' | string {
    const state = this.states.get(id) ?? initialState();
    let event: ReturnType<typeof decide>[number] | undefined;
    try {
      [event] = decide(command, state);
    } catch (error) {
      return refusalOf(error as Error);
    }
    if (!event) return 'replayed';
    const { postings, held } = effectsOf(event);
    const after = new Map<string, { posted: number; held: number }>();
    const of = (account: string) => {
      const balance = after.get(account) ?? { ...(this.balances.get(account) ?? { posted: 0, held: 0 }) };
      after.set(account, balance);
      return balance;
    };
    for (const [account, amount] of Object.entries(postings)) of(account).posted += amount;
    if (held) of(held.account).held += held.changeTokens;
    for (const [account, { posted, held }] of after) {
      if (account.startsWith('platform:') || posted - held >= 0) continue;
      return account.startsWith('user:') ? 'INSUFFICIENT_TOKENS' : 'EscrowShortError';
    }
    for (const [account, balance] of after) this.balances.set(account, balance);
    this.states.set(id, evolve(state, event));
    return 'recorded';
  }
}

/** Each run of a batch has its own ids. The runs are concurrent, so the ledger flushes their commands together. */
const worldsAtOnce = { minLength: 20, maxLength: 20 };

describe('the ledger, under random commands,', () => {
  let fixture: LedgerFixture;
  let processes: LedgerProcess[];
  const asked = { sequences: 0, commands: 0 };

  beforeAll(async () => {
    fixture = await LedgerFixture.start();
    processes = [fixture.process(), fixture.process(1)];
  });
  afterAll(() => fixture.stop());
  afterEach(async () => {
    expect(await fixture.sumOfPostings()).toBe(0);
    expect(await fixture.differences()).toEqual([]);
    expect(asked.sequences).toBeGreaterThanOrEqual(sizeOfRun({ short: 300, whole: 1_000 }));
    expect(asked.commands).toBeGreaterThanOrEqual(sizeOfRun({ short: 2_000, whole: 8_000 }));
    Object.assign(asked, { sequences: 0, commands: 0 });
  });

  const balancesOf = async (world: World) => {
    const { rows } = await fixture.owner.query(
      'select account, posted::int, held::int from accounts where account = any($1) order by account',
      [world.accounts],
    );
    return rows as { account: string; posted: number; held: number }[];
  };
  const refundsOf = async (world: World) => {
    const { rows } = await fixture.owner.query(
      `select idempotency_key, count(*)::int as count from transfers where transfer_id = any($1) group by 1`,
      [world.assessments.map((assessmentId) => transferIdOf(`refund:${assessmentId}`))],
    );
    return rows as { count: number }[];
  };

  async function answersLikeTheModel(steps: readonly Step[]): Promise<void> {
    const world = worldOf();
    const model = new Model();
    asked.sequences += 1;
    for (const each of steps) {
      const run = runOf(world, each);
      const outcome = await attempt(processes[0]!, run);
      const answer = typeof outcome === 'string' ? outcome : outcome.replayed ? 'replayed' : 'recorded';
      expect(answer).toBe(model.run(run));
      asked.commands += 1;
    }
    for (const { account, posted, held } of await balancesOf(world)) {
      expect({ account, posted, held }).toEqual({ account, ...model.balances.get(account) });
    }
  }

  async function staysWhole(rounds: readonly (readonly Step[])[]): Promise<void> {
    const world = worldOf();
    const done: { run: Run; outcome: TransferOutcome }[] = [];
    asked.sequences += 1;
    for (const round of rounds) {
      const runs = round.map((each) => runOf(world, each));
      const outcomes = await Promise.all(runs.map((run, turn) => attempt(processes[turn % 2]!, run)));
      runs.forEach((run, turn) => {
        const outcome = outcomes[turn]!;
        asked.commands += 1;
        if (typeof outcome !== 'string') done.push({ run, outcome });
      });
    }
    const balances = await balancesOf(world);
    for (const { posted, held } of balances) expect(Math.min(held, posted - held)).toBeGreaterThanOrEqual(0);
    for (const { count } of await refundsOf(world)) expect(count).toBe(1);
    const repeats = await Promise.all(done.map(({ run }, turn) => attempt(processes[(turn + 1) % 2]!, run)));
    repeats.forEach((repeat, turn) => {
      const { run, outcome } = done[turn]!;
      // A hold that has ended is not placed again.
      if (run.command.type === 'PlaceHold' && repeat === 'CONFLICT') return;
      expect(repeat).toMatchObject({ transferId: outcome.transferId, replayed: true });
    });
    expect(await balancesOf(world)).toEqual(balances);
  }

  it('answers sequential commands like the model, with the same balances', async () => {
    const sequences = fc.array(fc.array(step, { minLength: 6, maxLength: 16 }), worldsAtOnce);
    await fc.assert(
      fc.asyncProperty(sequences, async (all) => {
        await Promise.all(all.map(answersLikeTheModel));
      }),
      { numRuns: sizeOfRun({ short: 15, whole: 50 }) },
    );
  });

  it('answers concurrent commands without a negative balance or a second refund, and ignores repeats', async () => {
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 7 }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(rounds, worldsAtOnce), async (all) => {
        await Promise.all(all.map(staysWhole));
      }),
      { numRuns: sizeOfRun({ short: 15, whole: 50 }) },
    );
  });
});
