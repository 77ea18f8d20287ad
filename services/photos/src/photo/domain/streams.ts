const PHOTO = 'photo-';
const OWNER = 'owner-';

export const photoStream = (photoId: string): string => `${PHOTO}${photoId}`;
export const ownerStream = (userId: string): string => `${OWNER}${userId}`;

/** Undefined for a stream that is not a photo's. */
export const photoIdOfStream = (streamId: string): string | undefined =>
  streamId.startsWith(PHOTO) ? streamId.slice(PHOTO.length) : undefined;
