import { describe, expect, it } from '@jest/globals';
import { EventStreamParser } from './event-stream';

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
