import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStreamParser, readEventStream, type StreamedEvent } from './live-connection';

describe('the event stream parser', () => {
  it('reads an event with its name', () => {
    expect(new EventStreamParser().push('event: balance\ndata: {"tokenCount":5}\n\n')).toEqual([
      { name: 'balance', data: '{"tokenCount":5}' },
    ]);
  });

  it('waits for the rest of an event that is cut in two', () => {
    const parser = new EventStreamParser();
    expect(parser.push('event: rating\nda')).toEqual([]);
    expect(parser.push('ta: {}\n\n')).toEqual([{ name: 'rating', data: '{}' }]);
  });

  it('skips comments that only keep the line open', () => {
    expect(new EventStreamParser().push(': ping\n\ndata: 1\n\n')).toEqual([{ name: 'message', data: '1' }]);
  });

  it('joins several data lines', () => {
    expect(new EventStreamParser().push('data: a\r\ndata: b\r\n\r\n')).toEqual([{ name: 'message', data: 'a\nb' }]);
  });
});

describe('a stream of events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is given up once it says nothing for longer than it would while it lives', async () => {
    const events: StreamedEvent[] = [];
    let line: ReadableStreamDefaultController<Uint8Array>;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        line = controller;
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const reading = readEventStream(body as never, (event) => events.push(event));
    const say = (text: string) => line.enqueue(new TextEncoder().encode(text));
    for (const text of ['event: rating\ndata: 1\n\n', ': still here\n\n', ': still here\n\n']) {
      say(text);
      await jest.advanceTimersByTimeAsync(20_000);
    }
    expect(cancelled).toBe(false);
    await jest.advanceTimersByTimeAsync(30_000);
    await reading;
    expect(cancelled).toBe(true);
    expect(events).toEqual([{ name: 'rating', data: '1' }]);
  });
});
