import { describe, expect, it } from '@jest/globals';
import { faultOfRelease } from './moderation-arguments.mjs';

describe('the release of a legal hold', () => {
  const caseId = '0198c9a0-5f6b-7c11-9d8e-2f1a3b4c5d6e';

  it('needs a case and a reason', () => {
    expect(faultOfRelease({ caseId, reason: 'The authority has closed its case.' })).toBeUndefined();
    expect(faultOfRelease({ caseId: undefined, reason: 'x' })).toMatch("case's id");
    expect(faultOfRelease({ caseId: '../photos', reason: 'x' })).toMatch("case's id");
    for (const reason of [undefined, ' ']) expect(faultOfRelease({ caseId, reason })).toMatch('--reason');
  });
});
