import { PRODUCT } from '@candid/contracts';
import type { NewWorkItem } from '@candid/event-store';

export const DELETE_ALL_PHOTOS_QUEUE = 'photos-delete-all';

export interface DeleteAllPhotosPayload {
  userId: string;
  correlationId: string;
  causationId: string;
}

/** Access tokens outlive their session, and an upload may have been under way: by then no more of them can end. */
const LAST_UPLOAD_MS = PRODUCT.accessTokenMs + 5 * 60_000;

export function deleteAllPhotosItem(payload: DeleteAllPhotosPayload, deletedAt: Date): NewWorkItem {
  const availableAt = new Date(deletedAt.getTime() + LAST_UPLOAD_MS);
  return { id: `delete-all-photos:${payload.userId}`, queue: DELETE_ALL_PHOTOS_QUEUE, payload, availableAt };
}
