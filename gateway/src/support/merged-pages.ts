import {
  type AuditEntry,
  type ListedDeadLetter,
  newestActsFirst,
  ROUTES,
  STATUS_OF_CODE,
  type SupportActEntry,
  SupportActPlace,
} from '@candid/contracts';
import { z } from 'zod';
import { RefusalError } from '../errors/refusals.js';

const LetterPlace = z.object({ failedAt: z.iso.datetime(), letterId: z.string().regex(/^[\x21-\x7e]{1,400}$/) });
export type LetterPlace = z.output<typeof LetterPlace>;

/** The newest acts of what the services have answered, each in its order, and where to go on. */
export function auditPage(told: readonly SupportActEntry[], limit: number) {
  const page = newestActsFirst(told).slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(entryOf),
    nextCursor: last && told.length > limit ? cursorOf(last.at, last.entryId) : null,
  };
}

/** @throws RefusalError `VALIDATION_FAILED` for anything that `auditPage` did not make */
export function auditPlaceOf(cursor: string): SupportActPlace {
  const [at, entryId] = partsOf(cursor);
  return placeIn(SupportActPlace, { at, entryId });
}

/** The newest letters of what the services have answered, each in its order, and where to go on. */
export function newestLetters(letters: readonly ListedDeadLetter[], limit: number) {
  const page = [...letters].sort(newestFirst).slice(0, limit);
  const last = page.at(-1);
  return { letters: page, nextCursor: last && letters.length > limit ? cursorOf(last.failedAt, last.letterId) : null };
}

/** @throws RefusalError `VALIDATION_FAILED` for anything that `newestLetters` did not make */
export function placeOf(cursor: string): LetterPlace {
  const [failedAt, letterId] = partsOf(cursor);
  return placeIn(LetterPlace, { failedAt, letterId });
}

const cursorOf = (time: string, id: string): string => Buffer.from(`${time} ${id}`).toString('base64url');

function partsOf(cursor: string): [string | undefined, string] {
  const [time, ...id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return [time, id.join(' ')];
}

function placeIn<Place extends z.ZodType>(schema: Place, parts: object): z.output<Place> {
  const place = schema.safeParse(parts);
  if (place.success) return place.data;
  const message = 'This is not a cursor of this list.';
  throw new RefusalError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

const entryOf = ({ at, lastAt, actorId, outcome, ...entry }: SupportActEntry): z.output<typeof AuditEntry> => ({
  ...entry,
  userId: actorId,
  at: new Date(at).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
  outcome: outcome && { status: outcome.status ?? statusOf(entry.call, outcome.code), code: outcome.code },
});

/** That the gateway answers this call with. */
export const statusOf = (call: string, code: string | null): number =>
  code === null
    ? (ROUTES.find(({ id }) => id === call)?.status ?? 200)
    : (STATUS_OF_CODE[code as keyof typeof STATUS_OF_CODE] ?? STATUS_OF_CODE.INTERNAL);

/** By code units, as the services compare them. */
function newestFirst(one: ListedDeadLetter, other: ListedDeadLetter): number {
  if (one.failedAt !== other.failedAt) return one.failedAt < other.failedAt ? 1 : -1;
  return one.letterId < other.letterId ? 1 : -1;
}
