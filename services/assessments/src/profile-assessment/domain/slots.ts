import type { ProfileAssessment, ProfileSlot, Round } from './state.js';

/** The assessor's slot if its time is not over; a slot is live until the moment it expires. */
export const liveSlotOf = ({ slots }: Round, assessorId: string, at: string): ProfileSlot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);

/** How many live slots take a place in the round. */
export const liveSlots = ({ slots }: Round, at: string): number =>
  slots.filter((slot) => slot.expiresAt > at && !slot.isPaused).length;

/** Whether assessors may see it: it runs, and none of its photos is held or waits to be screened. */
export const isShown = ({ status, heldPhotoIds, unscreenedPhotoIds }: Round): boolean =>
  status === 'running' && heldPhotoIds.length === 0 && unscreenedPhotoIds.length === 0;

export const hasRated = ({ submissions }: Round, assessorId: string): boolean =>
  submissions.some((submission) => submission.assessorId === assessorId);

/** Whether this assessor is not to see the profile again. */
export const isKeptFrom = (
  { excusedIds, photoIds }: ProfileAssessment,
  assessorId: string,
  hiddenPhotoIds: readonly string[],
): boolean => excusedIds.includes(assessorId) || photoIds.some((photoId) => hiddenPhotoIds.includes(photoId));

/** Whether this person's submission could be taken: live slots of other assessors count as taken. */
export function hasFreeSlot(round: Round, assessorId: string, at: string): boolean {
  if (!isShown(round)) return false;
  const others = round.slots.filter((slot) => slot.assessorId !== assessorId && slot.expiresAt > at && !slot.isPaused);
  return round.assessorIds.length + others.length < round.testLimit;
}
