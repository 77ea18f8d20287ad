import { PRODUCT } from '@candid/contracts';
import type { Aggregate, LoadedStream } from '@candid/event-store';
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
  type ProfileState,
  profileAssessmentStreamId,
  type ReserveProfileSlot,
  roundOf,
} from './profile-assessment.js';

function decide(command: ProfileCommand, state: ProfileState): ProfileEvent[] {
  switch (command.type) {
    case 'StartProfileAssessment':
      return startProfileAssessment(command, state);
    case 'ChangeProfileAssessment':
      return changeProfileAssessment(command, state);
    case 'ReserveProfileSlot':
      return reserveProfileSlot(command, state);
    case 'ReleaseProfileSlot':
      return releaseProfileSlot(command, state);
    case 'SubmitProfileRating':
      return submitProfileRating(command, state);
    case 'HoldProfilePhoto':
    case 'ReleaseProfilePhoto':
    case 'RecordProfilePhotoScreened':
    case 'ExcuseProfileAssessor':
      return moderateProfile(command, state);
    case 'EndProfileAssessment':
      return endProfileAssessment(command, state);
  }
}

/**
 * Reserves or renews a slot, within the limit of total slot time (`holdMsMax`). Emits nothing if the live slot cannot
 * be renewed. @throws DomainError NOT_FOUND if the assessor may not assess the profile
 */
function reserveProfileSlot(
  { assessorId, openingId, hiddenPhotoIds = [], holdMsMax, at }: ReserveProfileSlot,
  state: ProfileState,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId === assessorId) throw profileUnknown();
  const { round } = state;
  if (isKeptFrom(state, assessorId, hiddenPhotoIds)) throw profileUnknown();
  if (hasRated(round, assessorId) || !hasFreeSlot(round, assessorId, at)) throw profileUnknown();
  const live = liveSlotOf(round, assessorId, at);
  const isAsPromised = live?.commentsSelected === round.commentsSelected && !live.isPaused;
  const time = slotTimeOf({ live, isAsPromised, heldMs: round.heldMs[assessorId], holdMsMax, at });
  if (!time) {
    if (live) return [];
    throw profileUnknown();
  }
  const slot = { openingId, assessorId, reservedAt: at, ...time };
  return [{ type: 'ProfileSlotReserved', data: { ...roundOf(state), ...slot } }];
}

/** Releases the slot of the opening. Emits nothing if the slot is already over. */
function releaseProfileSlot(
  { openingId, assessorId, at }: Extract<ProfileCommand, { type: 'ReleaseProfileSlot' }>,
  state: ProfileState,
): ProfileEvent[] {
  if (state.status === 'unknown') return [];
  if (liveSlotOf(state.round, assessorId, at)?.openingId !== openingId) return [];
  return [{ type: 'ProfileSlotReleased', data: { ...roundOf(state), openingId, assessorId, releasedAt: at } }];
}

/** Ends a running round with a refund, or confirms a completed one. Emits nothing if the round is already over. */
function endProfileAssessment(
  { ownerId, reason, at }: Extract<ProfileCommand, { type: 'EndProfileAssessment' }>,
  state: ProfileState,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId !== ownerId) throw profileUnknown();
  const { testLimit, assessorIds, status } = state.round;
  if (status === 'running') {
    const refundTokens = (testLimit - assessorIds.length) * PRODUCT.pricePerAssessorTokens;
    return [{ type: 'ProfileRoundEnded', data: { ...roundOf(state), reason, refundTokens, endedAt: at } }];
  }
  // The owner's request confirms a completed round. Any other reason leaves it unchanged.
  if (state.hasConfirmed || reason !== 'owner') return [];
  return [{ type: 'ProfileRoundConfirmed', data: { ...roundOf(state), confirmedAt: at } }];
}

/** Emits nothing if nothing changes. */
function moderateProfile(command: ModerateProfile, state: ProfileState): ProfileEvent[] {
  if (state.status === 'unknown') return [];
  const { round, photoIds, excusedIds } = state;
  const { at } = command;
  if (command.type === 'ExcuseProfileAssessor') {
    const { assessorId } = command;
    if (excusedIds.includes(assessorId)) return [];
    return [{ type: 'ProfileAssessorExcused', data: { ...roundOf(state), assessorId, excusedAt: at } }];
  }
  const { photoId } = command;
  const ofPhoto = { ...roundOf(state), photoId };
  const isHeld = round.heldPhotoIds.includes(photoId);
  switch (command.type) {
    case 'HoldProfilePhoto':
      // Only a running round is held; no round starts with a held photo.
      if (isHeld || round.status !== 'running' || !photoIds.includes(photoId)) return [];
      return [{ type: 'ProfileRoundHeld', data: { ...ofPhoto, heldAt: at } }];
    case 'ReleaseProfilePhoto':
      return isHeld ? [{ type: 'ProfileRoundReleased', data: { ...ofPhoto, releasedAt: at } }] : [];
    case 'RecordProfilePhotoScreened':
      if (!round.unscreenedPhotoIds.includes(photoId)) return [];
      return [{ type: 'ProfilePhotoScreened', data: { ...ofPhoto, screenedAt: at } }];
  }
}

export const profileAssessmentStreams: Aggregate<ProfileState, ProfileCommand, ProfileEvent> = {
  initialState,
  evolve,
  decide,
  streamOf: profileAssessmentStreamId,
};

export type LoadedProfileAssessment = LoadedStream<ProfileState, ProfileCommand, ProfileEvent>;
