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
