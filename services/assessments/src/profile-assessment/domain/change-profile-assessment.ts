import { photoHeld } from '../../photo-assessment/domain/errors.js';
import type { ChangeProfileAssessment } from './commands.js';
import { completionOf } from './complete.js';
import { alreadyExtended, belowPromised, belowRated, otherPhotos, profileTaken, profileUnknown } from './errors.js';
import type { ProfileEvent } from './events.js';
import type { ProfilePolicy } from './policy.js';
import { liveSlots } from './slots.js';
import { among, startOf } from './start-profile-assessment.js';
import type { ProfileAssessment, ProfileState } from './state.js';
import { checkWanted, offered } from './wanted.js';

/** Changes the running round, or starts the next one. Emits nothing if nothing changes. */
export function changeProfileAssessment(
  command: ChangeProfileAssessment,
  state: ProfileState,
  policy: ProfilePolicy,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId !== command.ownerId) throw profileUnknown();
  checkWanted(command, policy);
  if (command.photoIds && !isSameSet(command.photoIds, state.photoIds)) throw otherPhotos();
  if (state.round.status !== 'running') return [runAgain(command, state, policy)];
  // The tokens of a held round stay in escrow until a moderator decides.
  if (state.round.heldPhotoIds.length > 0) throw photoHeld();
  const difference = command.assessors - state.round.testLimit;
  return [
    ...chooseComments(command, state),
    ...(difference > 0 ? extend(command, state, difference, policy) : []),
    ...(difference < 0 ? shrink(command, state, -difference, policy) : []),
  ];
}

/** Starts the next round. A completed round needs no confirmation before that. */
function runAgain(
  command: ChangeProfileAssessment,
  profileAssessment: ProfileAssessment,
  policy: ProfilePolicy,
): ProfileEvent {
  const { assessmentId, holdId, assessors, at } = command;
  // A request key may return after its stored answer is removed. It then yields the same ids, which are already used.
  if (profileAssessment.usedAssessmentIds.includes(assessmentId) || profileAssessment.usedHoldIds.includes(holdId))
    throw profileTaken();
  const { profileAssessmentId, ownerId, photoIds } = profileAssessment;
  const commentsSelected = offered(command.commentsSelected ?? profileAssessment.round.commentsSelected);
  const unscreened = among(photoIds, command.unscreenedPhotoIds);
  const round = { profileAssessmentId, assessmentId, ownerId, photoIds: [...photoIds], holdId, ...unscreened };
  return startOf(round, assessors, commentsSelected, at, policy);
}

function extend(
  { holdId, at }: ChangeProfileAssessment,
  profileAssessment: ProfileAssessment,
  difference: number,
  policy: ProfilePolicy,
): ProfileEvent[] {
  if (profileAssessment.usedHoldIds.includes(holdId)) throw alreadyExtended();
  const amountTokens = difference * policy.pricePerAssessorTokens;
  const testLimit = profileAssessment.round.testLimit + difference;
  const extension = { holdId, additionalAssessors: difference, testLimit, amountTokens, extendedAt: at };
  return [{ type: 'ProfileRoundExtended', data: { ...roundOf(profileAssessment), ...extension } }];
}

/** Never reduces the limit below the accepted submissions plus the live slots. */
function shrink(
  { refundId, at }: ChangeProfileAssessment,
  profileAssessment: ProfileAssessment,
  removedAssessors: number,
  policy: ProfilePolicy,
): ProfileEvent[] {
  const { round } = profileAssessment;
  const testLimit = round.testLimit - removedAssessors;
  const rated = round.assessorIds.length;
  if (testLimit < rated) throw belowRated(rated);
  const promised = liveSlots(round, at);
  if (testLimit < rated + promised) throw belowPromised(promised);
  const refundTokens = removedAssessors * policy.pricePerAssessorTokens;
  const shrunk = { refundId, removedAssessors, testLimit, refundTokens, shrunkAt: at };
  return [
    { type: 'ProfileRoundShrunk', data: { ...roundOf(profileAssessment), ...shrunk } },
    ...(testLimit === rated ? [completionOf(profileAssessment, at)] : []),
  ];
}

function chooseComments(
  { commentsSelected, at }: ChangeProfileAssessment,
  profileAssessment: ProfileAssessment,
): ProfileEvent[] {
  if (commentsSelected === undefined) return [];
  const chosen = offered(commentsSelected);
  if (String(chosen) === String(profileAssessment.round.commentsSelected)) return [];
  return [
    { type: 'ProfileCommentsChosen', data: { ...roundOf(profileAssessment), commentsSelected: chosen, chosenAt: at } },
  ];
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

const roundOf = ({ profileAssessmentId, ownerId, round: { assessmentId } }: ProfileAssessment) => ({
  profileAssessmentId,
  assessmentId,
  ownerId,
});
