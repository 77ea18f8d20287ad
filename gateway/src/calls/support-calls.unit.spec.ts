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
  const call = async ({ subject }: { subject: string }, { tokens }: { tokens?: number | null }) => {
    asked.push(tokens === null ? `${subject} null` : subject);
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
  const reserve = 'rpc.identity.reserveFeedbackAnswer';
  const [grant, answer] = ['rpc.tokens.grant', 'rpc.identity.answerFeedback'];

  it('is reserved before its tokens are given, and a repeat gives none', async () => {
    expect(await answered()).toEqual({ asked: [reserve, grant, answer], error: undefined });
    expect(await answered({ given: {} })).toEqual({ asked: [reserve, answer], error: undefined });
  });

  it('is refused as the ledger refuses its tokens, which ends the reservation', async () => {
    const refusal = new RemoteError('FORBIDDEN', 'too many');
    expect(await answered({ refusal })).toEqual({ asked: [reserve, grant, `${reserve} null`], error: refusal });
  });

  it('stays reserved if nobody knows whether its tokens were given', async () => {
    const refusal = new RemoteError('UNAVAILABLE', 'away');
    expect(await answered({ refusal })).toEqual({ asked: [reserve, grant], error: refusal });
  });
});
