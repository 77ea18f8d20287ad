import { describe, expect, it } from '@jest/globals';
import type { TransferTrace } from '../api/transfer';
import { chainSteps, linkedTransfers } from './chain-steps';

const own = '6d985fce-f883-4949-a4c9-3efac66e5520';
const other = '0b0c2a36-2f0f-4d3e-9a55-7a7b6a3f9a01';
const person = '9f0c2a36-2f0f-4d3e-9a55-7a7b6a3f9a02';

const event = (eventId: string, at: string, type: string, streamId: string) => ({
  ...{ eventId, at, type, streamId, service: 'tokens', correlationId: 'request', causeEventId: null },
});

const trace = {
  transfer: { transferId: own },
  correlatedRequests: [{ requestId: 'request', at: '2026-11-21T10:00:02Z', actor: person, traceparent: null }],
  correlatedEvents: [
    event('c', '2026-11-21T10:00:03Z', 'TransferPosted', `transfer-${own}`),
    event('a', '2026-11-21T10:00:01Z', 'TestStarted', 'test-1'),
    event('b', '2026-11-21T10:00:02Z', 'TransferPosted', `transfer-${other}`),
    event('d', '2026-11-21T10:00:04Z', 'TransferPosted', `transfer-${other}`),
  ],
} as unknown as TransferTrace;

describe('the chain of a transfer', () => {
  it('goes from the request on in order of time, whatever was told first', () => {
    expect(chainSteps(trace).map(({ kind, id }) => [kind, id])).toEqual([
      ['request', 'request'],
      ['event', 'a'],
      ['transfer', 'b'],
      ['transfer', 'c'],
      ['transfer', 'd'],
    ]);
  });

  it('leads to whoever asked and to the other transfers, and marks its own', () => {
    const [request, started, linked, booked] = chainSteps(trace);
    expect(request?.to).toBe(`/support/accounts/${person}`);
    expect(started).toMatchObject({ title: 'Test started', to: null, isOwn: false });
    expect(linked).toMatchObject({ to: `/support/transfers/${other}`, isOwn: false });
    expect(booked?.isOwn).toBe(true);
    expect(linkedTransfers(trace)).toEqual([other]);
  });
});
