import type { AssessedPhoto, Photo, PhotoId } from '@candid/contracts';
import { assessedView } from './photo-view.js';

/** A photo of a profile under assessment: the comments are about the set, so nothing is asked of it alone. */
export const profileView = (photo: Photo): AssessedPhoto => ({
  ...assessedView(photo),
  minComments: 0,
  ratingRequired: false,
  commentsSelected: [],
});

/** In the order of the ids; deleted photos are left out. */
export const pick = (photos: ReadonlyMap<PhotoId, Photo>, photoIds: readonly PhotoId[]): Photo[] =>
  photoIds.flatMap((photoId) => photos.get(photoId) ?? []);

/** For who holds no place on it: pictures are shown once it is opened. */
export const withoutPicture = (photo: AssessedPhoto): AssessedPhoto => ({
  ...photo,
  path: '',
  renditions: [],
  preview: '',
});

export interface Planner {
  standing: ReadonlySet<PhotoId>;
  /** Under assessment, and going back into the planner afterwards. */
  returning: ReadonlySet<PhotoId>;
}

/** Whether these photos are the planner's; one that is away for its own assessment may be among them. */
export function isCurrentProfile(photoIds: readonly PhotoId[], { standing, returning }: Planner): boolean {
  if (photoIds.length === 0) return false;
  const isThere = photoIds.every((photoId) => standing.has(photoId) || returning.has(photoId));
  return isThere && [...standing].every((photoId) => photoIds.includes(photoId));
}
