import type { ListedDeadLetter } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { newestLetters, placeOf } from './merged-answers.js';

const letter = (letterId: string, second: number): ListedDeadLetter => ({
  letterId,
  service: letterId.split('.')[0]!,
  subject: 'photos.Moved.v1',
  handler: 'move',
  reason: 'Error: no',
  attempts: 8,
  failedAt: `2026-01-01T00:00:0${second}.000Z`,
  eventId: null,
});

describe('letters of all services', () => {
  const letters = [letter('photos.1', 1), letter('tokens.work.a', 2), letter('identity.7', 2), letter('tokens.3', 2)];

  it('are one list, newest first', () => {
    const { letters: page, nextCursor } = newestLetters(letters, 3);
    expect(page.map(({ letterId }) => letterId)).toEqual(['tokens.work.a', 'tokens.3', 'identity.7']);
    expect(placeOf(nextCursor!)).toEqual({ failedAt: letters[2]!.failedAt, letterId: 'identity.7' });
    expect(newestLetters(letters, 4).nextCursor).toBeNull();
  });

  it.each(
    ['', 'x', 'yesterday tokens.1', '2026-01-01T00:00:00.000Z tokens.\u0000'].map((text) =>
      Buffer.from(text).toString('base64url'),
    ),
  )('do not go on from %j', (cursor) => {
    expect(() => placeOf(cursor)).toThrow('This is not a cursor of this list.');
  });
});
