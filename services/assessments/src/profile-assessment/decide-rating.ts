import { type FieldIssue, PRODUCT } from '@candid/contracts';
import { type Choice, type Comment, checkComments } from '../catalogue/catalogue.js';
import { generalIndex } from '../catalogue/general-catalogue.js';
import { checkLook } from '../photo-assessment/decide-ratings.js';
import { profileReward } from '../photo-assessment/decide-reward.js';
import { invalid } from '../photo-assessment/errors.js';
import { alreadyRated, ownProfile, profileComplete, profileEnded, profileUnknown } from './errors.js';
import {
  completionOf,
  hasFreeSlot,
  hasRated,
  isKeptFrom,
  liveSlotOf,
  type ProfileEvent,
  type ProfileState,
  type ProfileSubmission,
  type Round,
  roundOf,
  type SubmitProfileRating,
} from './profile-assessment.js';

/** Accepts a submission. A repeated submission emits nothing: the first answer stays valid. */
export function submitProfileRating(command: SubmitProfileRating, state: ProfileState): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId !== command.ownerId) throw profileUnknown();
  const { submissionId, assessorId, at } = command;
  const { photoIds, round } = state;
  if (assessorId === state.ownerId) throw ownProfile();
  if (repeatedProfileRating(command, round)) return [];
  const slot = liveSlotOf(round, assessorId, at);
  if (!command.isVisible && !slot) throw profileUnknown();
  if (hasRated(round, assessorId)) throw alreadyRated();
  const isCounted = isCountedNow(command, state);
  const issues: FieldIssue[] = [];
  // An assessor with a slot may submit the phrases that were selected at its reservation.
  const comments = checked(command, (slot ?? round).commentsSelected, round, issues);
  if (issues.length > 0) throw invalid(issues);
  if (slot) checkLook(slot, photoIds.length, command);
  // A submission without a slot counts and is not paid.
  const rewardTokens = slot ? profileReward(comments.length) : 0;
  const given = { ...roundOf(state), submissionId, assessorId, comments, rewardTokens, acceptedAt: at };
  if (!isCounted) return [{ type: 'UncountedProfileRatingAccepted', data: given }];
  const consumedTokens = PRODUCT.pricePerAssessorTokens;
  const accepted: ProfileEvent = { type: 'ProfileRatingAccepted', data: { ...given, photoIds, consumedTokens } };
  return round.assessorIds.length + 1 === round.testLimit ? [accepted, completionOf(state, at)] : [accepted];
}

/** If a hold or the assessor's own report follows the reservation, the submission is accepted and paid, not counted. */
function isCountedNow(
  { assessorId, hiddenPhotoIds = [], at }: SubmitProfileRating,
  state: Extract<ProfileState, { status: 'known' }>,
): boolean {
  const { round } = state;
  if (!isKeptFrom(state, assessorId, hiddenPhotoIds) && hasFreeSlot(round, assessorId, at)) return true;
  if (round.slots.some((slot) => slot.assessorId === assessorId && slot.isPaused)) return false;
  if (round.status === 'ended') throw profileEnded();
  throw profileComplete();
}

/** Returns the assessor's earlier submission in this round if its comments are the same; their order does not matter. */
export function repeatedProfileRating(
  command: Pick<SubmitProfileRating, 'assessorId' | 'comments'>,
  round: Round,
): ProfileSubmission | undefined {
  const first = round.submissions.find((submission) => submission.assessorId === command.assessorId);
  if (!first) return undefined;
  const issues: FieldIssue[] = [];
  const comments = checked(command, first.commentsSelected, round, issues);
  return issues.length === 0 && String(comments) === String(first.comments) ? first : undefined;
}

function checked(
  { comments }: Pick<SubmitProfileRating, 'comments'>,
  commentsSelected: readonly Choice[],
  { commentsRequired: minComments }: Round,
  issues: FieldIssue[],
): Comment[] {
  const asked = {
    commentsSelected,
    minComments,
    commentsMax: PRODUCT.commentsPerPhotoMax,
    commentsNegative: true,
    index: generalIndex,
    subject: 'profile',
  } as const;
  return checkComments(comments, asked, (field, message) => void issues.push({ field, message }));
}
