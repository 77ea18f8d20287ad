import { type FieldIssue, PRODUCT } from '@candid/contracts';
import type { Choice } from '../catalogue/catalogue.js';
import { generalIndex } from '../catalogue/general-catalogue.js';
import { photoHeld } from '../owner/owner.js';
import { alreadyExtended, belowPromised, invalid } from '../photo-assessment/errors.js';
import { belowRated, otherPhotos, profileTaken, profileUnknown } from './errors.js';
import {
  type ChangeProfileAssessment,
  completionOf,
  liveSlots,
  type ProfileAssessment,
  type ProfileEvent,
  type ProfileState,
  type RoundCommand,
  roundOf,
  type StartProfileAssessment,
} from './profile-assessment.js';

export function startProfileAssessment(command: StartProfileAssessment, state: ProfileState): ProfileEvent[] {
  checkWanted(command);
  // Each request gets a new profile assessment id from the server. A second start under the same id would mix two holds.
  if (state.status !== 'unknown') throw profileTaken();
  return [roundStarted(command, command)];
}

function roundStarted(
  { profileAssessmentId, ownerId, photoIds }: Pick<ProfileAssessment, 'profileAssessmentId' | 'ownerId' | 'photoIds'>,
  { assessmentId, holdId, assessors: testLimit, commentsSelected, unscreenedPhotoIds = [], at }: RoundCommand,
): ProfileEvent {
  const unscreened = photoIds.filter((photoId) => unscreenedPhotoIds.includes(photoId));
  return {
    type: 'ProfileRoundStarted',
    data: {
      ...{ profileAssessmentId, assessmentId, ownerId, photoIds: [...photoIds], holdId, testLimit },
      amountTokens: testLimit * PRODUCT.pricePerAssessorTokens,
      commentsSelected: offered(commentsSelected),
      commentsRequired: PRODUCT.profileCommentsMin,
      startedAt: at,
      ...(unscreened.length > 0 && { unscreenedPhotoIds: unscreened }),
    },
  };
}

/** Changes the running round, or starts the next one. Emits nothing if nothing changes. */
export function changeProfileAssessment(command: ChangeProfileAssessment, state: ProfileState): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId !== command.ownerId) throw profileUnknown();
  checkWanted(command);
  if (command.photoIds && !isSameSet(command.photoIds, state.photoIds)) throw otherPhotos();
  if (state.round.status !== 'running') return [runAgain(command, state)];
  // The tokens of a held round stay in escrow until a moderator decides.
  if (state.round.heldPhotoIds.length > 0) throw photoHeld();
  const difference = command.assessors - state.round.testLimit;
  return [
    ...chooseComments(command, state),
    ...(difference > 0 ? extend(command, state, difference) : []),
    ...(difference < 0 ? shrink(command, state, -difference) : []),
  ];
}

/** Starts the next round. The owner need not confirm a completed round first. */
function runAgain(command: ChangeProfileAssessment, profileAssessment: ProfileAssessment): ProfileEvent {
  const { assessmentId, holdId, commentsSelected = profileAssessment.round.commentsSelected } = command;
  // A client may reuse a request key whose stored answer is removed. The key then yields ids that are already used.
  if (profileAssessment.usedAssessmentIds.includes(assessmentId) || profileAssessment.usedHoldIds.includes(holdId))
    throw profileTaken();
  return roundStarted(profileAssessment, { ...command, commentsSelected });
}

function extend(
  { holdId, at }: ChangeProfileAssessment,
  profileAssessment: ProfileAssessment,
  difference: number,
): ProfileEvent[] {
  if (profileAssessment.usedHoldIds.includes(holdId)) throw alreadyExtended();
  const amountTokens = difference * PRODUCT.pricePerAssessorTokens;
  const testLimit = profileAssessment.round.testLimit + difference;
  const extension = { holdId, additionalAssessors: difference, testLimit, amountTokens, extendedAt: at };
  return [{ type: 'ProfileRoundExtended', data: { ...roundOf(profileAssessment), ...extension } }];
}

/** Never reduces the limit below the accepted submissions plus the live slots. */
function shrink(
  { refundId, at }: ChangeProfileAssessment,
  profileAssessment: ProfileAssessment,
  removedAssessors: number,
): ProfileEvent[] {
  const { round } = profileAssessment;
  const testLimit = round.testLimit - removedAssessors;
  const rated = round.assessorIds.length;
  if (testLimit < rated) throw belowRated(rated);
  const promised = liveSlots(round, at).length;
  if (testLimit < rated + promised) throw belowPromised(promised, 'profile');
  const refundTokens = removedAssessors * PRODUCT.pricePerAssessorTokens;
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

/** @throws DomainError VALIDATION_FAILED with the product's texts and the field names of the HTTP contract */
function checkWanted({ photoIds, assessors, commentsSelected }: RoundCommand & { photoIds: string[] | undefined }) {
  const issues: FieldIssue[] = [];
  const { assessorsMin, assessorsMax } = PRODUCT;
  if (assessors < assessorsMin) {
    issues.push({ field: 'evaluatorsCount', message: 'Please select at least 1 evaluator' });
  } else if (!Number.isInteger(assessors) || assessors > assessorsMax) {
    issues.push({ field: 'evaluatorsCount', message: `Please select ${assessorsMin} to ${assessorsMax} evaluators.` });
  }
  if (photoIds && new Set(photoIds).size < photoIds.length) {
    issues.push({ field: 'photoIds', message: 'A photo is there twice.' });
  }
  const unknown = (commentsSelected ?? []).findIndex((choice) => !generalIndex.findPhrase(...choice));
  if (unknown >= 0) {
    issues.push({ field: `commentsSelected[${unknown}]`, message: 'There is no such comment in the catalogue.' });
  }
  if (issues.length > 0) throw invalid(issues);
}

/** Selected phrases in catalogue order, each once. No selection means every phrase. */
function offered(commentsSelected: readonly Choice[] | undefined): Choice[] {
  const chosen = new Set(commentsSelected?.map(String));
  return generalIndex.allChoices
    .filter((choice) => chosen.size === 0 || chosen.has(String(choice)))
    .map(([sectionId, phraseId]) => [sectionId, phraseId]);
}
