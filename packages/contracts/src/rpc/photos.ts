import { z } from 'zod';
import { PhotoId, TestId, UserId } from '../ids.js';
import { PhotoSection, Placeholder, Rendition } from '../photo.js';
import { awaitInboxRpc, defineRpc } from './rpc.js';

/** A photo's place and pictures; scores are the assessments service's. Links are signed and expire. */
export const StoredPhoto = z.object({
  photoId: PhotoId,
  userId: UserId,
  section: PhotoSection,
  placeholder: Placeholder,
  testId: TestId.nullable(),
  path: z.string(),
  renditions: z.array(Rendition),
  preview: z.string(),
  createdAt: z.string(),
});
export type StoredPhoto = z.infer<typeof StoredPhoto>;

export const UploadSection = z.enum(['unrated', 'bank', 'profile', 'pool', 'testing']);
export const ListSection = z.enum(['testing', 'profile', 'bank', 'rated', 'unrated']);

/** The gateway has put the bytes under `stagingKey`; nothing about them is trusted. */
export const StagedFile = z.object({ stagingKey: z.string(), filename: z.string(), photoId: PhotoId.optional() });

const Moved = z.object({ photo: StoredPhoto, eventIds: z.array(z.string()) });

export const photosRpc = {
  awaitInbox: awaitInboxRpc('photos'),
  /** All files or none. With a `testId` the photos wait in `testing` for that test's start. Staged bytes are removed either way. */
  uploadPhotos: defineRpc(
    'photos.uploadPhotos',
    z.object({
      userId: UserId,
      section: UploadSection,
      testId: TestId.optional(),
      files: z.array(StagedFile).min(1).max(9),
    }),
    z.object({ photos: z.array(StoredPhoto), eventIds: z.array(z.string()) }),
  ),
  /** Newest first; `cursor` is the `nextCursor` of the page before, which is null at the end. */
  listPhotos: defineRpc(
    'photos.listPhotos',
    z.object({
      userId: UserId,
      section: ListSection,
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    z.object({ photos: z.array(StoredPhoto), nextCursor: z.string().nullable() }),
  ),
  /** All of the user's, wherever they stand, in the order of their ids. */
  exportPhotos: defineRpc(
    'photos.exportPhotos',
    z.object({ userId: UserId, cursor: PhotoId.optional(), limit: z.int().min(1).max(100) }),
    z.object({ photos: z.array(StoredPhoto), linksExpireAt: z.string(), nextCursor: PhotoId.nullable() }),
  ),
  /** In the order asked; unknown and deleted ids are left out. */
  getPhotos: defineRpc(
    'photos.getPhotos',
    z.object({ photoIds: z.array(PhotoId).max(200) }),
    z.object({ photos: z.array(StoredPhoto) }),
  ),
  setProfile: defineRpc(
    'photos.setProfile',
    z.object({ userId: UserId, photoId: PhotoId }),
    Moved.extend({ wasFirstProfileSet: z.boolean() }),
  ),
  /** Into the bank, or with `toPlaceholder` to where it came from. */
  returnPhoto: defineRpc(
    'photos.returnPhoto',
    z.object({ userId: UserId, photoId: PhotoId, toPlaceholder: z.boolean() }),
    Moved,
  ),
  setPlaceholder: defineRpc(
    'photos.setPlaceholder',
    z.object({ userId: UserId, photoId: PhotoId, placeholder: Placeholder }),
    Moved,
  ),
  deletePhoto: defineRpc(
    'photos.deletePhoto',
    z.object({ userId: UserId, photoId: PhotoId }),
    z.object({ eventIds: z.array(z.string()) }),
  ),
} as const;
