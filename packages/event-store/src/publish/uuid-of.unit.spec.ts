import { describe, expect, it } from '@jest/globals';
import { uuidOf } from './stream-marks.js';

describe('the id made of a text', () => {
  it('is a UUID of version 5, the same for the same text and another for another', () => {
    expect(uuidOf('reward:1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuidOf('reward:1')).toBe(uuidOf('reward:1'));
    expect(uuidOf('reward:1')).not.toBe(uuidOf('reward:2'));
  });
});
