import { describe, expect, it } from '@jest/globals';
import { afterCursor, pageOf } from './paging.js';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const rowsOf = (submissions: number[], photos = 2) =>
  submissions.flatMap((number) =>
    Array.from({ length: photos }, () => ({
      acceptedAt: new Date(Date.UTC(2026, 2, 1, 10, number)),
      submissionId: idOf(number),
    })),
  );

describe('a page of ratings', () => {
  it('ends with a whole submission and says where the next goes on', () => {
    const { shown, nextCursor } = pageOf(rowsOf([9, 8]), 3);
    expect(shown).toHaveLength(2);
    expect(afterCursor({ cursor: nextCursor! })).toEqual({
      $or: [
        { acceptedAt: { $lt: new Date(Date.UTC(2026, 2, 1, 10, 9)) } },
        { acceptedAt: new Date(Date.UTC(2026, 2, 1, 10, 9)), submissionId: { $lt: idOf(9) } },
      ],
    });
  });

  it('goes on even where one submission is more than a page, and ends', () => {
    expect(pageOf(rowsOf([9], 3), 2).shown).toHaveLength(3);
    expect(pageOf(rowsOf([9, 8]), 4)).toEqual({ shown: rowsOf([9, 8]), nextCursor: null });
    expect(afterCursor({})).toEqual({});
  });

  it('refuses what is no cursor', () => {
    expect(() => afterCursor({ cursor: 'later' })).toThrow('This is not a cursor of this list.');
  });
});
