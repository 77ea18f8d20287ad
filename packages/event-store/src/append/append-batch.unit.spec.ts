import { describe, expect, it } from '@jest/globals';
import { VersionConflictError } from '../kernel/errors.js';
import { type AppendAnswerRow, type AppendRequest, decodeBatch, encodeBatch, knownKey } from './append-batch.js';

const metadata = { correlationId: 'correlation-1' };

const newStream = { streamId: 'b', expectedVersion: 0, events: [{ type: 'Begun', data: {} }] };

function request(key: string, ...streamIds: string[]): AppendRequest {
  return {
    streams: streamIds.map((streamId) => ({
      streamId,
      expectedVersion: 2,
      events: [{ type: `Of ${streamId}`, data: {} }],
    })),
    metadata,
    idempotency: { key, fingerprint: 'fingerprint', answer: key },
  };
}

const row: AppendAnswerRow = {
  recorded_at_ms: 1_700_000_000_000,
  positions: null,
  known: null,
  stale: null,
  stale_versions: null,
};

describe('a batch of appends', () => {
  it('takes streams and keys in one order, whatever order they came in, so that two processes never deadlock', () => {
    const batches = [
      [request('y', 'b', 'd'), request('x', 'c', 'a')],
      [request('x', 'a', 'c'), request('y', 'd', 'b')],
    ].map((requests) => encodeBatch(requests).parameters);
    for (const parameters of batches) {
      expect([parameters[1], parameters[9], parameters[12]]).toEqual([
        '{"a","b","c","d"}',
        '{"a","b","c","d"}',
        '{"x","y"}',
      ]);
    }
  });

  it('gives each request its events, in its own order', () => {
    const batch = encodeBatch([request('y', 'b', 'd'), request('x', 'c', 'a')]);
    const decisions = decodeBatch(batch, { ...row, positions: '10,11,13,17' });
    const positionsOf = (decision: (typeof decisions)[number]) =>
      typeof decision === 'object' && 'events' in decision
        ? decision.events.map(({ streamId, globalPosition }) => [streamId, globalPosition])
        : [];
    expect(decisions.map(positionsOf)).toEqual([
      [
        ['b', 11n],
        ['d', 17n],
      ],
      [
        ['c', 13n],
        ['a', 10n],
      ],
    ]);
    expect(decisions[0]).toMatchObject({ events: [{ streamVersion: 3 }, {}] });
  });

  it('tells who was refused, and gives the positions to the others', () => {
    const batch = encodeBatch([request('x', 'a'), request('y', 'b', 'c'), request('z', 'd')]);
    const decisions = decodeBatch(batch, { ...row, positions: '5', known: [0], stale: [3], stale_versions: [7] });
    expect(decisions[0]).toBe(knownKey);
    expect(decisions[1]).toBeInstanceOf(VersionConflictError);
    expect(decisions[1]).toMatchObject({ streamId: 'c', expectedVersion: 2, actualVersion: 7 });
    expect(decisions[2]).toMatchObject({ outcome: 'appended', events: [{ streamId: 'd', globalPosition: 5n }] });
  });

  it('leaves new streams to the unique index, and tells by the others who was refused', () => {
    const batch = encodeBatch([{ streams: [newStream], metadata }, request('x', 'a', 'c')], false);
    expect(batch.parameters[9]).toBe('{"a","c"}');
    const decisions = decodeBatch(batch, { ...row, positions: '5', stale: [2], stale_versions: [7] });
    expect(decisions[0]).toMatchObject({ events: [{ streamId: 'b', streamVersion: 1, globalPosition: 5n }] });
    expect(decisions[1]).toMatchObject({ streamId: 'c', expectedVersion: 2, actualVersion: 7 });
  });
});
