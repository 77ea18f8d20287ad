import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { decodeCursor, encodeCursor } from './paging.js';

const id = randomUUID();
const written = (text: string): string => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('is read as it was written, to the microsecond', () => {
    const place = { at: '2026-11-21T03:59:06.800431Z', id };
    expect(decodeCursor(encodeCursor(place))).toEqual(place);
  });

  it.each([
    'x',
    '',
    written(`2026-02-31T03:59:06.800431Z ${id}`),
    written(`0000-01-01T00:00:00.000000Z ${id}`),
    written(`2026-11-21T24:00:00.000001Z ${id}`),
    written(`infinity ${id}`),
    written(`2026-11-21T03:59:06.800431Z ${id} more`),
    written("2026-11-21T03:59:06.800431Z ' or true"),
  ])('is refused where nobody wrote it, %#', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
