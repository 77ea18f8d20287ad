import { z } from 'zod';
import { byUser, CaseId, PhotoAssessmentId, PhotoId, UserId } from '../ids.js';
import {
  AssessmentSettings,
  FacesSeen,
  PhotoCrop,
  PhotoModeration,
  PhotoSection,
  Placeholder,
  Rendition,
  UprightPicture,
} from '../photo.js';
import { plainText } from '../plain-text.js';
import { evidenceLookup, moderatorLookup, person, serviceOnly } from './access.js';
import { message, messagesOf } from './rpc.js';

/** Links are signed and expire. */
export const StoredPhoto = z.object({
  photoId: PhotoId,
  userId: UserId,
  section: PhotoSection,
  placeholder: Placeholder,
  photoAssessmentId: PhotoAssessmentId.nullable(),
  path: z.string(),
  renditions: z.array(Rendition),
  preview: z.string(),
  createdAt: z.string(),
  moderation: PhotoModeration,
  facesSeen: FacesSeen,
});
export type StoredPhoto = z.infer<typeof StoredPhoto>;

export const UploadSection = z.enum(['unrated', 'bank', 'profile', 'pool', 'testing']);
export const ListSection = z.enum(['testing', 'profile', 'bank', 'rated', 'unrated']);

/** A JPEG of 180 KB fits `JSON_BODY_BYTES_MAX`. Every JPEG begins with the same three bytes, `/9j/` in base64. */
export const FaceJpeg = z.base64().max(240_000).startsWith('/9j/', 'Please send a JPEG.');

/** Box in fractions of the picture's width and height, from the upper left corner. */
export const CropBox = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
});
export type CropBox = z.infer<typeof CropBox>;

export const FoundFace = z.object({
  /** Number of faces; 2 means two or more. Null if detection is unavailable. */
  faces: z.int().min(0).max(2).nullable(),
  /** A 4:5 crop around the face; null unless there is exactly one face. */
  crop: CropBox.nullable(),
});
export type FoundFace = z.infer<typeof FoundFace>;

/** A photo of a case, for moderators. Its links expire after ten minutes. */
export const CasePhoto = z.object({
  photoId: PhotoId,
  userId: UserId,
  /** `removed`: in quarantine. `legal-hold`: evidence, hidden from moderators. `gone`: its files are deleted. */
  state: z.enum(['kept', 'removed', 'legal-hold', 'gone']),
  /** Empty if the caller may not see the pictures, or they are deleted. */
  renditions: z.array(Rendition),
  uploadedAt: z.string().nullable(),
  /** Deletion time of pictures in quarantine; null outside quarantine, or while an appeal keeps them. */
  deletedAt: z.string().nullable(),
});
export type CasePhoto = z.infer<typeof CasePhoto>;

/** The gateway has stored the bytes under `stagingKey`. They are not trusted. */
const StagedFile = z.object({
  stagingKey: z.string(),
  filename: z.string(),
  photoId: PhotoId.optional(),
  /** If absent, the server crops around the most eye-catching part. */
  crop: PhotoCrop.nullish(),
});

const OwnPhoto = z.object({ userId: UserId, photoId: PhotoId });
const Moved = z.object({ photo: StoredPhoto });
const StoredPhotos = z.object({ photos: z.array(StoredPhoto) });
const Ended = z.object({ refundTokens: z.int(), givenBackTokens: z.int(), resetOccurred: z.boolean() });

export const photosRpc = messagesOf('photos', {
  /** Stores all files or none; removes staged bytes either way. Photos in section `testing` wait for their start. */
  uploadPhotos: message(
    person('userId'),
    z.object({
      userId: UserId,
      section: UploadSection,
      photoAssessmentId: PhotoAssessmentId.optional(),
      files: z.array(StagedFile).min(1).max(9),
    }),
    StoredPhotos,
  ),
  /** Uploads the photos and starts their assessment, or does neither. Removes the staged bytes either way. */
  uploadAndAssess: message(
    person('userId'),
    z.object({
      userId: UserId,
      settings: AssessmentSettings,
      files: z
        .array(StagedFile.omit({ photoId: true }))
        .min(1)
        .max(9),
    }),
    StoredPhotos,
  ),
  /** A small upright copy of a staged file, to crop from. Stores nothing and leaves the staged bytes. */
  previewPicture: message(
    person('userId'),
    z.object({ userId: UserId, file: StagedFile.pick({ stagingKey: true, filename: true }) }),
    UprightPicture,
  ),
  /** Returns an upright copy of the picture that a photo was cropped from. NOT_FOUND if it is no longer kept. */
  getOriginal: message(person('userId'), OwnPhoto, UprightPicture),
  /** Replaces a photo that nobody has assessed with another crop of its original. The crop is a new photo. */
  cropAgain: message(person('userId'), OwnPhoto.extend({ crop: PhotoCrop }), Moved),
  /** Newest first. `cursor` is the `nextCursor` of the previous page. `nextCursor` is null on the last page. */
  listPhotos: message(
    person('userId'),
    z.object({
      userId: UserId,
      section: ListSection,
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    z.object({ photos: z.array(StoredPhoto), nextCursor: z.string().nullable() }),
  ),
  /** Lists photos in the order of their ids. */
  exportPhotos: message(
    person('userId'),
    z.object({ userId: UserId, cursor: PhotoId.optional(), limit: z.int().min(1).max(100) }),
    z.object({ photos: z.array(StoredPhoto), linksExpireAt: z.string(), nextCursor: PhotoId.nullable() }),
  ),
  /** Returns photos in the requested order. Omits unknown and deleted ids. */
  getPhotos: message(person(null), z.object({ photoIds: z.array(PhotoId).max(200) }), StoredPhotos),
  /** Returns for each set of photos whether it is the profile in the planner now. */
  matchPlanner: message(
    person('userId'),
    z.object({ userId: UserId, profiles: z.array(z.array(PhotoId)).max(1_000) }),
    z.object({ areCurrent: z.array(z.boolean()) }),
  ),
  /** Moves the photo into the planner. Its assessment ends now, or when the assessments service is available. */
  setProfile: message(person('userId'), OwnPhoto, Moved.extend({ wasFirstProfileSet: z.boolean() })),
  /** Moves the photo back to its previous section. CONFLICT if ending its assessment would refund tokens. */
  returnPhoto: message(person('userId'), OwnPhoto, Moved),
  endAndReturn: message(person('userId'), OwnPhoto, Ended),
  /** Ends all assessments of the owner. Fails with CONFLICT if the planner is not empty. */
  endAllOfEmptyPlanner: message(person('userId'), byUser, z.object({ refundTokens: z.int() })),
  setPlaceholder: message(
    person('userId'),
    z.object({ userId: UserId, photoId: PhotoId, placeholder: Placeholder }),
    Moved,
  ),
  deletePhoto: message(person('userId'), OwnPhoto, Ended),
  /** Detects faces in a small JPEG and proposes a crop. Stores nothing. */
  findFace: message(person('userId'), z.object({ userId: UserId, jpeg: FaceJpeg }), FoundFace),
  /** Omits unknown ids. */
  getCasePhotos: message(
    moderatorLookup,
    z.object({ photoIds: z.array(PhotoId).max(100) }),
    z.object({ photos: z.array(CasePhoto) }),
  ),
  /** Blurred previews of stored photos. Omits all other photos, also those in quarantine. */
  getCasePreviews: message(
    moderatorLookup,
    z.object({ photoIds: z.array(PhotoId).max(100) }),
    z.object({ previews: z.array(z.object({ photoId: PhotoId, preview: z.string() })) }),
  ),
  getEvidencePhoto: message(
    evidenceLookup,
    z.object({ caseId: CaseId, photoId: PhotoId }),
    z.object({ photo: CasePhoto.nullable() }),
  ),
  /** Deletes the copy that a case keeps under a legal hold. Audited. Fails with NOT_FOUND if there is none. */
  releaseLegalHold: message(
    serviceOnly('operator'),
    z.object({ caseId: CaseId, reason: plainText(1, 500) }),
    z.object({ photoId: PhotoId }),
  ),
});
