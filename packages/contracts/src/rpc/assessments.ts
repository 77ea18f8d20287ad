import { z } from 'zod';
import { byUser, PhotoAssessmentId, PhotoId, UserId } from '../ids.js';
import { AssessmentSettings, StartedPhotoIds } from '../photo.js';
import { person } from './access.js';
import { assessingRpc } from './assessing.js';
import { PhotoScores, photoResultsRpc } from './photo-results.js';
import { message, messagesOf } from './rpc.js';

const fromPhotos = { ...person('userId'), callers: ['photos'] } as const;

export const assessmentsRpc = {
  ...assessingRpc,
  ...photoResultsRpc,
  ...messagesOf('assessments', {
    /**
     * First half of a start with an upload: holds the tokens and returns the ids that the upload must use.
     * `abandonStart` releases the token hold; otherwise it expires after 15 minutes.
     */
    openStart: message(
      fromPhotos,
      z.object({ userId: UserId, photoCount: z.int().min(1).max(9), settings: AssessmentSettings }),
      z.object({ photoAssessmentId: PhotoAssessmentId, photoIds: z.array(PhotoId), remainingTokens: z.int() }),
    ),
    confirmStart: message(
      fromPhotos,
      z.object({
        userId: UserId,
        photoAssessmentId: PhotoAssessmentId,
        /** True if the photos are new uploads: no assessor may see them before they are screened. */
        awaitsScreening: z.boolean().default(false),
      }),
      z.object({ scores: z.array(PhotoScores), eventIds: z.array(z.string()) }),
    ),
    /** Fails with CONFLICT, and starts nothing, if one of the photos is being assessed. */
    startForPhotos: message(
      person('userId'),
      z.object({ userId: UserId, photoIds: StartedPhotoIds, settings: AssessmentSettings }),
      z.object({ photoAssessmentId: PhotoAssessmentId, remainingTokens: z.int() }),
    ),
    abandonStart: message(fromPhotos, z.object({ userId: UserId, photoAssessmentId: PhotoAssessmentId }), z.object({})),
    /**
     * Additional assessors reopen a complete assessment. Fails with CONFLICT if the new number is not 1–10, or is below
     * the number of ratings or of reserved slots. Answers after the payment, or after a bounded wait for the refund;
     * `remainingTokens` can be spent then. `testLimit`: the new number of assessors; null if it did not change. Older
     * versions omit `testLimit`.
     */
    adjustAssessment: message(
      person('userId'),
      z.object({
        userId: UserId,
        photoId: PhotoId,
        difference: z.int(),
        isCommentsChecked: z.boolean().optional(),
        isRatingChecked: z.boolean().optional(),
      }),
      z.object({
        refundTokens: z.int(),
        remainingTokens: z.int(),
        testLimit: z.int().nullable().optional(),
        eventIds: z.array(z.string()),
      }),
    ),
    /**
     * Ends the running assessment of a photo, if any. Before the first profile, a first assessment is reset with all
     * its photos. `removing`: the photo is about to be deleted, so even a complete first assessment is reset. A reset
     * gives back `givenBackTokens` for ratings, in addition to the refund. `leavesPlanner`: also ends a profile
     * assessment that contains the photo.
     */
    endAssessment: message(
      fromPhotos,
      z.object({
        userId: UserId,
        photoId: PhotoId,
        removing: z.boolean().optional(),
        leavesPlanner: z.boolean().optional(),
      }),
      z.object({
        refundTokens: z.int(),
        givenBackTokens: z.int(),
        resetOccurred: z.boolean(),
        photoIds: z.array(PhotoId),
        eventIds: z.array(z.string()),
        resetEventIds: z.array(z.string()),
        /** True if somebody can still report the deleted photo, or has reported it. */
        isReportable: z.boolean().default(false),
      }),
    ),
    /** Requires a completed onboarding. Ends profile assessments, too. `eventIds`: ids of AssessedPhotoEnded. */
    endAllAssessments: message(
      fromPhotos,
      byUser,
      z.object({ refundTokens: z.int(), photoIds: z.array(PhotoId), eventIds: z.array(z.string()) }),
    ),
    calculateRefund: message(
      { ...person('userId'), callers: ['gateway', 'photos'] },
      z.object({ userId: UserId, photoId: PhotoId.optional() }),
      /** `isRunning` is true if an assessment is running, even if ending it refunds nothing. */
      z.object({ refundTokens: z.int(), isRunning: z.boolean() }),
    ),
  }),
} as const;
