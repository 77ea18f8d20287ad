import type { NewWorkItem } from '@candid/event-store';

export const SCREEN_PHOTO_QUEUE = 'photos-screen';

export interface ScreenPhotoPayload {
  photoId: string;
}

export function screenPhotoItem(photoId: string): NewWorkItem {
  const payload: ScreenPhotoPayload = { photoId };
  return { id: `screen-photo:${photoId}`, queue: SCREEN_PHOTO_QUEUE, payload };
}
