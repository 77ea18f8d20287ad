import { z } from 'zod';
import { TRIAL } from '../constants.js';
import { byUser, PhotoId, UserId } from '../ids.js';
import { person, serviceOnly, supportAct, supportLookup } from './access.js';
import { message, messagesOf } from './rpc.js';

export const StandingName = z.enum(['good', 'warned', 'paused']);
export type StandingName = z.infer<typeof StandingName>;

export const AssessorStanding = z.object({
  standing: StandingName,
  /** Null in good standing. */
  reason: z.string().nullable(),
  since: z.string().nullable(),
  advice: z.string(),
  canAppeal: z.boolean(),
  appealedAt: z.string().nullable(),
});
export type AssessorStanding = z.infer<typeof AssessorStanding>;

const Signal = z.enum(['hurried', 'straight-lining', 'skipping', 'obvious-missed']);

/** The two added fields are for the person's export. Older versions of the service omit both. */
export const OwnAssessorStanding = AssessorStanding.extend({
  signal: Signal.nullable().optional(),
  appeal: z.string().nullable().optional(),
});
export type OwnAssessorStanding = z.infer<typeof OwnAssessorStanding>;

export const JudgedAssessor = z.object({
  userId: UserId,
  standing: StandingName,
  /** The behaviour behind the standing; null in good standing. */
  signal: Signal.nullable(),
  since: z.string(),
  appeal: z.string().nullable(),
  appealedAt: z.string().nullable(),
});
export type JudgedAssessor = z.infer<typeof JudgedAssessor>;

export const ExportedAssessing = OwnAssessorStanding.required().pick({
  standing: true,
  signal: true,
  reason: true,
  since: true,
  appeal: true,
  appealedAt: true,
});

const byTrial = z.object({ userId: UserId, trialId: z.uuid() });

/** The ids of the photos that the person chose, one of each pair, in the order of the pairs. */
export const TrialChoices = z.array(PhotoId).length(TRIAL.pairs);

/** `storedPhotoId` is the photo's id in the photos service. The person never learns it, because it reveals the answer. */
const TrialPhoto = z.object({ photoId: PhotoId, storedPhotoId: PhotoId });
const DrawnTrial = z.object({
  trialId: z.uuid(),
  /** Milliseconds per pair that must pass before the answers are accepted. */
  lookMs: z.int(),
  pairs: z.array(z.tuple([TrialPhoto, TrialPhoto])),
});
/** The identity service decides how long the trial is open. */
export const OpenTrial = DrawnTrial.extend({ expiresAt: z.string() });

export const assessorStandingRpc = messagesOf('assessments', {
  getAssessorStanding: message(person('userId'), byUser, OwnAssessorStanding),
  /** Fails with CONFLICT if the assessor is not paused, or has already appealed. */
  appealAssessorStanding: message(person('userId'), z.object({ userId: UserId, text: z.string() }), AssessorStanding),
  /** Newest first. Lists all warned and paused assessors if `standing` is absent. */
  listJudgedAssessors: message(
    supportLookup,
    z.object({ standing: StandingName.optional(), cursor: z.string().max(200).optional(), limit: z.int() }),
    z.object({ assessors: z.array(JudgedAssessor), nextCursor: z.string().nullable() }),
  ),
  /** Makes a gold pair of two photos of one owner that were never assessed. A repeat does nothing. */
  registerGoldPair: message(
    supportAct,
    z.object({ finePhotoId: PhotoId, badPhotoId: PhotoId, isForTrials: z.boolean().default(false) }),
    z.object({ goldId: z.uuid() }),
  ),
  /** Number of pairs from which a trial can be drawn. */
  countTrialPairs: message(serviceOnly('identity'), z.object({}), z.object({ pairs: z.int() })),
  /** Draws the pairs of a trial. A repeat returns the same pairs, or new ones if a photo is no longer available. */
  openTrial: message(serviceOnly('identity'), byTrial, DrawnTrial),
  /**
   * Fails with TOO_FAST before the time to look has passed, and with NOT_FOUND if a photo is no longer available. A
   * repeat returns the first result.
   */
  judgeTrial: message(
    serviceOnly('identity'),
    byTrial.extend({ photoIds: TrialChoices }),
    z.object({ isPassed: z.boolean() }),
  ),
  reinstateAssessor: message(
    supportAct,
    z.object({ userId: UserId, reason: z.string() }),
    z.object({ standing: StandingName }),
  ),
});
