import { type AssessmentSettings, type RequestContext, tokensRpc, type UserId } from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '../kernel/config.js';
import { Holds, isRefusal, type WantedHold, withoutKey } from '../kernel/tokens-service.js';
import { SETTLED_MS, watchHold } from '../kernel/unused-holds.js';
import { isFirstStart, ownerStreams } from '../owner/decide.js';
import type { OwnerState } from '../owner/owner.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { priceOf } from '../photo-assessment/decide-start.js';
import { type AbandonReason, photoAssessmentStreamId, type StartOpened } from '../photo-assessment/events.js';
import { later } from '../photo-assessment/photo-assessment.js';

interface OpenStartRequest {
  userId: string;
  /** Ids of existing photos, or the number of photos to upload; the start then creates their ids. */
  photos: readonly string[] | number;
  settings: AssessmentSettings;
}

interface OpenedStart {
  photoAssessmentId: string;
  photoIds: string[];
  remainingTokens: number;
}

/** Abandons a start and releases its hold. `UnusedHoldsProcessor` repeats a failed release. Idempotent. */
@Injectable()
export class AbandonStart {
  constructor(
    private readonly commands: Commands,
    private readonly holds: Holds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(
    { userId: ownerId, photoAssessmentId, reason }: AbandonRequest,
    { metadata }: CommandContext,
    context: RequestContext,
  ): Promise<void> {
    const options = { serialBy: photoAssessmentStreamId(photoAssessmentId) };
    const { answer: holdId } = await this.commands.execute({ metadata }, options, async (unit) => {
      const at = this.clock().toISOString();
      const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
      if (photoAssessment.decide({ type: 'AbandonStart', ownerId, reason, at }).length > 0) {
        (await unit.load(ownerStreams, ownerId)).decide({ type: 'ReleaseStart', ownerId, photoAssessmentId });
      }
      return 'start' in photoAssessment.state ? photoAssessment.state.start.holdId : undefined;
    });
    if (holdId === undefined || reason === 'hold-refused') return;
    await this.holds.release(ownerId, holdId, context);
  }
}

/**
 * Records the start with the id of its hold, then places the hold. After a crash in between, the repeated request
 * resumes the start, or `UnusedHoldsProcessor` abandons it. Every hold belongs to a recorded start.
 */
@Injectable()
export class OpenStart {
  constructor(
    private readonly commands: Commands,
    private readonly rpc: RpcClient,
    private readonly holds: Holds,
    private readonly abandonStart: AbandonStart,
    private readonly ownerPhotos: OwnerPhotos,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(request: OpenStartRequest, command: CommandContext, context: RequestContext): Promise<OpenedStart> {
    const { start, isConfirmed } = await this.open(request, command, context);
    const isPaid = isConfirmed || priceOf(start) === 0;
    const remainingTokens = isPaid
      ? (await this.balanceOf(start.ownerId, context)).available
      : await this.hold(start, command, context);
    return {
      photoAssessmentId: start.photoAssessmentId,
      photoIds: start.assessments.map(({ photoId }) => photoId),
      remainingTokens,
    };
  }

  /** Resumes the start of a repeated request. If it was abandoned, opens another start with the key's next number. */
  private async open(request: OpenStartRequest, command: CommandContext, context: RequestContext) {
    for (let number = 1; number <= LIMITS.startsPerKey; number++) {
      const numbered = withNumber(command, number);
      const photoAssessmentId = await this.openOnce(request, numbered, context);
      const { state, history } = await this.commands.load(photoAssessmentStreams, photoAssessmentId);
      if (state.status === 'started') return { start: history[0]!.data as StartOpened, isConfirmed: true };
      if (state.status === 'opened') {
        if (this.now() < state.start.expiresAt) return { start: state.start, isConfirmed: false };
        const { userId } = request;
        await this.abandonStart.run({ userId, photoAssessmentId, reason: 'expired' }, numbered, context);
      }
    }
    throw new DomainError('CONFLICT', 'This start was given up. Please start again.');
  }

  private async openOnce(request: OpenStartRequest, command: CommandContext, context: RequestContext) {
    const { userId } = request;
    // The look-up comes before lost starts are abandoned, because the request's own start may be among them.
    const first = await this.commands.firstAnswer<{ photoAssessmentId: string }>(command);
    if (first) return first.answer.photoAssessmentId;
    await this.giveUpLostStarts(userId, command, context);
    const options = { serialBy: `starts of ${userId}` };
    const open = (unit: UnitOfWork) => this.decide(unit, request, context);
    return (await this.commands.execute(command, options, open)).answer.photoAssessmentId;
  }

  private async decide(unit: UnitOfWork, { userId, photos, settings }: OpenStartRequest, context: RequestContext) {
    const areStored = typeof photos !== 'number';
    if (areStored) await this.ownerPhotos.requireOwn(userId, photos);
    const at = this.now();
    const owner = await unit.load(ownerStreams, userId);
    const [photoAssessmentId, holdId] = [uuidv7(), uuidv7()];
    const photoIds = areStored ? [...photos] : Array.from({ length: photos }, () => uuidv7());
    const assessments = photoIds.map((id) => ({ assessmentId: uuidv7(), photoId: id }));
    const assessedPhotoIds = await assessedOf(unit, photoIds, owner.state);
    const isFirstAssessment = isFirstStart(owner.state);
    const { restartTokens } = owner.state;
    const ids = { ownerId: userId, photoAssessmentId };
    owner.decide({ type: 'ReserveStart', ...ids, photoIds, areStored, assessedPhotoIds, at });
    const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
    const open = { ...ids, holdId, isFirstAssessment, restartTokens, settings, assessments, at };
    const [opened] = photoAssessment.decide({ type: 'OpenStart', ...open });
    const start = opened!.data as StartOpened;
    await this.refuseTooExpensive(start, context);
    if (priceOf(start) > 0) {
      const hold = { userId, holdId, photoAssessmentId, ...(!areStored && { uploads: photoIds }) };
      const settledAt = new Date(this.clock().getTime() + SETTLED_MS[areStored ? 'request' : 'upload']);
      unit.writeWithEvents((session) => watchHold(session, hold, settledAt));
    }
    if (areStored) unit.guardAppend((session) => this.ownerPhotos.keepOwn(session, userId, photoIds));
    return { photoAssessmentId };
  }

  /** Abandons starts whose client is gone, because they block new starts and hold tokens until they expire. */
  private async giveUpLostStarts(userId: string, command: CommandContext, context: RequestContext): Promise<void> {
    const { state } = await this.commands.load(ownerStreams, userId);
    for (const photoAssessmentId of lostStarts(state, this.now())) {
      await this.abandonStart.run({ userId, photoAssessmentId, reason: 'expired' }, command, context);
    }
  }

  private async hold(start: StartOpened, command: CommandContext, context: RequestContext): Promise<number> {
    try {
      return await this.holds.place(holdOf(start), context);
    } catch (error) {
      // If the outcome is unknown, the start stays open: the repeated request asks for the same hold again.
      if (isRefusal(error)) {
        const { ownerId: userId, photoAssessmentId } = start;
        await this.abandonStart.run({ userId, photoAssessmentId, reason: 'hold-refused' }, command, context);
      }
      throw error;
    }
  }

  /**
   * Rejects a start, before it is recorded, if the owner cannot pay. If the tokens service does not answer, placing the
   * hold is the only check. If a duplicate of the request holds the tokens, its answer replaces the rejection.
   */
  private async refuseTooExpensive(start: StartOpened, context: RequestContext): Promise<void> {
    const request = { userId: start.ownerId as UserId };
    const options = { timeoutMs: LIMITS.balanceCheckMs };
    const asked = this.rpc.call(tokensRpc.getSpendable, request, withoutKey(context), options);
    const spendable = await asked.catch(() => undefined);
    if (spendable && spendable.tokens < priceOf(start)) {
      throw new DomainError('INSUFFICIENT_TOKENS', "You don't have enough tokens for this.");
    }
  }

  private balanceOf(ownerId: string, context: RequestContext) {
    return this.rpc.call(tokensRpc.getBalance, { userId: ownerId as UserId }, withoutKey(context), {
      timeoutMs: LIMITS.remoteCallMs,
    });
  }

  private now(): string {
    return this.clock().toISOString();
  }
}

function holdOf(start: StartOpened): WantedHold {
  const { ownerId: userId, holdId, expiresAt } = start;
  const legs = start.assessments
    .filter(({ amountTokens }) => amountTokens > 0)
    .map(({ assessmentId, amountTokens }) => ({ assessmentId, amountTokens }));
  return { userId, holdId, legs, expiresAt: later(expiresAt, LIMITS.holdGraceMs) };
}

/** @returns the ids of the photos that are still being assessed in their newest photo assessment */
async function assessedOf(
  unit: UnitOfWork,
  photoIds: readonly string[],
  { photoAssessmentsByPhoto }: OwnerState,
): Promise<string[]> {
  const photoAssessmentIds = new Set(photoIds.flatMap((photoId) => photoAssessmentsByPhoto[photoId] ?? []));
  const photoAssessments = await Promise.all(
    [...photoAssessmentIds].map((photoAssessmentId) => unit.load(photoAssessmentStreams, photoAssessmentId)),
  );
  const running = photoAssessments.flatMap(({ state }) =>
    state.status === 'started' ? state.assessments.filter(({ status }) => status === 'running') : [],
  );
  return photoIds.filter((id) => running.some(({ photoId }) => photoId === id));
}

const lostStarts = ({ openStarts }: OwnerState, at: string): string[] =>
  Object.keys(openStarts).filter(
    (photoAssessmentId) => later(openStarts[photoAssessmentId]!.reservedAt, LIMITS.startSettleMs) <= at,
  );

function withNumber({ metadata, idempotency }: CommandContext, number: number): CommandContext {
  if (!idempotency) return { metadata };
  return { metadata, idempotency: { ...idempotency, key: `${idempotency.key}#${number}` } };
}

/** A start that nobody confirmed in time. `expiresAt` is text with PostgreSQL's precision. */
interface LostStart {
  photoAssessmentId: string;
  ownerId: string;
  expiresAt: string;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Position before every lost start. */
export const BEFORE_LOST_STARTS: LostStart = { photoAssessmentId: NIL, ownerId: NIL, expiresAt: '-infinity' };

/** Unconfirmed starts whose deadline has passed at `now`, oldest first, beginning after `after`. */
export const listLostStarts = (
  session: SqlSession,
  now: Date,
  { after, limit }: { after: LostStart; limit: number },
): Promise<LostStart[]> =>
  session.query<LostStart>(
    `select photo_assessment_id as "photoAssessmentId", owner_id as "ownerId", expires_at::text as "expiresAt"
       from photo_assessment
      where status = 'opened' and expires_at <= $1::timestamptz
        and (expires_at, photo_assessment_id) > ($2::timestamptz, $3::uuid)
      order by expires_at, photo_assessment_id limit $4::int`,
    [now.toISOString(), after.expiresAt, after.photoAssessmentId, limit],
  );

interface AbandonRequest {
  userId: string;
  photoAssessmentId: string;
  reason: AbandonReason;
}
