import { DomainError } from '@candid/event-store';

/** Where a page ended, newest first: the photo's upload, and its id among those of the same millisecond. */
export interface PhotoPlace {
  uploadedAt: Date;
  photoId: string;
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const encodePhotoCursor = ({ uploadedAt, photoId }: PhotoPlace): string =>
  Buffer.from(`${uploadedAt.toISOString()} ${photoId}`).toString('base64url');

/** @throws DomainError `VALIDATION_FAILED` for anything that `encodePhotoCursor` did not make */
export function decodePhotoCursor(cursor: string): PhotoPlace {
  const [at = '', photoId = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const uploadedAt = new Date(at);
  const isWritten = !Number.isNaN(uploadedAt.getTime()) && uploadedAt.toISOString() === at && /^[1-9]\d{3}-/.test(at);
  if (isWritten && ID.test(photoId) && rest.length === 0) return { uploadedAt, photoId };
  const message = 'This is not a cursor of this list.';
  throw new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}
