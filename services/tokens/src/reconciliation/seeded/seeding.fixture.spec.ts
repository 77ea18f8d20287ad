import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  correctionsRpc,
  identityEvents,
  PRODUCT,
  type RequestContext,
  type Rpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { eventually, type LocalStripe } from '@candid/testing';
import type { z } from 'zod';
import type { StartedTest, TokensFixture } from '../../tokens.fixture.spec.js';
import { AssessedTest, type Hold, type Told } from './assessed-test.fixture.spec.js';
import type { Dice } from './dice.fixture.spec.js';

const raters = 6;
const mostAssessments = 16;
const gift = 200;
/** Timeout of one try. If the service is killed during a try, the next try returns the outcome. */
const tryMs = 5_000;
const patienceMs = 120_000;
const refusals = new Set(['INSUFFICIENT_TOKENS', 'CONFLICT']);

export type Fault = (wave: number) => Promise<void>;

/**
 * Fills a ledger in waves, through the calls and events that people, staff, the payment provider and other services
 * send. Calls are repeated and concurrent; events are repeated, late and in any order. A fault runs beside each wave. A
 * call without an answer is repeated with the same ids, as the gateway does.
 */
export class Seeding {
  readonly userIds: UserId[] = [];
  private readonly delivered = new Set<string>();
  private late: Told[] = [];
  private next = 0;

  constructor(
    private readonly tokens: TokensFixture,
    private readonly stripe: LocalStripe,
    private readonly dice: Dice,
  ) {}

  async run({ users, transfers, fault }: { users: number; transfers: number; fault: Fault }): Promise<void> {
    await this.register(users);
    await Promise.all([
      this.giveToEverybody(newStaff()),
      this.giveToEverybody(newStaff()),
      this.sell(users / 10),
      this.correct(users / 10),
    ]);
    for (let wave = 1; (await this.transfers()) < transfers; wave += 1) {
      await Promise.all([this.wave(wave), fault(wave)]);
      await this.taken();
    }
    await this.deliver(this.late);
    await this.taken();
    await this.worked();
    // This start must wait for tokens. It comes last, because a reward that arrives late could pay for it.
    await this.deliver([await this.startBeyondMeans()]);
    await this.taken();
    if ((await this.worked()) === 0) throw new Error('no start has waited for tokens');
  }

  private async transfers(): Promise<number> {
    return (await this.tokens.pool.query('select count(*)::int as count from transfers')).rows[0].count;
  }

  private async register(users: number): Promise<void> {
    const told: Told[] = [];
    for (let user = 0; user < users; user += 1) {
      const userId = randomUUID() as UserId;
      this.userIds.push(userId);
      const type = identityEvents.UserRegistered;
      told.push({ type, event: this.tokens.lose(type, { userId, country: null }) });
    }
    await this.deliver(told);
    await this.taken();
  }

  private async giveToEverybody(staffId: UserId): Promise<void> {
    await inParts(this.userIds, 10, async (userId) => {
      const context = this.staffContext(staffId);
      const request = { userId, amountTokens: gift, reason: 'seeded' };
      await this.maybeTwice(() => this.ask(tokensRpc.grant, request, context));
    });
  }

  private async sell(purchases: number): Promise<void> {
    await inParts(this.someOf(purchases), 10, async (userId) => {
      const context = this.ownContext(userId);
      const checkout = await this.ask(tokensRpc.createCheckout, { userId, tokenAmount: 300 }, context);
      const { sessionId } = checkout!;
      const { body, signature } = this.stripe.pay(sessionId);
      const request = { body: Buffer.from(body).toString('base64'), signature };
      await this.maybeTwice(() => this.ask(tokensRpc.takePaymentNotification, request, this.tokens.context()));
    });
  }

  /** Makes corrections: about half are linked to the welcome grant, and some exceed what one person may book alone. */
  private async correct(corrections: number): Promise<void> {
    const [kim, lee] = [newStaff(), newStaff()];
    await inParts(this.someOf(corrections), 10, async (userId) => {
      const { rows } = await this.tokens.pool.query('select transfer_id from postings where account = $1 limit 1', [
        `user:${userId}`,
      ]);
      const amountTokens = this.dice.pick([-10, 15, gift + 50]);
      const order = { userId, amountTokens, reason: 'seeded', ticket: 'T-1' };
      const linked = this.dice.happens(0.5) ? { ...order, corrects: rows[0].transfer_id } : order;
      const context = this.staffContext(kim);
      const asked = await this.ask(correctionsRpc.requestCorrection, linked, context);
      if (asked?.correction.state !== 'waiting') return;
      const decision = { correctionId: asked.correction.correctionId, reason: 'seen' };
      const approval = this.staffContext(lee);
      await this.maybeTwice(() => this.ask(correctionsRpc.approveCorrection, decision, approval));
    });
  }

  /** Delivers the starts and, once they are booked, the other events. Every third wave mixes all events. */
  private async wave(number: number): Promise<void> {
    const tests: AssessedTest[] = [];
    await inParts(await this.ownersWithTokens(), 25, async ({ ownerId, available }) => {
      for (const test of await this.held(ownerId, available)) {
        const told = new AssessedTest(this.tokens, this.dice, test);
        const assessorIds = this.someOf(this.dice.happens(0.2) ? 2 : raters).filter(
          (assessorId) => assessorId !== ownerId,
        );
        await told.live(assessorIds, this.hold);
        tests.push(told);
      }
    });
    const told = tests.flatMap((test) => test.told).filter((each) => !this.isLate(each));
    if (number % 3 === 0) return this.deliver(this.dice.shuffled(told));
    const isStart = ({ type }: Told) => type.type === 'PhotoAssessmentStarted';
    await this.deliver(told.filter(isStart));
    await this.taken();
    await this.deliver(this.dice.shuffled(told.filter((each) => !isStart(each))));
  }

  /** Finds the poorest owner who has enough tokens for a hold. */
  private async poorestOwner(): Promise<{ ownerId: UserId; available: number }> {
    const { rows } = await this.tokens.pool.query(
      `select account, (posted - held)::int as available from accounts
        where account = any($1) and posted - held >= 20 order by posted - held limit 1`,
      [this.userIds.map((userId) => `user:${userId}`)],
    );
    const { account, available } = rows[0];
    return { ownerId: account.slice('user:'.length), available };
  }

  private async ownersWithTokens(): Promise<{ ownerId: UserId; available: number }[]> {
    const inWave = this.userIds.length / 5;
    const chosen = Array.from(
      { length: inWave },
      (_, index) => this.userIds[(this.next + index) % this.userIds.length]!,
    );
    this.next += inWave;
    const { rows } = await this.tokens.pool.query(
      `select account, (posted - held)::int as available from accounts where account = any($1) and posted - held >= 20`,
      [chosen.map((userId) => `user:${userId}`)],
    );
    const availableOf = new Map<string, number>(rows.map(({ account, available }) => [account, available]));
    return chosen.flatMap((ownerId) => {
      const available = availableOf.get(`user:${ownerId}`);
      return available === undefined ? [] : [{ ownerId, available }];
    });
  }

  /** Places holds for starts. Some compete for the same tokens, some are released, some expire. */
  private async held(ownerId: UserId, available: number): Promise<StartedTest[]> {
    const assessments = Math.min(mostAssessments, Math.floor(available / 20));
    const roll = this.dice.roll();
    if (roll < 0.05) await this.setAside(ownerId);
    if (roll < 0.1) {
      const rivals = [assessments, assessments].map((count) => this.heldTest(ownerId, count));
      return (await Promise.all(rivals)).filter((test) => test !== undefined);
    }
    const test = await this.heldTest(ownerId, assessments, roll > 0.96 ? 1 : PRODUCT.holdMs);
    if (!test || roll > 0.98) return [];
    if (roll > 0.96) return [test];
    if (roll > 0.92) {
      const { holdId } = test;
      const request = { userId: ownerId, holdId: holdId as never };
      await this.maybeTwice(() => this.ask(tokensRpc.voidHold, request, this.ownContext(ownerId)));
      return [];
    }
    return [test];
  }

  /** Makes a start whose hold has expired and whose tokens another hold has taken. */
  private async startBeyondMeans(): Promise<Told> {
    const { ownerId, available } = await this.poorestOwner();
    const assessments = Math.floor(available / 20);
    const test = await this.heldTest(ownerId, assessments, 1);
    if (!test) throw new Error(`a hold of ${20 * assessments} of ${available} tokens was refused`);
    await eventually(
      async () => {
        if (!(await this.heldTest(ownerId, assessments))) throw new Error('the tokens are still held');
      },
      { withinMs: patienceMs },
    );
    const type = assessmentsEvents.PhotoAssessmentStarted;
    return { type, event: await this.tokens.publishStart(test, { isLost: true }) };
  }

  private async setAside(userId: UserId): Promise<void> {
    const context = this.ownContext(userId);
    const request = { userId, assessors: 2 };
    await this.maybeTwice(() => this.ask(tokensRpc.holdForNextStart, request, context));
  }

  private async heldTest(ownerId: UserId, assessments: number, holdMs?: number): Promise<StartedTest | undefined> {
    const assessmentIds = Array.from({ length: assessments }, () => randomUUID());
    const legs = assessmentIds.map((assessmentId) => ({ assessmentId, amountTokens: 20 }));
    const holdId = await this.hold(ownerId, legs, holdMs);
    return holdId === undefined
      ? undefined
      : { ownerId, holdId, photoAssessmentId: randomUUID(), assessmentIds, amountTokens: 20 * assessments };
  }

  private readonly hold: Hold = async (ownerId, legs, holdMs = PRODUCT.holdMs) => {
    const holdId = randomUUID();
    const expiresAt = new Date(this.tokens.clock().getTime() + holdMs).toISOString();
    const request = { userId: ownerId, holdId, legs, expiresAt };
    const place = () => this.ask(tokensRpc.placeHold, request as never, this.ownContext(ownerId));
    return (await this.maybeTwice(place)) && holdId;
  };

  private isLate(told: Told): boolean {
    const isLate = this.dice.happens(0.03);
    if (isLate) this.late.push(told);
    return isLate;
  }

  private async deliver(told: readonly Told[]): Promise<void> {
    await inParts(told, 200, async ({ type, event }) => {
      this.delivered.add(event.eventId);
      await this.tokens.deliver(type, event);
      if (this.dice.happens(0.05)) await this.tokens.deliver(type, event);
    });
  }

  /** Waits until each delivered event is handled. Fails only if no event is handled for `patienceMs`. */
  private async taken(): Promise<void> {
    let taken = -1;
    while (taken < this.delivered.size) taken = await this.takenAfter(taken);
    if (taken > this.delivered.size) throw new Error(`${taken} taken in, ${this.delivered.size} delivered`);
  }

  /** @returns the number of handled events, once it is more than `before` */
  private takenAfter(before: number): Promise<number> {
    const goesOn = async () => {
      const { rows } = await this.tokens.pool.query(
        `select (select count(*)::int from inbox) as taken,
                (select count(*)::int || ' dead letters, one of ' || min(subscriber) || ': ' || min(reason) from dead_letters) as lost`,
      );
      const { taken, lost } = rows[0];
      if (taken > before) return taken;
      throw new Error(`${taken} of ${this.delivered.size} taken in; ${lost ?? 'no dead letter'}`);
    };
    return eventually(goesOn, { withinMs: patienceMs });
  }

  /**
   * Waits until no work item is open. Grants the missing tokens to each owner whose late start lacks tokens.
   * @returns the number of starts that have waited for tokens
   */
  private async worked(): Promise<number> {
    const given = new Set<string>();
    await eventually(
      async () => {
        const { rows } = await this.tokens.pool.query(
          `select id, payload->'start'->>'userId' as user_id,
                  (select sum((leg->>'amountTokens')::int)::int
                     from jsonb_array_elements(payload->'start'->'assessments') as leg) as cost
             from work_items where completed_at is null`,
        );
        for (const { id, user_id: userId, cost } of rows) {
          if (userId === null || given.has(id)) continue;
          given.add(id);
          // A larger grant would need approval.
          for (let missing = cost; missing > 0; missing -= gift) {
            const request = { userId, amountTokens: Math.min(missing, gift), reason: 'a start that waits' };
            await this.ask(tokensRpc.grant, request, this.staffContext(newStaff()));
          }
        }
        // Makes each item due now, because an old item waits long for its next attempt.
        await this.tokens.pool.query('update work_items set available_at = now() where completed_at is null');
        if (rows.length > 0) throw new Error(`${rows.length} work items wait, the first is ${rows[0].id}`);
      },
      { withinMs: patienceMs },
    );
    return given.size;
  }

  /** Returns the answer, or undefined for a refusal. Repeats the call after any other error. */
  private async ask<Request extends z.ZodType, Reply extends z.ZodType>(
    rpc: Rpc<Request, Reply>,
    request: z.input<Request>,
    context: RequestContext,
  ): Promise<z.output<Reply> | undefined> {
    const asked = () => this.tokens.rpc.call(rpc, request, context, { timeoutMs: tryMs });
    const answered = () =>
      asked().catch((error: unknown) => {
        if (error instanceof RemoteError && refusals.has(error.code)) return undefined;
        throw error;
      });
    return eventually(answered, { withinMs: patienceMs });
  }

  private async maybeTwice<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (!this.dice.happens(0.1)) return call();
    return (await Promise.all([call(), call()]))[0]!;
  }

  private someOf(count: number): UserId[] {
    return [...new Set(Array.from({ length: count }, () => this.dice.pick(this.userIds)))];
  }

  private ownContext(userId: string): RequestContext {
    return this.tokens.context(userId, { idempotency: { key: randomUUID(), fingerprint: 'body' } });
  }

  private staffContext(userId: UserId): RequestContext {
    return this.tokens.context(userId, { roles: ['support'], idempotency: { key: randomUUID(), fingerprint: 'body' } });
  }
}

/** A staff member with an unused allowance. */
const newStaff = (): UserId => randomUUID() as UserId;

export async function inParts<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: Math.min(atOnce, left.length) }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}
