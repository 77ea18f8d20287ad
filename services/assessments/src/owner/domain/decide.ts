import type { Decider } from '@candid/event-store';
import type { OwnerCommand, ReserveStart, TakeStart } from './commands.js';
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
import { evolve, initialState, type OwnerState, poolAfterStart } from './state.js';

/** The next start is the first until a first assessment is under way or done. */
export const isFirstStart = (state: OwnerState): boolean => state.firstAssessment === null;

/** What is already so is no event: every command but a start may be given twice. */
export function decide(command: OwnerCommand, state: OwnerState, policy: OwnerPolicy): OwnerEvent[] {
  const { ownerId } = command;
  switch (command.type) {
    case 'ReserveStart':
      return reserveStart(command, state, policy);
    case 'TakeStart':
      return takeStart(command, state, policy);
    case 'ReleaseStart':
      return command.testId in state.openStarts ? [{ type: 'StartReleased', data: startOf(command) }] : [];
    case 'RecordReopening': {
      const { testId, photoId, at: reopenedAt } = command;
      if (state.pool[photoId]?.testId !== testId) throw putAway();
      return [{ type: 'AssessmentReopened', data: { ownerId, testId, photoId, reopenedAt } }];
    }
    case 'FinishFirstAssessment':
      if (!isFirstIn(state, command.testId, 'running')) return [];
      return [{ type: 'FirstAssessmentFinished', data: startOf(command) }];
    case 'RestartOnboarding':
      if (state.hasMadeFirstProfile || state.firstAssessment?.testId !== command.testId) return [];
      return [{ type: 'OnboardingRestarted', data: { ...startOf(command), ...returnedBy(command) } }];
    case 'RecordFirstProfile':
      // A first assessment that was started over meanwhile has no profile yet.
      if (state.hasMadeFirstProfile || state.firstAssessment?.status !== 'finished') return [];
      return [{ type: 'FirstProfileMade', data: { ownerId, photoId: command.photoId, madeAt: command.at } }];
    case 'RecordPhotoLeft': {
      // A late report of an older move says nothing about the assessment that runs now.
      const place = state.pool[command.photoId];
      if (!place || command.at < place.since) return [];
      return [{ type: 'PhotoLeftPool', data: { ownerId, photoId: command.photoId } }];
    }
    case 'OpenGroupRun':
      if (!state.hasMadeFirstProfile) throw onboardingIncomplete();
      if (state.groupRun) throw profileBeingAssessed();
      return [{ type: 'GroupRunOpened', data: groupRunOf(command) }];
    case 'CloseGroupRun':
      if (state.groupRun?.assessmentId !== command.assessmentId) return [];
      return [{ type: 'GroupRunClosed', data: groupRunOf(command) }];
    case 'ForgetPhoto':
      if (!(command.photoId in state.testsByPhoto)) return [];
      return [{ type: 'PhotoForgotten', data: { ownerId, photoId: command.photoId } }];
  }
}

/** Completed photos that are still in the pool keep their places there. */
function reserveStart(command: ReserveStart, state: OwnerState, policy: OwnerPolicy): OwnerEvent[] {
  const { ownerId, testId, photoIds, areStored, assessedPhotoIds, at } = command;
  const isFirstAssessment = isFirstStart(state);
  if (isFirstAssessment) {
    const isWrongCount = photoIds.length !== policy.firstAssessmentPhotos;
    if (isWrongCount) throw areStored ? onboardingIncomplete() : wrongFirstPhotoCount(policy.firstAssessmentPhotos);
  } else {
    if (state.firstAssessment?.status === 'reserved') throw startUnderWay();
    if (!state.hasMadeFirstProfile) throw onboardingIncomplete();
  }
  const isBusy = (photoId: string): boolean => assessedPhotoIds.includes(photoId) || isBeingStarted(photoId, state);
  if (photoIds.some(isBusy)) throw beingAssessed();
  const others = Object.keys(state.pool).filter((occupantId) => !photoIds.includes(occupantId));
  if (others.length + photoIds.length > policy.poolPhotosMax) throw poolFull(policy.poolPhotosMax);
  return [{ type: 'StartReserved', data: { ownerId, testId, photoIds, isFirstAssessment, reservedAt: at } }];
}

function isBeingStarted(photoId: string, state: OwnerState): boolean {
  const newestTestId = state.testsByPhoto[photoId];
  return newestTestId !== undefined && newestTestId in state.openStarts;
}

/** Photos that were moved out of the pool meanwhile come back into it: their places may have been taken. */
function takeStart({ testId, at, ...command }: TakeStart, state: OwnerState, policy: OwnerPolicy): OwnerEvent[] {
  if (!(testId in state.openStarts)) return [];
  const occupied = Object.keys(poolAfterStart(state, testId, at)).length;
  const hasComeBack = occupied > Object.keys(state.pool).length;
  if (hasComeBack && occupied > policy.poolPhotosMax) throw poolFull(policy.poolPhotosMax);
  return [{ type: 'StartTaken', data: { ...startOf({ ...command, testId }), takenAt: at } }];
}

const isFirstIn = (state: OwnerState, testId: string, status: 'running'): boolean =>
  state.firstAssessment?.testId === testId && state.firstAssessment.status === status;

const returnedBy = ({ givenBackTokens, restartTokens }: Extract<OwnerCommand, { type: 'RestartOnboarding' }>) => ({
  givenBackTokens,
  restartTokens,
});

const startOf = ({ ownerId, testId }: { ownerId: string; testId: string }) => ({ ownerId, testId });

const groupRunOf = ({
  ownerId,
  groupId,
  assessmentId,
}: {
  ownerId: string;
  groupId: string;
  assessmentId: string;
}) => ({
  ownerId,
  groupId,
  assessmentId,
});

export const ownerDecider = (policy: OwnerPolicy): Decider<OwnerState, OwnerCommand, OwnerEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
