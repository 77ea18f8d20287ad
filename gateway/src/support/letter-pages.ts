import type { PutAsideLetter } from '@candid/contracts';
import { z } from 'zod';
import { RefusalError } from '../errors/refusal.js';

export interface LetterPlace {
  failedAt: string;
  letterId: string;
}

const Place = z.object({ failedAt: z.iso.datetime(), letterId: z.string().regex(/^[\x21-\x7e]{1,400}$/) });

/** The newest of what the services have answered, each in its order, and where to go on. */
export function newestLetters(
  letters: readonly PutAsideLetter[],
  limit: number,
): { letters: PutAsideLetter[]; nextCursor: string | null } {
  const page = [...letters].sort(newestFirst).slice(0, limit);
  return { letters: page, nextCursor: letters.length > limit ? cursorOf(page.at(-1)!) : null };
}

/** @throws RefusalError `VALIDATION_FAILED` for anything that `newestLetters` did not make */
export function placeOf(cursor: string): LetterPlace {
  const [failedAt, ...letterId] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const place = Place.safeParse({ failedAt, letterId: letterId.join(' ') });
  if (place.success) return place.data;
  const message = 'This is not a cursor of this list.';
  throw new RefusalError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

const cursorOf = ({ failedAt, letterId }: LetterPlace): string =>
  Buffer.from(`${failedAt} ${letterId}`).toString('base64url');

/** By code units, as the services compare them. */
function newestFirst(one: PutAsideLetter, other: PutAsideLetter): number {
  if (one.failedAt !== other.failedAt) return one.failedAt < other.failedAt ? 1 : -1;
  return one.letterId < other.letterId ? 1 : -1;
}
