import { describe, expect, it } from '@jest/globals';
import { validFeedback } from './feedback.js';

describe('feedback', () => {
  it('may have a thousand words and no more', () => {
    expect(validFeedback(' a\n'.repeat(1000))).toHaveLength(2998);
    expect(() => validFeedback('a '.repeat(1001))).toThrow('Feedback cannot exceed 1000 words.');
  });

  it.each(['', '  \n '])('is not %j', (typed) => {
    expect(() => validFeedback(typed)).toThrow('Please enter some feedback.');
  });

  it('holds no characters that cannot be shown', () => {
    expect(() => validFeedback('fine\u0000')).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  it('is bounded also without spaces', () => {
    expect(validFeedback('x'.repeat(20_000))).toHaveLength(20_000);
    expect(() => validFeedback('x'.repeat(20_001))).toThrow('Feedback cannot exceed 1000 words.');
  });
});
