import { z } from 'zod';
import { PRODUCT } from './constants.js';
import { PhotoAssessmentId, PhotoId, UserId } from './ids.js';

export const PhotoSection = z.enum(['testing', 'profile', 'bank']);
export type PhotoSection = z.infer<typeof PhotoSection>;

/** The section to which a photo returns when its assessment ends. */
export const Placeholder = z.enum(['profile', 'rated', 'unrated']);

/** `[sectionId, phraseId, score]`; the score is an integer 1–20. */
export const CommentTriple = z.tuple([z.int().min(1).max(99), z.int().min(1).max(999), z.int().min(1).max(20)]);
export type CommentTriple = z.infer<typeof CommentTriple>;

/** `[sectionId, phraseId]` of a phrase that the owner allows assessors to use. */
export const CommentChoice = z.tuple([z.int().min(1).max(99), z.int().min(1).max(999)]);
export type CommentChoice = z.infer<typeof CommentChoice>;

/** Checks a list of tuples without a copy; each integer is from 1 to its maximum. JSON Schema cannot express this. */
const tuplesOf = <Tuple extends readonly number[]>(...maxima: number[]) =>
  z.custom<Tuple[]>(
    (list) =>
      Array.isArray(list) &&
      list.every(
        (tuple: unknown) =>
          Array.isArray(tuple) &&
          tuple.length === maxima.length &&
          maxima.every((max, place) => Number.isInteger(tuple[place]) && tuple[place] >= 1 && tuple[place] <= max),
      ),
    'These are no comments of the catalogue.',
  );

/** `z.array(CommentChoice)` for replies between services, without copies: a page of the feed has 2,000 choices. */
export const CommentChoices = tuplesOf<CommentChoice>(99, 999);
/** `z.array(CommentTriple)` for replies between services. */
export const CommentTriples = tuplesOf<CommentTriple>(99, 999, 20);

export const ScoreRange = z.tuple([z.number(), z.number()]);

/** The score of all assessors together, corrected for strict and generous ones, with its 80 % interval; 1–20. */
export const AdjustedScore = z.object({ score: z.number(), low: z.number(), high: z.number(), raters: z.int() });
export type AdjustedScore = z.infer<typeof AdjustedScore>;

/** How many of an audience rated a photo: 3 to 5, 6 to 11, 12 and more. */
export const AudienceBand = z.enum(['few', 'some', 'many']);
export type AudienceBand = z.infer<typeof AudienceBand>;

/** The adjusted score by the owner's audience; present if at least three of the audience and three others have rated. */
export const AudienceScore = AdjustedScore.omit({ raters: true }).extend({
  raters: AudienceBand,
  /** True if this score differs, with 80 % certainty, from the score by all assessors. */
  differs: z.boolean(),
});
export type AudienceScore = z.infer<typeof AudienceScore>;

/** The scores that order photos and stop assessments: those of all assessors, or of the profile's audience. */
export const CompareBy = z.enum(['anyone', 'audience']);
export type CompareBy = z.infer<typeof CompareBy>;

export const ScorePreferences = z.object({
  /** Assessments end by themselves once it is clear which photo is best. */
  stopWhenSettled: z.boolean(),
  compareBy: CompareBy,
});
export type ScorePreferences = z.infer<typeof ScorePreferences>;

const share = z.number().min(0).max(1);

/**
 * The picture is made upright by its own orientation and then turned clockwise by `turn` + `tilt` degrees. The box is
 * 4:5, in fractions of the smallest rectangle around the turned picture, from its upper left corner.
 */
export const PhotoCrop = z.object({
  turn: z.literal([0, 90, 180, 270]),
  tilt: z.number().min(-PRODUCT.cropTiltMax).max(PRODUCT.cropTiltMax),
  left: share,
  top: share,
  width: share.positive(),
  height: share.positive(),
});
export type PhotoCrop = z.infer<typeof PhotoCrop>;

/** A copy of an uploaded picture, for browsers that cannot show its file. */
export const UprightPicture = z.object({
  /** Pixels of the upright picture. */
  width: z.int(),
  height: z.int(),
  /** A JPEG in sRGB as a `data:` URI; its longer side is at most 1,440 px. */
  picture: z.string(),
});
export type UprightPicture = z.infer<typeof UprightPicture>;

export const Rendition = z.object({ width: z.int(), path: z.string() });

/** `held`: hidden until a moderator decides. `crop-wanted`: cannot be assessed again without another crop. */
export const PhotoModeration = z.enum(['none', 'held', 'crop-wanted']);
export type PhotoModeration = z.infer<typeof PhotoModeration>;

/** Faces that screening detected, as a hint to the owner. Null if unknown. */
export const FacesSeen = z.enum(['none', 'one', 'several']).nullable();

/** The photo's place (photos service) joined with its assessment and scores (assessments service). */
export const Photo = z.object({
  _id: PhotoId,
  path: z.string(),
  renditions: z.array(Rendition),
  /** A `data:` URI of a few pixels, blurred. */
  preview: z.string(),
  section: PhotoSection,
  placeholder: Placeholder,
  testId: PhotoAssessmentId.nullable(),
  testLimit: z.int(),
  testTimesRated: z.int(),
  timesRated: z.int(),
  totalScore: z.int(),
  limitReached: z.boolean(),
  comments: z.array(CommentTriple),
  commentsSelected: z.array(CommentChoice),
  variance: z.number(),
  originalRange: ScoreRange,
  /** Null before the first rating is included. */
  fairScore: AdjustedScore.nullable(),
  minComments: z.int(),
  ratingRequired: z.boolean(),
  commentsNegative: z.boolean(),
  isBenchmark: z.boolean(),
  userId: UserId,
  createdAt: z.string(),
  moderation: PhotoModeration,
  facesSeen: FacesSeen,
});
export type Photo = z.infer<typeof Photo>;

export const AssessedPhoto = Photo.omit({
  timesRated: true,
  totalScore: true,
  comments: true,
  variance: true,
  originalRange: true,
  fairScore: true,
  createdAt: true,
  moderation: true,
  facesSeen: true,
}).extend({
  timesRated: z.int().optional(),
  totalScore: z.int().optional(),
});
export type AssessedPhoto = z.infer<typeof AssessedPhoto>;

/** A photo in the list of the feed. It has no ids, because an assessor gets the ids only by opening the photo. */
export const ListedPhoto = AssessedPhoto.omit({ _id: true, testId: true });
export type ListedPhoto = z.infer<typeof ListedPhoto>;

export const StartedPhotoIds = z
  .array(PhotoId)
  .min(1)
  .max(PRODUCT.poolPhotosMax)
  .refine((photoIds) => new Set(photoIds).size === photoIds.length, 'names each photo once');

export const AssessmentSettings = z.object({
  testLimit: z.int().min(1).max(10),
  ratingRequired: z.boolean(),
  commentsRequired: z.boolean(),
  /** False: only positive comments are offered to assessors. */
  commentsNegative: z.boolean(),
  commentsSelected: z.array(CommentChoice).max(200),
  minComments: z.int().min(0).max(3),
  /** True: for the first fifth of the usual duration, only the owner's audience can assess the photo. */
  audienceFirst: z.boolean().optional(),
});
export type AssessmentSettings = z.infer<typeof AssessmentSettings>;

/** Minutes within which half of the recent assessments (`median`), and four of five, were complete. */
export const CompletionTimes = z.object({ median: z.int(), percentile80: z.int() });
export type CompletionTimes = z.infer<typeof CompletionTimes>;

/** Times are null if too few assessments were completed lately. */
export const AssessmentOutlook = z.object({
  /** How many assessors of the owner's audience rated within a week; null if the owner names no audience. */
  audience: AudienceBand.nullable(),
  anyone: CompletionTimes.nullable(),
  audienceFirst: CompletionTimes.nullable(),
});
export type AssessmentOutlook = z.infer<typeof AssessmentOutlook>;
