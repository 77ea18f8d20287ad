import { randomUUID } from 'node:crypto';
import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import type { Services } from '../kernel/services.js';
import { supportCalls } from './support-calls.js';

const feedbackId = randomUUID();
const userId = randomUUID();

interface Situation {
  /** The answer that the message has before the call. */
  given?: object;
  refusal?: RemoteError;
}

/** Answers the message with five tokens. Returns the subjects of the calls and the error. */
async function answered({ given, refusal }: Situation = {}) {
  const asked: string[] = [];
  const entry = { feedbackId, userId, answer: given ?? null };
  const call = async ({ subject }: { subject: string }) => {
    asked.push(subject);
    if (subject === 'rpc.tokens.grant' && refusal) throw refusal;
    return { entry };
  };
  const services = { call, callsFor: () => call } as unknown as Services;
  const context = { requestId: 'request', roles: ['user', 'support'], userId: randomUUID() };
  const input = { params: { feedbackId }, body: { text: 'Hello.', tokens: 5 }, query: {}, context };
  const { answer } = supportCalls.find(({ route }) => route.id === 'answerFeedback')!;
  const error = await answer(services, input as never).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { asked, error };
}

describe('an answer with tokens', () => {
  it('is given after its tokens, and a repeat gives none', async () => {
    const [read, grant, answer] = ['rpc.identity.getFeedback', 'rpc.tokens.grant', 'rpc.identity.answerFeedback'];
    expect(await answered()).toEqual({ asked: [read, grant, answer], error: undefined });
    expect(await answered({ given: {} })).toEqual({ asked: [read, answer], error: undefined });
  });

  it('is refused in words for support if another number of tokens was given', async () => {
    const refusal = new RemoteError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another transfer.');
    const { asked, error } = await answered({ refusal });
    expect(asked).not.toContain('rpc.identity.answerFeedback');
    expect(error).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/^For this message, another/) });
  });

  it('is refused as the ledger refuses its tokens', async () => {
    const refusal = new RemoteError('FORBIDDEN', 'too many');
    expect((await answered({ refusal })).error).toBe(refusal);
  });
});
