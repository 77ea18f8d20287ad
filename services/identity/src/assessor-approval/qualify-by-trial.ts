import { randomUUID } from 'node:crypto';
import { assessorStandingRpc, type RequestContext, identityRpc as rpc, TRIAL, type UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, networkOf, RpcClient, RpcHandler, type Sent, SITE } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { findEmail } from '../account/credentials.js';
import { AccountCommands } from '../account/use-cases.js';
import { RATE_LIMITS, type RateLimits } from '../kernel/config.js';
import { countedMailboxOf } from '../kernel/email-address.js';
import { isoTime } from '../kernel/paging.js';
import { rateLimited, refused, TEXTS } from '../kernel/refusals.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { KeyedHash } from '../kernel/secrets.js';
import { Sessions } from '../sessions/sessions.js';
import { awaitApproval } from './approve-assessor.js';

export const TRIAL_APPROVALS_PER_DAY = Symbol('TrialApprovalsPerDay');

const DAY_MS = 24 * 3_600_000;

/** Keyed hashes of the person's mailbox and site. */
interface Trier {
  mailbox: string;
  site: string;
}

/** Result of the limits: `retryAt` is null if no wait of the person ends the refusal. */
type Room = { isOffered: true } | { isOffered: false; retryAt: Date | null };

/**
 * Lets people qualify as assessors without a passkey. The assessments service draws the pairs and knows the answers;
 * this service limits the trials by mailbox and site, and the approvals of everybody together by day.
 */
@Controller()
export class QualifyByTrial {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountCommands,
    private readonly sessions: Sessions,
    private readonly hashes: KeyedHash,
    private readonly rpc: RpcClient,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
    @Inject(TRIAL_APPROVALS_PER_DAY) private readonly approvalsPerDay: number,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getTrialOffer)
  async getTrialOffer({ userId }: Sent<typeof rpc.getTrialOffer>, context: RequestContext) {
    const now = this.clock();
    if (await this.isClosed(context)) return { isOffered: false, retryAt: null };
    if (await openTrialOf(this.database, userId, now)) return { isOffered: true, retryAt: null };
    const room = await this.roomFor(this.database, await this.trier(userId, context), now);
    const retryAt = room.isOffered || !room.retryAt ? null : room.retryAt.toISOString();
    return { isOffered: room.isOffered, retryAt };
  }

  /** @throws DomainError `CONFLICT` for an assessor or if no trial is offered, `RATE_LIMITED` after too many trials */
  @RpcHandler(rpc.startTrial)
  async startTrial({ userId }: Sent<typeof rpc.startTrial>, context: RequestContext) {
    const now = this.clock();
    if ((await this.accounts.load(userId)).roles.includes('assessor')) throw refused('CONFLICT', TEXTS.assessorAlready);
    if (await this.isClosed(context)) throw refused('CONFLICT', TEXTS.trialClosed);
    const trier = await this.trier(userId, context);
    const { trialId, startedAt } = await this.database.transaction(async ({ session }) => {
      // Trials start one after the other, so that together they cannot exceed a limit.
      await session.query("select pg_advisory_xact_lock(hashtextextended('assessor trials', 0))");
      const open = await openTrialOf(session, userId, now);
      if (open) return open;
      const room = await this.roomFor(session, trier, now);
      if (!room.isOffered && room.retryAt) throw rateLimited(TEXTS.tooManyTrials, room.retryAt, now);
      if (!room.isOffered) throw refused('CONFLICT', TEXTS.trialClosed);
      const trialId = randomUUID();
      await session.query(
        `insert into assessor_trials (trial_id, user_id, mailbox_hash, site_hash, started_at)
         values ($1, $2, $3, $4, $5::timestamptz)`,
        [trialId, userId, trier.mailbox, trier.site, now.toISOString()],
      );
      return { trialId, startedAt: now };
    });
    // If this fails, the trial stays open, and the next start draws its pairs.
    const drawn = await this.rpc.call(assessorStandingRpc.openTrial, { userId, trialId }, context);
    return { ...drawn, expiresAt: new Date(startedAt.getTime() + TRIAL.openMs).toISOString() };
  }

  /**
   * A repeat gets the first result, and approves the person if the first call failed to.
   * @throws DomainError `NOT_FOUND` if the trial is not the person's or its time is over, and `RemoteError` `TOO_FAST`
   */
  @RpcHandler(rpc.answerTrial)
  async answerTrial({ userId, trialId, photoIds }: Sent<typeof rpc.answerTrial>, context: RequestContext) {
    const now = this.clock();
    const sessionId = await this.sessions.requireOpen(userId, context, now);
    const isOwn = await hasRow(
      this.database,
      'select from assessor_trials where trial_id = $1 and user_id = $2 and started_at > $3::timestamptz',
      [trialId, userId, openSince(now)],
    );
    if (!isOwn) throw refused('NOT_FOUND', TEXTS.trialUnknown);
    const { isPassed } = await this.rpc.call(assessorStandingRpc.judgeTrial, { userId, trialId, photoIds }, context);
    await this.database.query(
      `update assessor_trials set answered_at = $2::timestamptz, is_passed = $3::boolean
        where trial_id = $1 and answered_at is null`,
      [trialId, now.toISOString(), isPassed],
    );
    if (!isPassed) return { isPassed, assessorToken: null };
    const command = { type: 'ApproveAssessor', by: { trialId }, at: now.toISOString() } as const;
    const { metadata } = commandContext(rpc.answerTrial, context);
    const changed = await this.accounts.run(userId, command, { metadata });
    const assessorToken = await this.sessions.tokenOf({ userId, sessionId }, changed.view.roles, now);
    await awaitApproval(this.rpc, changed, context);
    return { isPassed, assessorToken };
  }

  /** True if the trial is switched off, or there are too few pairs. */
  private async isClosed(context: RequestContext): Promise<boolean> {
    if (this.approvalsPerDay === 0) return true;
    const { pairs } = await this.rpc.call(assessorStandingRpc.countTrialPairs, {}, context);
    return pairs < TRIAL.pairsExistingMin;
  }

  private async trier(userId: UserId, { ip }: RequestContext): Promise<Trier> {
    const email = await findEmail(this.database, userId);
    const hash = (value: string) => this.hashes.of('trial', value);
    return { mailbox: hash(countedMailboxOf(email ?? userId)), site: hash(networkOf(ip ?? '', SITE)) };
  }

  private async roomFor(session: SqlSession, { mailbox, site }: Trier, now: Date): Promise<Room> {
    const counted = (await firstRow<{ ofMailbox: Date[] | null; ofSite: Date[] | null; approvals: number }>(
      session,
      `select array_agg(started_at) filter (where mailbox_hash = $1) as "ofMailbox",
          array_agg(started_at) filter (where site_hash = $2) as "ofSite",
          count(*) filter (where (is_passed and answered_at > $4::timestamptz)
            or (answered_at is null and started_at > $5::timestamptz))::int as approvals
         from assessor_trials where started_at > $3::timestamptz`,
      [mailbox, site, before(now, TRIAL.windowMs), before(now, DAY_MS), openSince(now)],
    ))!;
    const { perMailbox, perSite } = this.limits.trials;
    const ends = [endOf(counted.ofMailbox ?? [], perMailbox), endOf(counted.ofSite ?? [], perSite)];
    const retryMs = Math.max(...ends);
    if (retryMs > 0) return { isOffered: false, retryAt: new Date(retryMs) };
    // An open trial may end with an approval, so it takes up one of the day's approvals.
    return counted.approvals < this.approvalsPerDay ? { isOffered: true } : { isOffered: false, retryAt: null };
  }
}

/** Returns the time at which fewer than `max` of the trials count, in Unix milliseconds; 0 if fewer count already. */
function endOf(startedAt: readonly Date[], max: number): number {
  const oldest = startedAt.map((at) => at.getTime()).toSorted((one, other) => other - one)[max - 1];
  return oldest === undefined ? 0 : oldest + TRIAL.windowMs;
}

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();
const openSince = (now: Date): string => before(now, TRIAL.openMs);

export const exportTrialsOf = (session: SqlSession, userId: UserId) =>
  session.query<{ startedAt: string; answeredAt: string | null; isPassed: boolean }>(
    `select ${isoTime('started_at')} as "startedAt", ${isoTime('answered_at')} as "answeredAt", is_passed as "isPassed"
       from assessor_trials where user_id = $1::uuid order by started_at desc`,
    [userId],
  );

const openTrialOf = (session: SqlSession, userId: string, now: Date) =>
  firstRow<{ trialId: string; startedAt: Date }>(
    session,
    `select trial_id as "trialId", started_at as "startedAt" from assessor_trials
      where user_id = $1 and answered_at is null and started_at > $2::timestamptz`,
    [userId, openSince(now)],
  );
