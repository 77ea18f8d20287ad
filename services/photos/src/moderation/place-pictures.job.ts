import type { NewWorkItem } from '@candid/event-store';

export const PLACE_PICTURES_QUEUE = 'photos-place-pictures';

export interface PlacePicturesPayload {
  photoId: string;
}

/** @param causeId the event after which the pictures may belong elsewhere: each gets work of its own */
export function placePicturesItem(photoId: string, causeId: string): NewWorkItem {
  const payload: PlacePicturesPayload = { photoId };
  return { id: `place-pictures:${photoId}:${causeId}`, queue: PLACE_PICTURES_QUEUE, payload };
}
