import { describe, expect, it } from '@jest/globals';
import { reasonProblem, tokensProblem } from './form-rules';

describe('a correction', () => {
  it.each(['1', '15', '100000'])('takes %s tokens', (tokens) => expect(tokensProblem(tokens)).toBe(true));

  it.each(['', '0', '-5', '1.5', '100001', 'ten', '1e3'])('does not take "%s"', (tokens) =>
    expect(tokensProblem(tokens)).toBe('A whole number from 1 to 100,000, please.'),
  );

  it('wants a reason that says something', () => {
    expect(reasonProblem('counted twice')).toBe(true);
    expect(reasonProblem('   ')).not.toBe(true);
    expect(reasonProblem('x'.repeat(501))).not.toBe(true);
  });
});
