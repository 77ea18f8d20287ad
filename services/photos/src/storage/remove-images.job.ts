import type { NewWorkItem } from '@candid/event-store';

export const REMOVE_IMAGES_QUEUE = 'photos-remove-images';

export interface RemoveImagesPayload {
  photoId: string;
}

export function removeImagesItem(photoId: string): NewWorkItem {
  const payload: RemoveImagesPayload = { photoId };
  return { id: `remove-images:${photoId}`, queue: REMOVE_IMAGES_QUEUE, payload };
}
