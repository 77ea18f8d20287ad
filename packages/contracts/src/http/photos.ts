import { z } from 'zod';
import { PRODUCT } from '../constants.js';
import { byUser, PhotoAssessmentId, UserId } from '../ids.js';
import { AssessedPhoto, CommentChoice, Photo, PhotoCrop, PhotoSection, UprightPicture } from '../photo.js';
import { ListSection, UploadSection } from '../rpc/photos.js';
import { byOwnPhoto, nextCursor, pageOf, routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Photos', audience: 'user' });
const defineAssessmentsRoute = routesOf({ tag: 'Assessments', audience: 'assessor' });

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const jsonText = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    });

/** Form fields are text; lists are JSON text. Assessment settings are used only for section `testing`. */
export const UploadForm = z.object({
  userId: UserId,
  section: UploadSection,
  testLimit: whole(1, 10).optional(),
  ratingRequired: flag.optional(),
  commentsRequired: flag.optional(),
  commentsNegative: flag.optional(),
  commentsSelected: jsonText(20_000).pipe(z.array(CommentChoice).max(200)).optional(),
  minComments: whole(0, 3).optional(),
  audienceFirst: flag.optional(),
  /** One crop per file, in the order of the files. If null, the server crops around the most eye-catching part. */
  crops: jsonText(4_000).pipe(z.array(PhotoCrop.nullable()).max(PRODUCT.uploadPhotosMax)).optional(),
});

/** `refundTokens` are for unused assessors, `givenBackTokens` for the ratings of a first assessment that was reset. */
const refund = { refundTokens: z.int(), givenBackTokens: z.int() };

export const photosRoutes = tableOf({
  uploadPhotos: defineRoute('POST', '/upload-photos', {
    summary: 'Upload 1–9 photos; into section `testing` it also starts their assessment',
    callerFields: ['body.userId'],
    multipart: true,
    filesMax: PRODUCT.uploadPhotosMax,
    body: UploadForm,
    answer: z.object({ success, photos: z.array(Photo) }),
    status: 201,
    refusals: [
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'UNSUPPORTED_MEDIA',
      'PAYLOAD_TOO_LARGE',
      'INSUFFICIENT_TOKENS',
      'ONBOARDING_INCOMPLETE',
      'POOL_FULL',
    ],
  }),
  previewPicture: defineRoute('POST', '/preview-picture', {
    summary: 'A small upright copy of one picture, to crop from where the browser cannot show it; stores nothing',
    multipart: true,
    filesMax: 1,
    answer: UprightPicture.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA', 'PAYLOAD_TOO_LARGE'],
  }),
  getOriginal: defineRoute('GET', '/photo-original/{photoId}', {
    summary: 'The picture that an own photo was cropped from, to crop it again; kept for 24 hours',
    ...byOwnPhoto,
    answer: UprightPicture.extend({ success }),
    refusals: ['NOT_FOUND'],
  }),
  cropAgain: defineRoute('POST', '/crop-photo/{photoId}', {
    summary: 'Replace an own photo that nobody has assessed by another crop of its original',
    ...byOwnPhoto,
    body: z.object({ crop: PhotoCrop }),
    answer: z.object({ success, photo: Photo }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PHOTO_HELD'],
  }),
  listPhotos: defineRoute('GET', '/cameraroll-photos-{section}/{userId}', {
    summary: 'Own photos of one section',
    callerFields: ['params.userId'],
    params: z.object({ section: ListSection, userId: UserId }),
    query: z.object(pageOf(500)),
    answer: z.object({
      success,
      photos: z.array(Photo),
      data: z.object({ photos: z.array(Photo) }),
      nextCursor: nextCursor.optional(),
    }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  openTest: defineAssessmentsRoute('GET', '/get-image/{userId}', {
    summary: "Open a person: reserves the caller's place on all photos that may be rated, six at most, for 15 minutes",
    callerFields: ['query.currentUserId'],
    otherFields: ['params.userId'],
    params: byUser,
    query: z.object({ currentUserId: UserId.optional() }),
    answer: z.object({
      success,
      data: z.array(
        z.object({
          userId: UserId,
          slotExpiresAt: z.string(),
          /** A duration instead of a time, because the clocks of client and server may differ. */
          slotSecondsLeft: z.int(),
          photos: z.array(AssessedPhoto),
          benchmarkPhotos: z.array(AssessedPhoto),
        }),
      ),
    }),
    refusals: ['FORBIDDEN', 'ASSESSOR_PAUSED', 'NOT_FOUND', 'RATE_LIMITED'],
  }),
  getTest: defineRoute('GET', '/get-image/{userId}/{testId}', {
    summary: 'The photos of one own test',
    callerFields: ['params.userId'],
    ownedFields: ['params.testId'],
    params: z.object({ userId: UserId, testId: PhotoAssessmentId }),
    answer: z.object({ success, data: z.array(z.object({ testId: PhotoAssessmentId, photos: z.array(Photo) })) }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  setProfile: defineRoute('POST', '/set-profile/{photoId}', {
    summary: 'Move a photo into the Profile Planner',
    ...byOwnPhoto,
    answer: z.object({ success, wasFirstProfileSet: z.boolean() }),
    refusals: ['NOT_FOUND', 'NOT_ENOUGH_RATINGS', 'ONBOARDING_INCOMPLETE', 'PHOTO_HELD'],
  }),
  returnPhoto: defineRoute('POST', '/return-photo/{photoId}', {
    summary: 'Move a finished photo back where it came from',
    ...byOwnPhoto,
    answer: z.object({ success, section: PhotoSection }),
    refusals: ['NOT_FOUND', 'CONFLICT'],
  }),
  deactivate: defineRoute('POST', '/deactivate/{photoId}', {
    summary: "End a photo's assessment and move it to the bank",
    ...byOwnPhoto,
    body: z.object({ isPostTest: z.boolean().optional() }).optional(),
    answer: z.object({ success, ...refund, resetOccurred: z.boolean() }),
    refusals: ['NOT_FOUND'],
  }),
  deletePhoto: defineRoute('POST', '/delete-image/{photoId}', {
    summary: 'Delete a photo for good',
    ...byOwnPhoto,
    answer: z.object({ success, resetOccurred: z.boolean(), ...refund }),
    refusals: ['NOT_FOUND'],
  }),
});
