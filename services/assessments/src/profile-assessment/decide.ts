import { PRODUCT } from '@candid/contracts';
import type { Aggregate, Decider, LoadedStream } from '@candid/event-store';
import { slotTimeOf } from '../photo-assessment/photo-assessment.js';
import { submitProfileRating } from './decide-rating.js';
import { changeProfileAssessment, startProfileAssessment } from './decide-round.js';
import { profileUnknown } from './errors.js';
import { evolve } from './evolve.js';
import {
  hasFreeSlot,
  hasRated,
  initialState,
  isKeptFrom,
  liveSlotOf,
  type ModerateProfile,
  type ProfileCommand,
  type ProfileEvent,
  type ProfilePolicy,
  type ProfileState,
  profileAssessmentStreamId,
  type ReserveProfileSlot,
  type Round,
} from './profile-assessment.js';

function decide(command: ProfileCommand, state: ProfileState, policy: ProfilePolicy): ProfileEvent[] {
  switch (command.type) {
    case 'StartProfileAssessment':
      return startProfileAssessment(command, state, policy);
    case 'ChangeProfileAssessment':
      return changeProfileAssessment(command, state, policy);
    case 'ReserveProfileSlot':
      return reserveProfileSlot(command, state, policy);
    case 'ReleaseProfileSlot':
      return releaseProfileSlot(command, state);
    case 'SubmitProfileRating':
      return submitProfileRating(command, state, policy);
    case 'HoldProfilePhoto':
    case 'ReleaseProfilePhoto':
    case 'RecordProfilePhotoScreened':
    case 'ExcuseProfileAssessor':
      return moderateProfile(command, state);
    case 'EndProfileAssessment':
      return endProfileAssessment(command, state, policy);
  }
}

export const profileAssessmentDecider = (
  policy: ProfilePolicy,
): Decider<ProfileState, ProfileCommand, ProfileEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});

/**
 * Reserves or renews a slot, within the limit of total slot time (`holdMsMax`). Emits nothing if the live slot cannot
 * be renewed. @throws DomainError NOT_FOUND if the assessor may not assess the profile
 */
function reserveProfileSlot(
  { assessorId, openingId, hiddenPhotoIds = [], holdMsMax, at }: ReserveProfileSlot,
  state: ProfileState,
  policy: ProfilePolicy,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId === assessorId) throw profileUnknown();
  const { profileAssessmentId, ownerId, round } = state;
  if (isKeptFrom(state, assessorId, hiddenPhotoIds)) throw profileUnknown();
  if (hasRated(round, assessorId) || !hasFreeSlot(round, assessorId, at)) throw profileUnknown();
  const live = liveSlotOf(round, assessorId, at);
  const isAsPromised = live?.commentsSelected === round.commentsSelected && !live.isPaused;
  const heldMs = round.heldMs[assessorId] ?? 0;
  const time = slotTimeOf({ live, isAsPromised, heldMs, holdMsMax, slotMs: policy.slotMs, at });
  if (!time) {
    if (live) return [];
    throw profileUnknown();
  }
  const { assessmentId } = round;
  const slot = { openingId, assessorId, reservedAt: at, ...time };
  return [{ type: 'ProfileSlotReserved', data: { profileAssessmentId, assessmentId, ownerId, ...slot } }];
}

/** Releases the slot of the opening. Emits nothing if it is already over. */
function releaseProfileSlot(
  { openingId, assessorId, at }: Extract<ProfileCommand, { type: 'ReleaseProfileSlot' }>,
  state: ProfileState,
): ProfileEvent[] {
  if (state.status === 'unknown') return [];
  const { profileAssessmentId, ownerId, round } = state;
  if (liveSlotOf(round, assessorId, at)?.openingId !== openingId) return [];
  const { assessmentId } = round;
  return [
    {
      type: 'ProfileSlotReleased',
      data: { profileAssessmentId, assessmentId, ownerId, openingId, assessorId, releasedAt: at },
    },
  ];
}

/** Ends a running round with a refund, or confirms a completed one. Emits nothing if the round is already over. */
function endProfileAssessment(
  { ownerId, reason, at }: Extract<ProfileCommand, { type: 'EndProfileAssessment' }>,
  state: ProfileState,
  policy: ProfilePolicy,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId !== ownerId) throw profileUnknown();
  const { profileAssessmentId, round, hasConfirmed } = state;
  const roundOf = { profileAssessmentId, assessmentId: round.assessmentId, ownerId };
  if (round.status === 'running') {
    const refundTokens = profileRefundTokensOf(round, policy);
    return [{ type: 'ProfileRoundEnded', data: { ...roundOf, reason, refundTokens, endedAt: at } }];
  }
  // Only the owner confirms a completed round; any other reason has no effect on it.
  if (hasConfirmed || reason !== 'owner') return [];
  return [{ type: 'ProfileRoundConfirmed', data: { ...roundOf, confirmedAt: at } }];
}

/** Refund of a running round in tokens: (testLimit − testTimesRated) × 5. */
const profileRefundTokensOf = ({ testLimit, assessorIds }: Round, policy: ProfilePolicy): number =>
  (testLimit - assessorIds.length) * policy.pricePerAssessorTokens;

/** Pauses or resumes the running round, or excuses an assessor from the profile. Emits nothing if nothing changes. */
function moderateProfile(command: ModerateProfile, state: ProfileState): ProfileEvent[] {
  if (state.status === 'unknown') return [];
  const { profileAssessmentId, ownerId, round, photoIds, excusedIds } = state;
  const roundOf = { profileAssessmentId, assessmentId: round.assessmentId, ownerId };
  const { at } = command;
  if (command.type === 'ExcuseProfileAssessor') {
    const { assessorId } = command;
    if (excusedIds.includes(assessorId)) return [];
    return [{ type: 'ProfileAssessorExcused', data: { ...roundOf, assessorId, excusedAt: at } }];
  }
  const { photoId } = command;
  const isHeld = round.heldPhotoIds.includes(photoId);
  switch (command.type) {
    case 'HoldProfilePhoto':
      // Only a running round is held; no round starts with a held photo.
      if (isHeld || round.status !== 'running' || !photoIds.includes(photoId)) return [];
      return [{ type: 'ProfileRoundHeld', data: { ...roundOf, photoId, heldAt: at } }];
    case 'ReleaseProfilePhoto':
      return isHeld ? [{ type: 'ProfileRoundReleased', data: { ...roundOf, photoId, releasedAt: at } }] : [];
    case 'RecordProfilePhotoScreened':
      if (!round.unscreenedPhotoIds.includes(photoId)) return [];
      return [{ type: 'ProfilePhotoScreened', data: { ...roundOf, photoId, screenedAt: at } }];
  }
}

export const profileAssessmentStreams: Aggregate<ProfileState, ProfileCommand, ProfileEvent> = {
  ...profileAssessmentDecider(PRODUCT),
  streamOf: profileAssessmentStreamId,
};

export type LoadedProfileAssessment = LoadedStream<ProfileState, ProfileCommand, ProfileEvent>;
