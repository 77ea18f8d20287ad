import type { StartProfileAssessment } from './commands.js';
import { profileTaken } from './errors.js';
import type { ProfileEvent, ProfileRoundStarted } from './events.js';
import type { ProfilePolicy } from './policy.js';
import type { ProfileState } from './state.js';
import { checkWanted, offered } from './wanted.js';

export function startProfileAssessment(
  command: StartProfileAssessment,
  state: ProfileState,
  policy: ProfilePolicy,
): ProfileEvent[] {
  checkWanted(command, policy);
  // The server makes each profile assessment id for one request. A second start under the same id would mix two holds.
  if (state.status !== 'unknown') throw profileTaken();
  const { profileAssessmentId, assessmentId, ownerId, photoIds, holdId, assessors, at } = command;
  const round = { profileAssessmentId, assessmentId, ownerId, photoIds, holdId };
  const unscreenedPhotoIds = among(photoIds, command.unscreenedPhotoIds);
  return [startOf({ ...round, ...unscreenedPhotoIds }, assessors, offered(command.commentsSelected), at, policy)];
}

type Run = Pick<
  ProfileRoundStarted,
  'profileAssessmentId' | 'assessmentId' | 'ownerId' | 'photoIds' | 'holdId' | 'unscreenedPhotoIds'
>;

/** The photos that await screening; absent if there are none. */
export function among(
  photoIds: readonly string[],
  unscreened: readonly string[] = [],
): Pick<Run, 'unscreenedPhotoIds'> {
  const unscreenedPhotoIds = photoIds.filter((photoId) => unscreened.includes(photoId));
  return unscreenedPhotoIds.length > 0 ? { unscreenedPhotoIds } : {};
}

export const startOf = (
  round: Run,
  testLimit: number,
  commentsSelected: ProfileRoundStarted['commentsSelected'],
  startedAt: string,
  policy: ProfilePolicy,
): ProfileEvent => ({
  type: 'ProfileRoundStarted',
  data: {
    ...round,
    testLimit,
    amountTokens: testLimit * policy.pricePerAssessorTokens,
    commentsSelected,
    commentsRequired: policy.profileCommentsMin,
    startedAt,
  },
});
