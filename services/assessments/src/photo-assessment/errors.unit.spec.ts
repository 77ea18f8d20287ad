import { describe, expect, it } from '@jest/globals';
import { alreadyRated, assessmentUnknown, belowPromised, belowRated, gravestOf, invalid, tooFast } from './errors.js';

const issue = (field: string) => ({ field, message: `about ${field}` });

describe('the refusals of several photo assessments', () => {
  it('have the gravest code, with the details of every refusal with that code', () => {
    const refusals = [invalid([issue('a')]), alreadyRated([issue('b')]), tooFast(1), alreadyRated([issue('c')])];
    expect(gravestOf(refusals)).toMatchObject({
      code: 'ALREADY_RATED',
      message: 'You have already assessed these photos.',
      details: [issue('b'), issue('c')],
    });
    expect(gravestOf([invalid([issue('a')]), tooFast(1)])).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [issue('a')],
    });
  });

  it('have no details if the gravest has none', () => {
    const gravest = gravestOf([alreadyRated([issue('b')]), assessmentUnknown()]);
    expect(gravest.code).toBe('NOT_FOUND');
    expect(gravest.details).toBeUndefined();
  });

  it('are a single wait if all are too fast', () => {
    expect(gravestOf([tooFast(2_000), tooFast(1_000)]).details).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('says the first thing to correct', () => {
    expect(invalid([issue('first'), issue('second')]).message).toBe('about first');
  });

  it('names whole seconds to wait, rounded up', () => {
    const seconds = (waitMs: number) => tooFast(waitMs).details?.[0]?.message;
    expect([1, 1_000, 1_001, 2_000].map(seconds)).toEqual(['1', '1', '2', '2']);
  });

  it('counts ratings and assessors', () => {
    expect([1, 2].map((rated) => belowRated(rated).message)).toEqual([
      'This photo has 1 rating in this assessment already.',
      'This photo has 2 ratings in this assessment already.',
    ]);
    expect([1, 2].map((assessors) => belowPromised(assessors, 'photo').message)).toEqual([
      'Somebody is assessing this photo right now. Please try again in a few minutes.',
      '2 people are assessing this photo right now. Please try again in a few minutes.',
    ]);
  });
});
