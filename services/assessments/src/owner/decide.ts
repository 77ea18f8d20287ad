import { PRODUCT } from '@candid/contracts';
import type { Aggregate, LoadedStream } from '@candid/event-store';
import {
  accountSuspended,
  beingAssessed,
  cropWanted,
  evolve,
  initialState,
  knownPhotosOf,
  type OfRound,
  type OfStart,
  type OwnerCommand,
  type OwnerEvent,
  type OwnerState,
  onboardingIncomplete,
  ownerStreamId,
  type PhotoCommand,
  photoHeld,
  photoUnknown,
  poolAfterStart,
  poolFull,
  profileBeingAssessed,
  putAway,
  type ReserveStart,
  startUnderWay,
  suspensionOf,
  type TakeStart,
  wrongFirstPhotoCount,
} from './owner.js';

/** True while no first assessment is reserved, running or finished. */
export const isFirstStart = (state: OwnerState): boolean => state.firstAssessment === null;

/** Emits nothing if nothing changes. Every command may be repeated, except starts, reopenings and openings of rounds. */
function decide(command: OwnerCommand, state: OwnerState): OwnerEvent[] {
  const { ownerId } = command;
  switch (command.type) {
    case 'ReserveStart':
      return reserveStart(command, state);
    case 'TakeStart':
      return takeStart(command, state);
    case 'ReleaseStart':
      return command.photoAssessmentId in state.openStarts ? [{ type: 'StartReleased', data: startOf(command) }] : [];
    case 'RecordReopening': {
      const { photoAssessmentId, photoId, at: reopenedAt } = command;
      requireActive(state, reopenedAt);
      if (state.pool[photoId]?.photoAssessmentId !== photoAssessmentId) throw putAway();
      return [{ type: 'AssessedPhotoReopened', data: { ownerId, photoAssessmentId, photoId, reopenedAt } }];
    }
    case 'FinishFirstAssessment': {
      const { photoAssessmentId, status } = state.firstAssessment ?? {};
      if (photoAssessmentId !== command.photoAssessmentId || status !== 'running') return [];
      return [{ type: 'FirstAssessmentFinished', data: startOf(command) }];
    }
    case 'RestartOnboarding': {
      const { photoAssessmentId, givenBackTokens, restartTokens } = command;
      if (state.hasMadeFirstProfile || state.firstAssessment?.photoAssessmentId !== photoAssessmentId) return [];
      return [{ type: 'OnboardingRestarted', data: { ownerId, photoAssessmentId, givenBackTokens, restartTokens } }];
    }
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
      return [{ type: 'ProfileRoundOpened', data: roundOf(command) }];
    case 'CloseProfileRound':
      if (state.profileRound?.assessmentId !== command.assessmentId) return [];
      return [{ type: 'ProfileRoundClosed', data: roundOf(command) }];
    case 'ForgetPhoto':
      if (!knownPhotosOf(state).includes(command.photoId)) return [];
      return [{ type: 'PhotoForgotten', data: { ownerId, photoId: command.photoId } }];
    case 'Suspend': {
      const { statementId, until, at: suspendedAt } = command;
      if (statementId in state.suspensions) return [];
      return [{ type: 'OwnerSuspended', data: { ownerId, statementId, until, suspendedAt } }];
    }
    case 'Reinstate': {
      const { statementId, at: reinstatedAt } = command;
      if (!(statementId in state.suspensions)) return [];
      return [{ type: 'OwnerReinstated', data: { ownerId, statementId, reinstatedAt } }];
    }
    default:
      return moderatePhoto(command, state);
  }
}

function moderatePhoto(command: PhotoCommand, state: OwnerState): OwnerEvent[] {
  const { ownerId, photoId, at } = command;
  const photo = { ownerId, photoId };
  const isHeld = state.heldPhotos.includes(photoId);
  const barred = state.barredPhotos[photoId];
  switch (command.type) {
    case 'HoldPhoto':
      return isHeld || barred === 'removed' ? [] : [{ type: 'OwnerPhotoHeld', data: { ...photo, heldAt: at } }];
    case 'ReleasePhoto':
      return isHeld ? [{ type: 'OwnerPhotoReleased', data: { ...photo, releasedAt: at } }] : [];
    case 'BarPhoto': {
      const { how } = command;
      return !isHeld && barred === how ? [] : [{ type: 'OwnerPhotoBarred', data: { ...photo, how, barredAt: at } }];
    }
    case 'RestorePhoto':
      return barred === undefined ? [] : [{ type: 'OwnerPhotoRestored', data: { ...photo, restoredAt: at } }];
    case 'AwaitScreening':
      if (photoId in state.screening) return [];
      return [{ type: 'OwnerPhotoAwaitsScreening', data: { ...photo, awaitedAt: at } }];
    case 'RecordScreening':
      if (state.screening[photoId] === 'done') return [];
      return [{ type: 'OwnerPhotoScreened', data: { ...photo, screenedAt: at } }];
  }
}

/** Reserves a start. Completed photos count towards the pool limit until they leave the pool. */
function reserveStart(command: ReserveStart, state: OwnerState): OwnerEvent[] {
  const { ownerId, photoAssessmentId, photoIds, areStored, assessedPhotoIds, at } = command;
  requireActive(state, at);
  const isFirstAssessment = isFirstStart(state);
  if (isFirstAssessment) {
    if (photoIds.length !== PRODUCT.firstAssessmentPhotos)
      throw areStored ? onboardingIncomplete() : wrongFirstPhotoCount();
  } else {
    if (state.firstAssessment?.status === 'reserved') throw startUnderWay();
    if (!state.hasMadeFirstProfile) throw onboardingIncomplete();
  }
  requireAssessable(state, photoIds);
  const isBusy = (photoId: string): boolean => assessedPhotoIds.includes(photoId) || isBeingStarted(photoId, state);
  if (photoIds.some(isBusy)) throw beingAssessed();
  const others = Object.keys(state.pool).filter((occupantId) => !photoIds.includes(occupantId));
  if (others.length + photoIds.length > PRODUCT.poolPhotosMax) throw poolFull();
  return [{ type: 'StartReserved', data: { ownerId, photoAssessmentId, photoIds, isFirstAssessment, reservedAt: at } }];
}

function isBeingStarted(photoId: string, state: OwnerState): boolean {
  const newestAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return newestAssessmentId !== undefined && newestAssessmentId in state.openStarts;
}

/** Confirms a start. A photo that left the pool meanwhile returns to it. @throws DomainError POOL_FULL */
function takeStart({ ownerId, photoAssessmentId, at }: TakeStart, state: OwnerState): OwnerEvent[] {
  if (!(photoAssessmentId in state.openStarts)) return [];
  const occupied = Object.keys(poolAfterStart(state, photoAssessmentId, at)).length;
  const hasComeBack = occupied > Object.keys(state.pool).length;
  if (hasComeBack && occupied > PRODUCT.poolPhotosMax) throw poolFull();
  return [{ type: 'StartTaken', data: { ownerId, photoAssessmentId, takenAt: at } }];
}

const startOf = ({ ownerId, photoAssessmentId }: OfStart): OfStart => ({ ownerId, photoAssessmentId });

const roundOf = ({ ownerId, profileAssessmentId, assessmentId }: OfRound): OfRound => ({
  ownerId,
  profileAssessmentId,
  assessmentId,
});

/** @throws DomainError ACCOUNT_SUSPENDED */
function requireActive(state: OwnerState, at: string): void {
  const suspension = suspensionOf(state, at);
  if (suspension) throw accountSuspended(suspension.until);
}

/** @throws DomainError NOT_FOUND for a removed photo, PHOTO_HELD for a photo that is held or needs another crop */
function requireAssessable({ heldPhotos, barredPhotos }: OwnerState, photoIds: readonly string[]): void {
  if (photoIds.some((photoId) => barredPhotos[photoId] === 'removed')) throw photoUnknown();
  if (photoIds.some((photoId) => heldPhotos.includes(photoId))) throw photoHeld();
  if (photoIds.some((photoId) => barredPhotos[photoId] === 'crop')) throw cropWanted();
}

export const ownerStreams: Aggregate<OwnerState, OwnerCommand, OwnerEvent> = {
  initialState,
  evolve,
  decide,
  streamOf: ownerStreamId,
};

export type LoadedOwner = LoadedStream<OwnerState, OwnerCommand, OwnerEvent>;
