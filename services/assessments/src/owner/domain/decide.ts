import type { Decider } from '@candid/event-store';
import type { OpenProfileRound, OwnerCommand, ReserveStart, TakeStart } from './commands.js';
import { decideModeration, isModeration, requireActive, requireAssessable } from './decide-moderation.js';
import {
  beingAssessed,
  onboardingIncomplete,
  poolFull,
  profileBeingAssessed,
  putAway,
  startUnderWay,
  wrongFirstPhotoCount,
} from './errors.js';
import type { OwnerEvent } from './events.js';
import type { OwnerPolicy } from './policy.js';
import { evolve, initialState, knownPhotosOf, type OwnerState, poolAfterStart } from './state.js';

/** True while no first assessment is reserved, running or finished. */
export const isFirstStart = (state: OwnerState): boolean => state.firstAssessment === null;

/**
 * Emits nothing if nothing changes. Every command may be repeated, except starts, reopenings and openings of rounds.
 */
export function decide(command: OwnerCommand, state: OwnerState, policy: OwnerPolicy): OwnerEvent[] {
  if (isModeration(command)) return decideModeration(command, state);
  const { ownerId } = command;
  switch (command.type) {
    case 'ReserveStart':
      return reserveStart(command, state, policy);
    case 'TakeStart':
      return takeStart(command, state, policy);
    case 'ReleaseStart':
      return command.photoAssessmentId in state.openStarts ? [{ type: 'StartReleased', data: startOf(command) }] : [];
    case 'RecordReopening': {
      const { photoAssessmentId, photoId, at: reopenedAt } = command;
      requireActive(state, reopenedAt);
      if (state.pool[photoId]?.photoAssessmentId !== photoAssessmentId) throw putAway();
      return [{ type: 'AssessedPhotoReopened', data: { ownerId, photoAssessmentId, photoId, reopenedAt } }];
    }
    case 'FinishFirstAssessment':
      if (!isFirstIn(state, command.photoAssessmentId, 'running')) return [];
      return [{ type: 'FirstAssessmentFinished', data: startOf(command) }];
    case 'RestartOnboarding':
      if (state.hasMadeFirstProfile || state.firstAssessment?.photoAssessmentId !== command.photoAssessmentId)
        return [];
      return [{ type: 'OnboardingRestarted', data: { ...startOf(command), ...returnedBy(command) } }];
    case 'RecordFirstProfile':
      // A first assessment that was reset meanwhile does not lead to a first profile.
      if (state.hasMadeFirstProfile || state.firstAssessment?.status !== 'finished') return [];
      return [{ type: 'FirstProfileMade', data: { ownerId, photoId: command.photoId, madeAt: command.at } }];
    case 'RecordPhotoLeft': {
      // A late event about an older move does not concern the assessment that runs now.
      const place = state.pool[command.photoId];
      if (!place || command.at < place.since) return [];
      return [{ type: 'PhotoLeftPool', data: { ownerId, photoId: command.photoId } }];
    }
    case 'OpenProfileRound':
      requireActive(state, command.at);
      if (!state.hasMadeFirstProfile) throw onboardingIncomplete();
      if (state.profileRound) throw profileBeingAssessed();
      requireAssessable(state, command.photoIds);
      return [{ type: 'ProfileRoundOpened', data: profileRoundOf(command) }];
    case 'CloseProfileRound':
      if (state.profileRound?.assessmentId !== command.assessmentId) return [];
      return [{ type: 'ProfileRoundClosed', data: profileRoundOf(command) }];
    case 'ForgetPhoto':
      if (!knownPhotosOf(state).includes(command.photoId)) return [];
      return [{ type: 'PhotoForgotten', data: { ownerId, photoId: command.photoId } }];
  }
}

/** Reserves a start. Completed photos count towards the pool limit until they leave the pool. */
function reserveStart(command: ReserveStart, state: OwnerState, policy: OwnerPolicy): OwnerEvent[] {
  const { ownerId, photoAssessmentId, photoIds, areStored, assessedPhotoIds, at } = command;
  requireActive(state, at);
  const isFirstAssessment = isFirstStart(state);
  if (isFirstAssessment) {
    const isWrongCount = photoIds.length !== policy.firstAssessmentPhotos;
    if (isWrongCount) throw areStored ? onboardingIncomplete() : wrongFirstPhotoCount(policy.firstAssessmentPhotos);
  } else {
    if (state.firstAssessment?.status === 'reserved') throw startUnderWay();
    if (!state.hasMadeFirstProfile) throw onboardingIncomplete();
  }
  requireAssessable(state, photoIds);
  const isBusy = (photoId: string): boolean => assessedPhotoIds.includes(photoId) || isBeingStarted(photoId, state);
  if (photoIds.some(isBusy)) throw beingAssessed();
  const others = Object.keys(state.pool).filter((occupantId) => !photoIds.includes(occupantId));
  if (others.length + photoIds.length > policy.poolPhotosMax) throw poolFull(policy.poolPhotosMax);
  return [{ type: 'StartReserved', data: { ownerId, photoAssessmentId, photoIds, isFirstAssessment, reservedAt: at } }];
}

function isBeingStarted(photoId: string, state: OwnerState): boolean {
  const newestAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return newestAssessmentId !== undefined && newestAssessmentId in state.openStarts;
}

/**
 * Confirms a start. A photo that left the pool meanwhile returns to it. @throws DomainError POOL_FULL without room for
 * it
 */
function takeStart(
  { photoAssessmentId, at, ...command }: TakeStart,
  state: OwnerState,
  policy: OwnerPolicy,
): OwnerEvent[] {
  if (!(photoAssessmentId in state.openStarts)) return [];
  const occupied = Object.keys(poolAfterStart(state, photoAssessmentId, at)).length;
  const hasComeBack = occupied > Object.keys(state.pool).length;
  if (hasComeBack && occupied > policy.poolPhotosMax) throw poolFull(policy.poolPhotosMax);
  return [{ type: 'StartTaken', data: { ...startOf({ ...command, photoAssessmentId }), takenAt: at } }];
}

const isFirstIn = (state: OwnerState, photoAssessmentId: string, status: 'running'): boolean =>
  state.firstAssessment?.photoAssessmentId === photoAssessmentId && state.firstAssessment.status === status;

const returnedBy = ({ givenBackTokens, restartTokens }: Extract<OwnerCommand, { type: 'RestartOnboarding' }>) => ({
  givenBackTokens,
  restartTokens,
});

const startOf = ({ ownerId, photoAssessmentId }: { ownerId: string; photoAssessmentId: string }) => ({
  ownerId,
  photoAssessmentId,
});

const profileRoundOf = ({
  ownerId,
  profileAssessmentId,
  assessmentId,
}: Pick<OpenProfileRound, 'ownerId' | 'profileAssessmentId' | 'assessmentId'>) => ({
  ownerId,
  profileAssessmentId,
  assessmentId,
});

export const ownerDecider = (policy: OwnerPolicy): Decider<OwnerState, OwnerCommand, OwnerEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
