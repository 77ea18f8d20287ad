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

/** Checks integer tuples without copying them. Each place has its own maximum. JSON Schema cannot express this. */
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

/** Equals `z.array(CommentChoice)` but makes no copies, because a page of the feed has 2,000 choices. */
export const CommentChoices = tuplesOf<CommentChoice>(99, 999);
/** Equals `z.array(CommentTriple)` but makes no copies. */
export const CommentTriples = tuplesOf<CommentTriple>(99, 999, 20);

export const ScoreRange = z.tuple([z.number(), z.number()]);

/** Score from 1 to 20 with its 80 % interval, corrected for strict and generous assessors. */
export const AdjustedScore = z.object({ score: z.number(), low: z.number(), high: z.number(), raters: z.int() });
export type AdjustedScore = z.infer<typeof AdjustedScore>;

/** Number of assessors of an audience: 3 to 5, 6 to 11, or at least 12. */
export const AudienceBand = z.enum(['few', 'some', 'many']);
export type AudienceBand = z.infer<typeof AudienceBand>;

/** Adjusted score by the owner's audience. Requires ratings by three assessors of the audience and by three others. */
export const AudienceScore = AdjustedScore.omit({ raters: true }).extend({
  raters: AudienceBand,
  /** True if this score differs, with 80 % certainty, from the score by all assessors. */
  differs: z.boolean(),
});
export type AudienceScore = z.infer<typeof AudienceScore>;

/** The assessors whose scores rank photos and stop assessments: all, or only the profile's audience. */
export const CompareBy = z.enum(['anyone', 'audience']);
export type CompareBy = z.infer<typeof CompareBy>;

export const ScorePreferences = z.object({
  /** If true, assessments end automatically once it is clear which photo is best. */
  stopWhenSettled: z.boolean(),
  compareBy: CompareBy,
});
export type ScorePreferences = z.infer<typeof ScorePreferences>;

const share = z.number().min(0).max(1);

/**
 * A 4:5 box of a picture that was made upright, then turned clockwise by `turn` + `tilt` degrees. The box is in
 * fractions of the smallest rectangle around the turned picture, from its upper left corner.
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

/** `held`: hidden until a moderator decides. `crop-wanted`: needs another crop before it can be assessed again. */
export const PhotoModeration = z.enum(['none', 'held', 'crop-wanted']);
export type PhotoModeration = z.infer<typeof PhotoModeration>;

/** Faces that screening detected, as a hint to the owner. Null if unknown. */
export const FacesSeen = z.enum(['none', 'one', 'several']).nullable();

/** Combines data of the photos service with the assessment and scores from the assessments service. */
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
  /** Null until the score includes a first rating. */
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
  /** If false, assessors can choose only positive comments. */
  commentsNegative: z.boolean(),
  commentsSelected: z.array(CommentChoice).max(200),
  minComments: z.int().min(0).max(3),
  /** If true, only the owner's audience can assess the photo for the first fifth of the usual duration. */
  audienceFirst: z.boolean().optional(),
});
export type AssessmentSettings = z.infer<typeof AssessmentSettings>;

/** Minutes from the start of an assessment until its first rating and until all of them. */
export const ExpectedTimes = z.object({
  first: z.int(),
  all: z.int(),
  /** Minutes within which 80 % of the recent assessments of this size were completed; null if they are too few. */
  mostWithin: z.int().nullable(),
  /** False while too few assessments were completed lately; the times are then the product's plan. */
  isMeasured: z.boolean(),
});
export type ExpectedTimes = z.infer<typeof ExpectedTimes>;

export const AssessmentOutlook = z.object({
  /** Number of assessors in the owner's audience who rated within the last week; null without an audience. */
  audience: AudienceBand.nullable(),
  anyone: ExpectedTimes,
  audienceFirst: ExpectedTimes,
});
export type AssessmentOutlook = z.infer<typeof AssessmentOutlook>;

/** When a photo under assessment is expected to be rated next, and by all assessors. An instant may have passed. */
export const ExpectedRatings = z.object({
  photoId: PhotoId,
  nextAt: z.iso.datetime(),
  allAt: z.iso.datetime(),
  isMeasured: z.boolean(),
});
export type ExpectedRatings = z.infer<typeof ExpectedRatings>;
