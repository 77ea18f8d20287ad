import { checkComments } from '../../catalogue/domain/check-comments.js';
import { generalIndex } from '../../catalogue/domain/general-catalogue.js';
import { checkLook } from '../../photo-assessment/domain/check-look.js';
import { type FieldIssue, invalid } from '../../photo-assessment/domain/errors.js';
import type { Choice, Comment } from '../../photo-assessment/domain/events.js';
import type { SubmitGeneralRating } from './commands.js';
import { completionOf } from './complete.js';
import { alreadyEvaluated, groupEnded, groupFull, groupUnknown, ownProfile } from './errors.js';
import type { GroupEvent } from './events.js';
import { hasPlace, liveSlotOf } from './places.js';
import type { GroupPolicy } from './policy.js';
import type { GroupRun, GroupState, GroupSubmission } from './state.js';

/** The rater's same submission again is no event: the first answer holds. */
export function submitGeneralRating(
  command: SubmitGeneralRating,
  state: GroupState,
  policy: GroupPolicy,
): GroupEvent[] {
  if (state.status === 'unknown' || state.ownerId !== command.ownerId) throw groupUnknown();
  const { submissionId, raterId, at } = command;
  const { groupId, ownerId, photoIds, run } = state;
  if (raterId === ownerId) throw ownProfile();
  if (repeatedEvaluation(command, run, policy)) return [];
  const slot = liveSlotOf(run, raterId, at);
  if (!command.isVisible && !slot) throw groupUnknown();
  if (run.raterIds.includes(raterId)) throw alreadyEvaluated();
  if (run.status === 'ended') throw groupEnded();
  if (!hasPlace(run, raterId, at)) throw groupFull();
  const issues: FieldIssue[] = [];
  // Who holds a slot is judged by what was asked for when it was reserved.
  const comments = checked(command, (slot ?? run).commentsSelected, run, policy, issues);
  if (issues.length > 0) throw invalid(issues);
  if (slot) checkLook({ ...slot, ...command, photos: photoIds.length });
  const accepted: GroupEvent = {
    type: 'GeneralRatingAccepted',
    data: {
      groupId,
      assessmentId: run.assessmentId,
      ownerId,
      photoIds,
      submissionId,
      raterId,
      comments,
      consumedTokens: policy.pricePerAssessorTokens,
      // Product text: 5 per comment in a profile assessment. Without a slot an evaluation counts and is not paid.
      rewardTokens: slot ? comments.length * policy.rewardPerExtraCommentTokens : 0,
      acceptedAt: at,
    },
  };
  return run.raterIds.length + 1 === run.testLimit ? [accepted, completionOf(state, at)] : [accepted];
}

/** The rater's earlier submission of the same comments in this run, in whatever order. */
export function repeatedEvaluation(
  command: Pick<SubmitGeneralRating, 'raterId' | 'comments'>,
  run: GroupRun,
  policy: GroupPolicy,
): GroupSubmission | undefined {
  const first = run.submissions.find((submission) => submission.raterId === command.raterId);
  if (!first) return undefined;
  const issues: FieldIssue[] = [];
  const comments = checked(command, first.commentsSelected, run, policy, issues);
  return issues.length === 0 && String(comments) === String(first.comments) ? first : undefined;
}

function checked(
  { comments }: Pick<SubmitGeneralRating, 'comments'>,
  commentsSelected: readonly Choice[],
  { commentsRequired: minComments }: GroupRun,
  { commentsPerPhotoMax: commentsMax }: GroupPolicy,
  issues: FieldIssue[],
): Comment[] {
  const asked = {
    commentsSelected,
    minComments,
    commentsMax,
    commentsNegative: true,
    index: generalIndex,
    subject: 'profile',
  } as const;
  return checkComments(comments, asked, (field, message) => void issues.push({ field, message }));
}
