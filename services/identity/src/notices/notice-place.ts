import type { NoticePlace } from '@candid/contracts';

const UUID = '([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![\\w-])';

/**
 * Addresses that the app shows, the most exact kind first. A text may contain several of them.
 * - `photo`: a picture (`/api/media/photos/ID/640.webp`), a picture that an assessor sees (`/api/media/slots/OPENING/ID/640.webp`),
 *   calls (`/api/photos/ID`, `/api/get-image/OWNER?photoId=ID`) and pages (`/profile?photo=ID`, `/compare?photos=ID,ID`)
 * - `photoAssessment`: its results (`/test/ID`)
 * - `account`: a person to assess (`/carousel/ID`, `/testing/ID`)
 */
const PLACES: readonly (readonly [NoticePlace['kind'], RegExp])[] = [
  ['photo', new RegExp(`(?:/photos?/|/slots/[0-9a-f-]{36}/|[?&]photo(?:s|Id)?=)${UUID}`, 'i')],
  ['photoAssessment', new RegExp(`/test/${UUID}`, 'i')],
  ['account', new RegExp(`/(?:carousel|testing)/${UUID}`, 'i')],
];

/** Returns the first place of the most exact kind that the text names, or null. Does not check whether it exists. */
export function placeIn(location: string): NoticePlace | null {
  for (const [kind, address] of PLACES) {
    const id = address.exec(location)?.[1]?.toLowerCase();
    if (id !== undefined) return { kind, id };
  }
  return null;
}
