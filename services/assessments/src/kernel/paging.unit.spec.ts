import { describe, expect, it } from '@jest/globals';
import { cutSubmissions, placeAfter } from './paging.js';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const rowsOf = (submissions: number[], photos = 2) =>
  submissions.flatMap((number) =>
    Array.from({ length: photos }, () => ({
      exact_at: `2026-03-01T10:0${number}:00.000001Z`,
      submissionId: idOf(number),
    })),
  );

describe('a page of ratings', () => {
  it('ends with a whole submission and says where the next goes on', () => {
    const { shown, nextCursor } = cutSubmissions(rowsOf([9, 8]), 3);
    expect(shown).toHaveLength(2);
    expect(placeAfter(nextCursor!)).toEqual(['2026-03-01T10:09:00.000001Z', idOf(9)]);
  });

  it('goes on even where one submission is more than a page, and ends', () => {
    expect(cutSubmissions(rowsOf([9], 3), 2).shown).toHaveLength(3);
    expect(cutSubmissions(rowsOf([9, 8]), 4)).toEqual({ shown: rowsOf([9, 8]), nextCursor: null });
    expect(placeAfter(undefined)).toEqual([null, null]);
  });

  it('refuses what is no cursor', () => {
    expect(() => placeAfter('later')).toThrow('This is not a cursor of this list.');
  });
});
