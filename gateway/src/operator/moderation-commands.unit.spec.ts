import { describe, expect, it } from '@jest/globals';
import { faultOfRelease, faultOfSpan } from './moderation-commands.js';

describe('the span of a transparency report', () => {
  it.each([
    [{}, 'Give --from, a day such as 2026-11-01.'],
    [{ from: '2026-11-01' }, 'Give --to, a day such as 2026-11-01.'],
    [{ from: '2026-02-30', to: '2026-03-01' }, '--from 2026-02-30 is not a day: write it as 2026-11-01.'],
    [{ from: '2026-11-01', to: '1 December' }, '--to 1 December is not a day: write it as 2026-11-01.'],
    [
      { from: '2026-11-01', to: '2026-11-01' },
      '--to 2026-11-01 must be later than --from 2026-11-01: the report ends before that day.',
    ],
  ])('of %j is refused with its reason', (span, fault) => expect(faultOfSpan(span)).toBe(fault));

  it('is right from a day to a later one', () =>
    expect(faultOfSpan({ from: '2026-11-01', to: '2026-12-01' })).toBeUndefined());
});

describe('the release of a legal hold', () => {
  const subject = '0198c9a0-5f6b-7c11-9d8e-2f1a3b4c5d6e';

  it('needs a case and a reason', () => {
    expect(faultOfRelease({ subject, options: { reason: 'The authority has closed its case.' } })).toBeUndefined();
    expect(faultOfRelease({ subject: undefined, options: { reason: 'x' } })).toMatch("case's id");
    expect(faultOfRelease({ subject: '../photos', options: { reason: 'x' } })).toMatch("case's id");
    for (const options of [{}, { reason: ' ' }]) expect(faultOfRelease({ subject, options })).toMatch('--reason');
  });
});
