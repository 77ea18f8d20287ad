import { RENDITION_WIDTHS } from '../imaging/renditions.js';

export const PHOTOS_PREFIX = 'photos/';

/** Quarantine: pictures of removed photos, and of deleted photos that a case needs or that can be reported. */
export const REMOVED_PREFIX = 'removed/';

/** Copies of pictures under a legal hold. The orphan sweep skips this prefix. */
const EVIDENCE_PREFIX = 'evidence/';
export const STAGING_PREFIX = 'incoming/';

/** Original pictures, as uploaded by their owners. They are never served; only an image process reads them. */
export const ORIGINALS_PREFIX = 'originals/';

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const STAGING_KEY = new RegExp(`^${STAGING_PREFIX}${UUID}$`);
const PHOTO_KEY = new RegExp(`^(?:${PHOTOS_PREFIX}|${REMOVED_PREFIX}|${ORIGINALS_PREFIX}${UUID}/)(${UUID})/`);
const ORIGINAL_KEY = new RegExp(`^${ORIGINALS_PREFIX}${UUID}/(${UUID})/(\\d{13})$`);

export const prefixOfPhoto = (photoId: string): string => `${PHOTOS_PREFIX}${photoId}/`;
export const prefixOfRemoved = (photoId: string): string => `${REMOVED_PREFIX}${photoId}/`;
export const prefixOfEvidence = (caseId: string, photoId: string): string => `${EVIDENCE_PREFIX}${caseId}/${photoId}/`;
export const renditionIn = (prefix: string, width: number): string => `${prefix}${width}.webp`;
export const renditionKey = (photoId: string, width: number): string => renditionIn(prefixOfPhoto(photoId), width);

export const renditionKeys = (photoId: string): string[] =>
  RENDITION_WIDTHS.map((width) => renditionKey(photoId, width));

/** An upload may read and remove only keys of this form, so that it cannot touch other objects. */
export const isStagingKey = (key: string): boolean => STAGING_KEY.test(key);

export const photoIdOfKey = (key: string): string | undefined => PHOTO_KEY.exec(key)?.[1];

export interface Original {
  photoId: string;
  /** Time of the picture's upload, in milliseconds. Cropping the photo again keeps this time. */
  chosenAt: number;
}

export const prefixOfOriginals = (userId: string): string => `${ORIGINALS_PREFIX}${userId}/`;
export const prefixOfOriginal = (userId: string, photoId: string): string => `${prefixOfOriginals(userId)}${photoId}/`;

export const originalKey = (userId: string, { photoId, chosenAt }: Original): string =>
  `${prefixOfOriginal(userId, photoId)}${chosenAt}`;

export function originalOfKey(key: string): Original | undefined {
  const [, photoId, chosenAt] = ORIGINAL_KEY.exec(key) ?? [];
  return photoId === undefined ? undefined : { photoId, chosenAt: Number(chosenAt) };
}
