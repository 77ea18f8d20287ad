import type { NewWorkItem } from '@candid/event-store';

export const PURGE_PICTURES_QUEUE = 'photos-purge-pictures';

export interface PurgePicturesPayload {
  photoId: string;
  correlationId: string;
  causationId: string;
}

export function purgePicturesItem(payload: PurgePicturesPayload, availableAt: Date): NewWorkItem {
  const { photoId, causationId } = payload;
  return { id: `purge-pictures:${photoId}:${causationId}`, queue: PURGE_PICTURES_QUEUE, payload, availableAt };
}
