import type { NewWorkItem } from '@candid/event-store';

export const PLACE_PICTURES_QUEUE = 'photos-place-pictures';

export interface PlacePicturesPayload {
  photoId: string;
}

/** @param causeId id of the event that may change the place of the pictures; each event has its own work item */
export function placePicturesItem(photoId: string, causeId: string): NewWorkItem {
  const payload: PlacePicturesPayload = { photoId };
  return { id: `place-pictures:${photoId}:${causeId}`, queue: PLACE_PICTURES_QUEUE, payload };
}
