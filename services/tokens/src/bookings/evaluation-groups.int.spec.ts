import { randomUUID } from 'node:crypto';
import { PRODUCT, profileAssessmentsEvents, tokensRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

const { ProfileRoundStarted, ProfileRatingAccepted, ProfileRoundExtended, ProfileRoundShrunk, ProfileRoundEnded } =
  profileAssessmentsEvents;
const now = (): string => new Date().toISOString();

describe('what is told of profile assessments', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    await tokens.startWorker();
  });
  afterAll(async () => {
    await tokens.stop();
  });

  async function hold(userId: UserId, assessmentId: string, amountTokens: number): Promise<string> {
    const holdId = randomUUID();
    const expiresAt = new Date(Date.now() + PRODUCT.holdMs).toISOString();
    const request = { userId, holdId, legs: [{ assessmentId, amountTokens }], expiresAt } as never;
    await tokens.rpc.call(tokensRpc.placeHold, request, tokens.context(userId));
    return holdId;
  }

  /** A run of four evaluators that was extended by two, evaluated once, lowered by one and then ended. */
  async function run() {
    const [userId, assessorId] = [await tokens.newUser(), await tokens.newUser()];
    const assessmentId = randomUUID();
    const of = { profileAssessmentId: randomUUID(), assessmentId, userId };
    const [first, more] = [await hold(userId, assessmentId, 20), await hold(userId, assessmentId, 10)];
    const tell = [
      [ProfileRoundStarted, { ...of, holdId: first, testLimit: 4, amountTokens: 20, startedAt: now() }],
      [
        ProfileRoundExtended,
        { ...of, holdId: more, additionalAssessors: 2, testLimit: 6, amountTokens: 10, extendedAt: now() },
      ],
      [
        ProfileRatingAccepted,
        {
          ...of,
          submissionId: randomUUID(),
          assessorId,
          comments: [[51, 101, 12]],
          consumedTokens: 5,
          rewardTokens: 15,
          acceptedAt: now(),
        },
      ],
      [
        ProfileRoundShrunk,
        { ...of, refundId: randomUUID(), removedAssessors: 1, testLimit: 5, refundTokens: 5, shrunkAt: now() },
      ],
      [ProfileRoundEnded, { ...of, refundTokens: 20, endedAt: now() }],
    ] as const;
    return { userId, assessorId, assessmentId, tell };
  }

  it.each([
    ['in their order', (events: readonly unknown[]) => [...events]],
    ['in the reverse order', (events: readonly unknown[]) => events.toReversed()],
  ])('books all of it once, told twice %s', async (_, inOrder) => {
    const { userId, assessorId, assessmentId, tell } = await run();
    for (const [type, data] of inOrder(tell) as unknown as typeof tell) {
      const event = await tokens.publish(type, data as never);
      await tokens.deliver(type, event);
    }
    await eventually(async () => {
      expect(await tokens.balance(userId)).toEqual({ posted: 35, held: 0, available: 35 });
      expect(await tokens.escrow(assessmentId)).toBe(0);
      expect((await tokens.balance(assessorId)).available).toBe(55);
    });
    expect(await tokens.transfersOf(`refund:${assessmentId}`)).toBe(1);
  });

  it('leaves the ledger whole', async () => {
    expect(await tokens.faults()).toEqual([]);
  });
});
