import { describe, expect, it } from '@jest/globals';
import { newEventId } from './event.js';

describe('an event id', () => {
  it('is a uuid of version 7', () => {
    for (let count = 0; count < 1000; count++) {
      expect(newEventId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('carries the time, and differs at the same time', () => {
    const ids = Array.from({ length: 1000 }, () => newEventId(0x0123_4567_89ab));
    expect(ids[0]!.startsWith('01234567-89ab-7')).toBe(true);
    expect(new Set(ids).size).toBe(1000);
  });
});
