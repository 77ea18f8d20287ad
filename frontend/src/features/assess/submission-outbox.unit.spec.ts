/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Submission, sendSubmission } from './submission-outbox';

const submission: Submission = { kind: 'photos', ownerId: 'owner', raterId: 'rater', ratings: [] };
const taken = { success: true, tokensEarned: 20, isRewarded: true, payableTokens: 0, tokenCount: 60 };
const tooFast = { success: false, code: 'TOO_FAST', message: 'Please look.', error: 'Please look.' };

let sentAt: number[];
let keys: string[];

function answering(...bodies: object[]): void {
  globalThis.fetch = (async (_url: string, { headers }: RequestInit) => {
    sentAt.push(Date.now());
    keys.push(String(new Headers(headers).get('idempotency-key')));
    const body = bodies[Math.min(sentAt.length, bodies.length) - 1]!;
    const isTaken = body === taken;
    const waits = new Map(isTaken ? [] : [['retry-after', '2']]);
    return { ok: isTaken, status: isTaken ? 201 : 409, headers: waits, json: async () => body };
  }) as unknown as typeof fetch;
}

beforeEach(() => {
  sentAt = [];
  keys = [];
  jest.useFakeTimers({ advanceTimers: false });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a submission sooner than the server takes one', () => {
  it('is sent again under its key after the time that the server names', async () => {
    answering(tooFast, taken);
    const sent = sendSubmission(submission, 'key');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await sent).toEqual(taken);
    expect(sentAt[1]! - sentAt[0]!).toBe(2_000);
    expect(keys).toEqual(['key', 'key']);
  });

  it('is given up for the outbox where the server never takes it', async () => {
    answering(tooFast);
    const sent = expect(sendSubmission(submission, 'key')).rejects.toMatchObject({ code: 'TOO_FAST' });
    await jest.advanceTimersByTimeAsync(10_000);
    await sent;
    expect(sentAt).toHaveLength(3);
  });
});
