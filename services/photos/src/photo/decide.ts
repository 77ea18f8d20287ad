import { type Decider, DomainError } from '@candid/event-store';
import {
  type CommandOf,
  type PhotoCommand,
  type PlannerAdmission,
  photoExists,
  photoIsAssessed,
  photoNotFound,
} from './commands.js';
import { isNeededByCase, moderate } from './moderate.js';
import { isCropWanted, isHeld, isRemoved } from './moderation.js';
import { evolve, initialState, type KeptPhoto, type PhotoEvent, type PhotoState } from './photo.js';

export function decide(command: PhotoCommand, state: PhotoState): PhotoEvent[] {
  switch (command.type) {
    case 'UploadPhoto':
      return upload(command, state);
    case 'MoveToProfile':
      return moveToProfile(ownPhoto(state, command.userId), command.planner);
    case 'MoveToBank':
      return moveToBank(ownPhoto(state, command.userId));
    case 'ReturnFromTesting':
      return returnFromTesting(ownPhoto(state, command.userId), command.planner);
    case 'ChooseReturnPlace':
      return chooseReturnPlace(ownPhoto(state, command.userId), command);
    case 'DeletePhoto':
      return deletePhoto(
        command.withAccount ? ownedPhoto(state, command.userId) : ownPhoto(state, command.userId),
        command.reportableUntil ?? null,
      );
    case 'ReplacePhoto':
      return replacePhoto(ownPhoto(state, command.userId), command.reportableUntil);
    case 'ScreenPhoto':
      return screen(command, state);
    case 'StartTest':
    case 'CountRating':
    case 'EndTest':
    case 'ResetTest':
    case 'GiveUpWaiting':
      return follow(command, state);
    default:
      return state.status === 'absent' ? [] : moderate(command, state);
  }
}

type Fact = CommandOf<'StartTest' | 'CountRating' | 'EndTest' | 'ResetTest' | 'GiveUpWaiting'>;

/** Never refuses facts from other services. Facts may arrive late, or after the photo's deletion. */
function follow(command: Fact, state: PhotoState): PhotoEvent[] {
  if (state.status === 'absent') throw photoNotFound();
  if (state.status === 'deleted') return [];
  switch (command.type) {
    case 'StartTest':
      return startTest(state, command.photoAssessmentId);
    case 'CountRating':
      if (state.resetTests.includes(command.photoAssessmentId)) return [];
      return [{ type: 'PhotoRated', data: { photoAssessmentId: command.photoAssessmentId } }];
    case 'EndTest':
      return endTest(state, command.photoAssessmentId, command.planner);
    case 'ResetTest':
      return resetTest(state, command.photoAssessmentId);
    case 'GiveUpWaiting':
      return giveUpWaiting(state, command);
  }
}

/**
 * The photo assessment may have started nevertheless, if its event is late. The appended event therefore names the photo
 * assessment, so that no consumer mistakes it for a move by the owner.
 */
function giveUpWaiting(photo: KeptPhoto, { now, waitMs }: CommandOf<'GiveUpWaiting'>): PhotoEvent[] {
  const { photoId, userId, section, photoAssessmentId, testStarted, uploadedAt } = photo;
  const isOver = uploadedAt.getTime() + waitMs <= now.getTime();
  if (section !== 'testing' || testStarted || photoAssessmentId === null || !isOver) return [];
  const data = { photoId, userId, wasInProfile: false, awaitedPhotoAssessmentId: photoAssessmentId };
  return [{ type: 'PhotoReturnedToBank', data }];
}

function ownedPhoto(state: PhotoState, userId: string): KeptPhoto {
  if (state.status !== 'kept' || state.userId !== userId) throw photoNotFound();
  return state;
}

/** The owner can neither move nor delete a removed photo. */
export function ownPhoto(state: PhotoState, userId: string): KeptPhoto {
  const photo = ownedPhoto(state, userId);
  if (isRemoved(photo.moderation)) throw photoNotFound();
  return photo;
}

function upload(command: CommandOf<'UploadPhoto'>, state: PhotoState): PhotoEvent[] {
  if (state.status !== 'absent') throw photoExists();
  const { photoId, userId, photoAssessmentId, awaitsScreening, now } = command;
  const data = { photoId, userId, photoAssessmentId, uploadedAt: now.toISOString() };
  return [{ type: 'PhotoUploaded', data: awaitsScreening ? { ...data, awaitsScreening } : data }];
}

function deletePhoto({ photoId, userId, moderation }: KeptPhoto, reportableUntil: Date | null): PhotoEvent[] {
  const data = { photoId, userId, ...(reportableUntil && { reportableUntil: reportableUntil.toISOString() }) };
  const isKept = reportableUntil !== null || isNeededByCase(moderation);
  return [{ type: 'PhotoDeleted', data: isKept ? { ...data, isInQuarantine: true } : data }];
}

function replacePhoto(photo: KeptPhoto, reportableUntil: Date | null): PhotoEvent[] {
  if (isHeld(photo.moderation)) {
    const message = 'This photo is being checked. You can crop it again when a moderator has decided.';
    throw new DomainError('PHOTO_HELD', message);
  }
  if (photo.section !== 'bank' || photo.timesRated > 0) throw photoIsAssessed();
  return deletePhoto(photo, reportableUntil);
}

function screen({ findings, faces, now }: CommandOf<'ScreenPhoto'>, state: PhotoState): PhotoEvent[] {
  if (state.status !== 'kept' || !state.awaitsScreening) return [];
  const { photoId, userId } = state;
  return [{ type: 'PhotoScreened', data: { photoId, userId, findings, faces, screenedAt: now.toISOString() } }];
}

function moveToProfile(photo: KeptPhoto, planner: PlannerAdmission): PhotoEvent[] {
  if (photo.section === 'profile') return [];
  assertAdmitted(photo, planner);
  const { photoId, userId } = photo;
  const wasFirstProfileSet = !planner.hasMadeFirstProfile;
  return [{ type: 'PhotoPlacedInProfile', data: { photoId, userId, wasFirstProfileSet } }];
}

function assertAdmitted(photo: KeptPhoto, { hasFirstTested, ratingsMin }: PlannerAdmission): void {
  if (isHeld(photo.moderation)) {
    throw new DomainError(
      'PHOTO_HELD',
      'This photo is being checked. You can move it again when a moderator has decided.',
    );
  }
  if (isCropWanted(photo.moderation)) {
    throw new DomainError('CONFLICT', 'A moderator has asked for another crop of this photo. Please upload it again.');
  }
  if (!hasFirstTested) {
    const message = 'Photos can be moved into your Profile Planner after your first assessment.';
    throw new DomainError('ONBOARDING_INCOMPLETE', message);
  }
  const missing = ratingsMin - photo.timesRated;
  if (missing > 0) {
    const message = `This photo needs ${missing} more rating(s) before you can put it in the Profile Planner.`;
    throw new DomainError('NOT_ENOUGH_RATINGS', message);
  }
}

function moveToBank({ photoId, userId, section }: KeptPhoto): PhotoEvent[] {
  if (section === 'bank') return [];
  return [{ type: 'PhotoReturnedToBank', data: { photoId, userId, wasInProfile: section === 'profile' } }];
}

/** Moves the photo to the bank, not back to the profile, if it has too few ratings or moderation keeps it out of the planner. */
function returnFromTesting(photo: KeptPhoto, planner: PlannerAdmission): PhotoEvent[] {
  if (photo.section !== 'testing') return [];
  const { moderation } = photo;
  const isAllowed = !isHeld(moderation) && !isCropWanted(moderation);
  const isAdmitted = isAllowed && planner.hasFirstTested && photo.timesRated >= planner.ratingsMin;
  return photo.returnTo === 'profile' && isAdmitted ? moveToProfile(photo, planner) : moveToBank(photo);
}

function chooseReturnPlace(photo: KeptPhoto, { returnTo, planner }: CommandOf<'ChooseReturnPlace'>): PhotoEvent[] {
  const current = photo.section === 'testing' ? photo.returnTo : photo.section;
  if (current === returnTo) return [];
  if (photo.section !== 'testing') {
    throw new DomainError('CONFLICT', 'Only a photo under assessment has a place to return to.');
  }
  if (returnTo === 'profile') assertAdmitted(photo, planner);
  return [{ type: 'ReturnPlaceChosen', data: { returnTo } }];
}

function startTest(photo: KeptPhoto, photoAssessmentId: string): PhotoEvent[] {
  if (photo.endedTests.includes(photoAssessmentId) || photo.resetTests.includes(photoAssessmentId)) return [];
  if (photo.photoAssessmentId === photoAssessmentId && photo.testStarted) return [];
  const returnTo = photo.section === 'testing' ? photo.returnTo : photo.section;
  return [{ type: 'PhotoPlacedInTesting', data: { photoAssessmentId, returnTo } }];
}

function endTest(photo: KeptPhoto, photoAssessmentId: string, planner: PlannerAdmission): PhotoEvent[] {
  if (photo.endedTests.includes(photoAssessmentId)) return [];
  const ended: PhotoEvent = { type: 'PhotoTestEnded', data: { photoAssessmentId } };
  return photo.photoAssessmentId === photoAssessmentId ? [ended, ...returnFromTesting(photo, planner)] : [ended];
}

function resetTest(photo: KeptPhoto, photoAssessmentId: string): PhotoEvent[] {
  if (photo.resetTests.includes(photoAssessmentId)) return [];
  const removedRatings = photo.ratingsOfTest[photoAssessmentId] ?? 0;
  const reset: PhotoEvent = { type: 'PhotoRatingsReset', data: { photoAssessmentId, removedRatings } };
  const stands = photo.photoAssessmentId === photoAssessmentId || photo.section === 'profile';
  return stands ? [reset, ...moveToBank(photo)] : [reset];
}

export const photoDecider: Decider<PhotoState, PhotoCommand, PhotoEvent> = { initialState, evolve, decide };
