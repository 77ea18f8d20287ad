import { describe, expect, it } from '@jest/globals';
import { decodePhotoCursor, encodePhotoCursor } from './photos.js';

const place = { uploadedAt: new Date('2026-11-21T09:30:00.123Z'), photoId: '0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10' };
const written = (text: string) => Buffer.from(text).toString('base64url');

describe('the cursor of a list of photos', () => {
  it('leads back to where the page ended', () => {
    expect(decodePhotoCursor(encodePhotoCursor(place))).toEqual(place);
  });

  it.each([
    '',
    'nowhere',
    written(`2026-02-31T00:00:00.000Z ${place.photoId}`),
    written(`+275760-09-13T00:00:00.000Z ${place.photoId}`),
    written(`0000-01-01T00:00:00.000Z ${place.photoId}`),
    written('2026-11-21T09:30:00.123Z nobody'),
    written(`2026-11-21T09:30:00.123Z ${place.photoId} more`),
  ])('is not %p', (cursor) => {
    expect(() => decodePhotoCursor(cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
