import { type EventMetadata, noteWork, type SqlSession, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock, causedBy, PLATFORM, type Platform } from '@candid/platform';
import { NotYetError, type Processor, type RepeatedJob, type WorkTransaction } from '@candid/platform/jobs';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { type GiftSettings, LIMITS, SETTINGS } from '../kernel/config.js';
import { type Reward, rewardTransfer } from '../ledger/posted-transfers.js';
import { BookedTransfers } from '../ledger/read-model.js';
import { userAccount } from '../ledger/transfer.js';
import { Transfers } from '../ledger/transfers.js';
import { AssessorAllowance, daysAfter, RewardAllowance } from './reward-allowance.js';
import { REWARDS_QUEUE, type RewardPayload, rewardItemOf } from './work-items.js';

/** Pays an assessor once for a submission if the daily allowances of all rewards and of the assessor permit it. */
@Injectable()
export class PayReward {
  constructor(
    private readonly transfers: Transfers,
    private readonly allowance: RewardAllowance,
    private readonly ofAssessor: AssessorAllowance,
    private readonly booked: BookedTransfers,
    @Inject(SETTINGS) private readonly settings: GiftSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns undefined if the reward is paid, else the time until which it waits. If the assessor's allowance is used
   * up, the reward waits for the first day with room. If the allowance of all rewards is used up, the reward waits
   * until a job releases it. Uses the caller's session, because a second connection might never be free.
   */
  async run(session: SqlSession, reward: Reward, metadata: EventMetadata): Promise<Date | undefined> {
    const { assessorId, amountTokens } = reward;
    const transfer = rewardTransfer(reward);
    let fitsAssessor = false;
    const pay = () => this.transfers.post(transfer, metadata);
    const payOfAll = () => {
      fitsAssessor = true;
      return this.allowance.spend(amountTokens, pay);
    };
    const account = userAccount(assessorId);
    const outcome = await this.ofAssessor.spend(session, { account, amountTokens }, payOfAll);
    if (outcome !== undefined) {
      this.booked.announce(transfer.idempotencyKey);
      return undefined;
    }
    // A reward that was paid on an earlier day needs no allowance.
    if (await this.booked.has(transfer.idempotencyKey, session)) return undefined;
    if (fitsAssessor) return untilReleased(reward);
    const before = await payableTokensBefore(session, assessorId, rewardItemOf(reward.submissionId));
    return daysAfter(this.clock(), 1 + Math.floor(before / this.settings.ASSESSOR_DAILY_CAP_TOKENS));
  }
}

/**
 * The clock of this process sets the allowance's day and the time until which a reward waits. If the database's clock
 * is ahead, the item is due too early and waits again. A redelivered item pays nothing twice.
 */
@Injectable()
export class RewardsProcessor implements Processor {
  readonly queue = REWARDS_QUEUE;

  constructor(private readonly paying: PayReward) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { cause, reward } = item.payload as RewardPayload;
    const until = await this.paying.run(session, reward, causedBy(cause));
    if (until) throw new NotYetError('the allowance of the day is used up', { until });
  }
}

/** Releases the oldest waiting rewards, but only as many as the allowance permits, so that each takes one attempt. */
@Injectable()
export class WaitingRewardsJob implements RepeatedJob {
  readonly name = 'tokens-waiting-rewards';
  readonly everyMs = LIMITS.rewardReleaseMs;

  constructor(
    private readonly database: Database,
    private readonly allowance: RewardAllowance,
    @Inject(PLATFORM) { metrics }: Platform,
  ) {
    metrics.gaugeBy('ledger_rewards_of_day_tokens', 'Rewards of the day, paid and at most', 'figure', async () => {
      const { paidTokens, capTokens } = await allowance.today();
      return new Map(Object.entries({ paid: paidTokens, cap: capTokens }));
    });
  }

  async run(): Promise<void> {
    for (;;) {
      const { paidTokens, capTokens } = await this.allowance.today();
      const leftTokens = capTokens - paidTokens - (await dueTokens(this.database));
      if (leftTokens <= 0) return;
      const released = await releaseRewards(this.database, leftTokens, LIMITS.rewardsReleasedAtOnce);
      if (released > 0) noteWork(REWARDS_QUEUE);
      if (released < LIMITS.rewardsReleasedAtOnce) return;
    }
  }
}

const sumSql = `select coalesce(sum((payload->'reward'->>'amountTokens')::int), 0)::float8 as tokens from work_items
  where queue = 'rewards' and completed_at is null`;

const ofAssessorSql = `${sumSql} and payload->'reward'->>'assessorId' = $1`;

async function sumOf(session: SqlSession, sql: string, parameters: readonly string[] = []): Promise<number> {
  return (await session.query<{ tokens: number }>(sql, parameters))[0]!.tokens;
}

/** Tokens of rewards that are earned and wait for a day with allowance. */
export const payableTokensOf = (session: SqlSession, assessorId: string): Promise<number> =>
  sumOf(session, ofAssessorSql, [assessorId]);

/** Counts only rewards that were earned before the given work item, or all if there is no such item yet. */
function payableTokensBefore(session: SqlSession, assessorId: string, itemId: string): Promise<number> {
  const isBefore = "created_at < coalesce((select created_at from work_items where id = $2), 'infinity')";
  return sumOf(session, `${ofAssessorSql} and ${isBefore}`, [assessorId, itemId]);
}

/** Tokens of rewards that are due and not yet paid. */
const dueTokens = (session: SqlSession): Promise<number> =>
  sumOf(session, `${sumSql} and failed_at is null and available_at <= now()`);

/** Delay of a waiting reward. A job ends the wait much earlier, so the time only keeps the rewards in order. */
const YEARS_UNTIL_RELEASE = 1_000;

const isWaiting = `queue = 'rewards' and completed_at is null and failed_at is null
  and available_at > now() + interval '500 years'`;

/** Time of a reward that waits for `releaseRewards`. It keeps the order of acceptance, however often it is deferred. */
function untilReleased({ acceptedAt }: Reward): Date {
  const until = new Date(acceptedAt);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS_UNTIL_RELEASE);
  return until;
}

const releaseSql = `with waiting as (
    select id, available_at, (payload->'reward'->>'amountTokens')::int as tokens from work_items
     where ${isWaiting} order by available_at limit $2::int
  ), fitting as (
    select id, sum(tokens) over (order by available_at, id) as tokens_in_all from waiting
  )
  update work_items set available_at = now() from fitting
   where work_items.id = fitting.id and tokens_in_all <= $1::bigint and ${isWaiting} returning work_items.id`;

/** Makes the oldest waiting rewards due, up to `tokens` in sum and `limit` in number. Returns their number. */
async function releaseRewards(session: SqlSession, tokens: number, limit: number): Promise<number> {
  return (await session.query(releaseSql, [tokens, limit])).length;
}
