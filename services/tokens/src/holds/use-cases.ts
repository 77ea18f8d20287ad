import { PRODUCT, type RequestContext, tokensRpc as rpc } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { CLOCK, type Clock, metadataOfRequest, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { invalidField } from '../kernel/paging.js';
import { BalanceQuery } from '../ledger/read-model.js';
import { escrowAccount, HoldGoneError, transferIdOf, userAccount } from '../ledger/transfer.js';
import { type Release, Transfers } from '../ledger/transfers.js';

const unusedSql = `select transfer_id as "holdId" from transfers where status = 'pending' and idempotency_key like $1`;

/** A single statement, so that each hold is counted exactly once. */
const spendableSql = `select a.posted - a.held + coalesce(
    (select sum(amount) from transfers where status = 'pending' and idempotency_key like $2), 0)::float8 as tokens
  from accounts a where a.account = $1`;

const keyPrefix = (userId: string): string => `advance:${userId}:`;

/**
 * A hold for assessments about to start has an id from the caller, so a repeat places no second one. An advance hold is
 * placed before its assessments are known, and expires after 15 minutes. An advance hold is never posted. The hold of a
 * start voids it in the same flush, so that no other purchase can take the tokens in between.
 */
@Controller()
export class Holds {
  constructor(
    private readonly transfers: Transfers,
    private readonly balances: BalanceQuery,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the available tokens plus those of the advance holds. */
  @RpcHandler(rpc.getSpendable)
  async getSpendable({ userId }: Sent<typeof rpc.getSpendable>) {
    const values = [userAccount(userId), `${keyPrefix(userId)}%`];
    const [row] = await this.database.query<{ tokens: number }>(spendableSql, values);
    return { tokens: row?.tokens ?? 0 };
  }

  @RpcHandler(rpc.placeHold)
  async placeHold({ userId, holdId, legs, expiresAt }: Sent<typeof rpc.placeHold>, context: RequestContext) {
    const command = {
      type: 'PlaceHold',
      idempotencyKey: `hold:${holdId}`,
      account: userAccount(userId),
      legs: legsOf(legs),
      expiresAt: timeOf(expiresAt).toISOString(),
      effectiveAt: this.clock().toISOString(),
    } as const;
    const unused = await this.unused(userId);
    const { availableTokens } = await this.transfers.run(holdId, command, metadataOfRequest(context), unused);
    return { available: availableTokens! };
  }

  /** Idempotent. The assessments worker calls this as a service. Throws DomainError `CONFLICT` for a posted hold. */
  @RpcHandler(rpc.voidHold)
  async voidHold({ userId, holdId }: Sent<typeof rpc.voidHold>, context: RequestContext) {
    await this.transfers.run(holdId, this.release(userId), metadataOfRequest(context));
    return { available: await this.balances.available(userId) };
  }

  /** Throws DomainError `INSUFFICIENT_TOKENS`, `IDEMPOTENCY_KEY_REUSED`. */
  @RpcHandler(rpc.holdForNextStart)
  async holdForNextStart({ userId, assessors }: Sent<typeof rpc.holdForNextStart>, context: RequestContext) {
    const idempotencyKey = `${keyPrefix(userId)}${requestKeyOf(context)}`;
    const holdId = transferIdOf(idempotencyKey);
    const now = this.clock();
    const hold = {
      type: 'PlaceHold',
      idempotencyKey,
      account: userAccount(userId),
      legs: [{ account: escrowAccount(holdId), amountTokens: assessors * PRODUCT.pricePerAssessorTokens }],
      expiresAt: new Date(now.getTime() + PRODUCT.holdMs).toISOString(),
      effectiveAt: now.toISOString(),
    } as const;
    const placed = await this.transfers.run(holdId, hold, metadataOfRequest(context)).catch((error: unknown) => {
      // The request is a repeat, and its hold was used or voided in the meantime.
      if (!(error instanceof HoldGoneError)) throw error;
      return undefined;
    });
    // A repeat returns the balance after the first attempt, not the current one.
    const available = placed?.replayed ? undefined : placed?.availableTokens;
    return { available: available ?? (await this.balances.available(userId)) };
  }

  @RpcHandler(rpc.releaseUnusedHolds)
  async releaseUnusedHolds({ userId }: Sent<typeof rpc.releaseUnusedHolds>, context: RequestContext) {
    const unused = await this.unused(userId);
    await Promise.all(
      unused.map(({ holdId, command }) =>
        this.transfers.run(holdId, command, metadataOfRequest(context)).catch((error: unknown) => {
          // Another call ends the hold at the same time.
          if (!(error instanceof DomainError)) throw error;
        }),
      ),
    );
    return { available: await this.balances.available(userId) };
  }

  /** Returns commands that void the user's advance holds. */
  private async unused(userId: string): Promise<Release[]> {
    const unused = await this.database.query<{ holdId: string }>(unusedSql, [`${keyPrefix(userId)}%`]);
    const command = this.release(userId);
    return unused.map(({ holdId }) => ({ holdId, command }));
  }

  private release(userId: string): Release['command'] {
    const effectiveAt = this.clock().toISOString();
    return { type: 'VoidHold', account: userAccount(userId), reason: 'released', effectiveAt };
  }
}

function legsOf(legs: Sent<typeof rpc.placeHold>['legs']) {
  const assessmentIds = new Set(legs.map(({ assessmentId }) => assessmentId));
  if (assessmentIds.size < legs.length) throw invalidField('legs', 'An assessment has one leg.');
  return legs.map(({ assessmentId, amountTokens }) => ({ account: escrowAccount(assessmentId), amountTokens }));
}

function timeOf(expiresAt: string): Date {
  const time = new Date(expiresAt);
  if (Number.isNaN(time.getTime())) throw invalidField('expiresAt', 'Please give a time in ISO 8601.');
  return time;
}
