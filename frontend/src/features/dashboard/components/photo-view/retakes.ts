import type { Photo } from '@candid/contracts';

/** Returns possible earlier photos of the retake `photo`: rated ones that were uploaded before it, newest first. */
export function earlierPhotos(photos: readonly Photo[], photo: Photo): Photo[] {
  return photos
    .filter(({ fairScore, createdAt }) => fairScore !== null && createdAt < photo.createdAt)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

const storedKey = (userId: string): string => `retakes:${userId}`;

/** Reads the earlier photo of each retake, by the retake's id, from this browser's storage. */
function storedRetakes(userId: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(storedKey(userId)) ?? '{}') as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}

export const storedEarlier = (userId: string, photoId: string): string | null => storedRetakes(userId)[photoId] ?? null;

/** `earlierId` null removes the entry. */
export function storeEarlier(userId: string, photoId: string, earlierId: string | null): void {
  const { [photoId]: _, ...others } = storedRetakes(userId);
  const retakes = earlierId === null ? others : { ...others, [photoId]: earlierId };
  try {
    localStorage.setItem(storedKey(userId), JSON.stringify(retakes));
  } catch {
    // The browser denies storage: the choice lasts as long as the photo stays open.
  }
}
