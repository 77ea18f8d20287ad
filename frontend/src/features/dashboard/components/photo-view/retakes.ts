import type { Photo } from '@candid/contracts';

/** Photos that `photo` may be a retake of: rated ones that were uploaded before it, the newest first. */
export function earlierPhotos(photos: readonly Photo[], photo: Photo): Photo[] {
  return photos
    .filter(({ fairScore, createdAt }) => fairScore !== null && createdAt < photo.createdAt)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

const storedKey = (userId: string): string => `retakes:${userId}`;

/** The earlier photo by the id of its retake, as this browser was told. */
function storedRetakes(userId: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(storedKey(userId)) ?? '{}') as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}

export const storedEarlier = (userId: string, photoId: string): string | null => storedRetakes(userId)[photoId] ?? null;

/** Null forgets it. */
export function storeEarlier(userId: string, photoId: string, earlierId: string | null): void {
  const { [photoId]: _, ...others } = storedRetakes(userId);
  const retakes = earlierId === null ? others : { ...others, [photoId]: earlierId };
  try {
    localStorage.setItem(storedKey(userId), JSON.stringify(retakes));
  } catch {
    // The browser denies storage: the choice lasts as long as the photo stays open.
  }
}
