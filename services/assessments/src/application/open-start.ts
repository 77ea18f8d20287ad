import { type AssessmentSettings, PRODUCT, type RequestContext, tokensRpc, type UserId } from '@candid/contracts';
import { DomainError, EventStore } from '@candid/event-store';
import { RemoteError, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { LIMITS } from '../config.js';
import { isFirstStart } from '../domain/owner/decide.js';
import type { OwnerState } from '../domain/owner/state.js';
import type { StartOpened } from '../domain/test/events.js';
import { later } from '../domain/test/places.js';
import { heldPerPhotoTokens } from '../domain/test/start.js';
import { AbandonStart } from './abandon-start.js';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { withoutKey } from './remote-context.js';
import { appendOf, identified, Streams } from './streams.js';

const remoteCall = { timeoutMs: LIMITS.remoteCallMs };

export interface OpenStartRequest {
  userId: string;
  photoCount: number;
  /** A photo that is there already; without it the photos are still to be uploaded, under ids made here. */
  photoId?: string;
  settings: AssessmentSettings;
}

export interface OpenedStart {
  testId: string;
  photoIds: string[];
  remainingTokens: number;
}

/**
 * Records the start with its ids and its hold, then has the tokens held. A crash in between leaves a start that the
 * request's repeat takes up, or the sweep gives up; nothing is held that is not recorded.
 */
@Injectable()
export class OpenStart {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(AbandonStart) private readonly abandonStart: AbandonStart,
  ) {}

  async run(request: OpenStartRequest, command: CommandContext, context: RequestContext): Promise<OpenedStart> {
    const { start, isConfirmed } = await this.streams.inTurn(`starts of ${request.userId}`, () =>
      this.open(request, command, context),
    );
    const remainingTokens = isConfirmed ? await this.balance(start, context) : await this.hold(start, command, context);
    return { testId: start.testId, photoIds: start.assessments.map(({ photoId }) => photoId), remainingTokens };
  }

  /** The repeat of a request takes up its start; where that was given up, it opens another under the key's next number. */
  private async open(request: OpenStartRequest, command: CommandContext, context: RequestContext) {
    for (let number = 1; number <= LIMITS.startsPerKey; number++) {
      const numbered = withNumber(command, number);
      const known = await firstAnswer<{ testId: string }>(this.store, numbered.idempotency);
      const testId = known?.testId ?? (await this.openNew(request, numbered, context));
      const { state } = await this.streams.loadTest(testId);
      if (state.status === 'started') return { start: await this.startOf(testId), isConfirmed: true };
      if (state.status === 'opened') {
        if (this.streams.now() < state.start.expiresAt) return { start: state.start, isConfirmed: false };
        await this.abandonStart.run({ userId: request.userId, testId, reason: 'expired' }, numbered, context);
      }
    }
    throw new DomainError('CONFLICT', 'This start was given up. Please start again.');
  }

  private async openNew(request: OpenStartRequest, command: CommandContext, context: RequestContext) {
    const { userId, photoCount, photoId, settings } = request;
    await this.giveUpLostStarts(userId, command, context);
    const at = this.streams.now();
    const owner = await this.streams.loadOwner(userId);
    const [testId, holdId] = [uuidv7(), uuidv7()];
    const photoIds = photoId === undefined ? Array.from({ length: photoCount }, () => uuidv7()) : [photoId];
    const assessments = photoIds.map((id) => ({ assessmentId: uuidv7(), photoId: id }));
    const reserve = { ownerId: userId, testId, at };
    const ownerEvents = deciders.owner.decide(
      photoId === undefined
        ? { type: 'ReserveStart', ...reserve, photoIds }
        : {
            type: 'ReservePhotoStart',
            ...reserve,
            photoId,
            isBeingAssessed: await this.isBeingAssessed(photoId, owner.state),
          },
      owner.state,
    );
    const test = await this.streams.loadTest(testId);
    const isFirstAssessment = isFirstStart(owner.state);
    const testEvents = deciders.test.decide(
      { type: 'OpenStart', testId, ownerId: userId, holdId, isFirstAssessment, settings, assessments, at },
      test.state,
    );
    const appends = [...appendOf(test, identified(testEvents)), ...appendOf(owner, identified(ownerEvents))];
    const outcome = await this.streams.append(appends, command, { testId });
    return outcome.outcome === 'replayed' ? (outcome.answer as { testId: string }).testId : testId;
  }

  private async isBeingAssessed(photoId: string, { testsByPhoto }: OwnerState): Promise<boolean> {
    const testId = testsByPhoto[photoId];
    if (testId === undefined) return false;
    const { state } = await this.streams.loadTest(testId);
    return (
      state.status === 'started' &&
      state.assessments.some((assessment) => assessment.photoId === photoId && assessment.status === 'running')
    );
  }

  /** A start whose client is gone would keep its owner from starting, and its tokens held, for the rest of its 15 minutes. */
  private async giveUpLostStarts(userId: string, command: CommandContext, context: RequestContext): Promise<void> {
    const { state } = await this.streams.loadOwner(userId);
    for (const testId of lostStarts(state, this.streams.now())) {
      await this.abandonStart.run({ userId, testId, reason: 'expired' }, command, context);
    }
  }

  private async hold(start: StartOpened, command: CommandContext, context: RequestContext): Promise<number> {
    try {
      const { available } = await this.rpc.call(tokensRpc.placeHold, holdOf(start), withoutKey(context), remoteCall);
      return available;
    } catch (error) {
      // After an unknown outcome the start stays open: the repeat asks for the same hold again.
      if (error instanceof RemoteError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL') {
        const { ownerId: userId, testId } = start;
        await this.abandonStart.run({ userId, testId, reason: 'hold-refused' }, command, context);
      }
      throw error;
    }
  }

  private async balance({ ownerId }: StartOpened, context: RequestContext): Promise<number> {
    const { available } = await this.rpc.call(
      tokensRpc.getBalance,
      { userId: ownerId as UserId },
      withoutKey(context),
      remoteCall,
    );
    return available;
  }

  private async startOf(testId: string): Promise<StartOpened> {
    const { events } = await this.streams.loadTest(testId);
    return events[0]!.data as StartOpened;
  }
}

type Hold = z.input<typeof tokensRpc.placeHold.request>;

function holdOf(start: StartOpened): Hold {
  const amountTokens = heldPerPhotoTokens(start, PRODUCT);
  return {
    userId: start.ownerId as Hold['userId'],
    holdId: start.holdId as Hold['holdId'],
    legs: start.assessments.map(({ assessmentId }) => ({ assessmentId, amountTokens })) as Hold['legs'],
    expiresAt: later(start.expiresAt, LIMITS.holdGraceMs),
  };
}

const lostStarts = ({ openStarts }: OwnerState, at: string): string[] =>
  Object.keys(openStarts).filter((testId) => later(openStarts[testId]!.reservedAt, LIMITS.startSettleMs) <= at);

function withNumber({ metadata, idempotency }: CommandContext, number: number): CommandContext {
  if (!idempotency) return { metadata };
  return { metadata, idempotency: { ...idempotency, key: `${idempotency.key}#${number}` } };
}
