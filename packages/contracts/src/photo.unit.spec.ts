import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { CommentChoice, CommentChoices, CommentTriple, CommentTriples } from './photo.js';

const values: unknown[] = [
  [],
  [[1, 1]],
  [[99, 999]],
  [[1, 1, 1]],
  [[99, 999, 20]],
  [[0, 1]],
  [[1, 0]],
  [[100, 1]],
  [[1, 1_000]],
  [[1, 1, 21]],
  [[1, 1, 0]],
  [[1.5, 1]],
  [['1', 1]],
  [[1, Number.NaN]],
  [[1]],
  [[1, 1, 1, 1]],
  [null],
  [{ 0: 1, 1: 1, length: 2 }],
  null,
  undefined,
  'text',
  { length: 0 },
];

describe.each([
  { name: 'CommentChoices', quick: CommentChoices, thorough: z.array(CommentChoice) },
  { name: 'CommentTriples', quick: CommentTriples, thorough: z.array(CommentTriple) },
])('$name', ({ quick, thorough }) => {
  it.each(values.map((value) => ({ value })))('accepts $value if the schema of a single comment does', ({ value }) => {
    expect(quick.safeParse(value).success).toBe(thorough.safeParse(value).success);
  });

  it('accepts a list after a wrong comment no more than the schema does', () => {
    expect(
      quick.safeParse([
        [1, 1, 1],
        [0, 1, 1],
      ]).success,
    ).toBe(false);
  });
});
