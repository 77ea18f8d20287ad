import { describe, expect, it } from '@jest/globals';
import { etagOf, isKnown } from './answers.js';

describe('validators', () => {
  it('give equal bytes one tag, and others another', () => {
    expect(etagOf('{"a":1}')).toBe(etagOf(Buffer.from('{"a":1}')));
    expect(etagOf('{"a":1}')).not.toBe(etagOf('{"a":2}'));
    expect(etagOf('')).toMatch(/^"[\w-]{27}"$/);
  });

  it.each([
    [undefined, false],
    ['"other"', false],
    ['"known"', true],
    ['W/"known"', true],
    ['"other", W/"known"', true],
    ['*', true],
    ['known', false],
  ])('find %s to be known: %s', (ifNoneMatch, known) => {
    expect(isKnown(ifNoneMatch, '"known"')).toBe(known);
  });
});
