import { describe, expect, it } from '@jest/globals';
import { type AppendRequest, assertAppendable, type StreamAppend } from './append-batch.js';

const metadata = { correlationId: 'correlation-1' };

const stream = (streamId: string, expectedVersion = 0): StreamAppend => ({
  streamId,
  expectedVersion,
  events: [{ type: 'ThingHappened', data: {} }],
});

const idempotency = { key: 'key-1', fingerprint: 'fingerprint-1', answer: {} };
const withStreams = (...streams: StreamAppend[]): AppendRequest => ({ streams, metadata });

describe('a request to append', () => {
  it.each([
    ['of one new stream', withStreams(stream('a'))],
    ['of an existing stream', withStreams(stream('a', 7))],
    ['of several streams', withStreams(stream('a'), stream('b', 1), stream('c'))],
    ['of an answer without events', { streams: [], metadata, idempotency }],
  ])('%s is accepted', (_, request) => expect(() => assertAppendable(request)).not.toThrow());

  it.each([
    ['without streams and answer', withStreams(), 'nothing to append'],
    ['with a stream without events', withStreams({ ...stream('a'), events: [] }), 'no events for stream a'],
    ['with a negative version', withStreams(stream('a', -1)), 'expected version -1 of stream a is no version'],
    ['with a fraction as version', withStreams(stream('a', 0.5)), 'expected version 0.5 of stream a is no version'],
    ['with its first two streams alike', withStreams(stream('a'), stream('a')), 'stream a is named twice'],
    ['with its first and last alike', withStreams(stream('a'), stream('b'), stream('a')), 'stream a is named twice'],
    ['with its last two alike', withStreams(stream('a'), stream('b'), stream('b')), 'stream b is named twice'],
  ])('%s is refused', (_, request, message) => {
    expect(() => assertAppendable(request)).toThrow(new RangeError(message));
  });
});
