import type { ProfileAssessment, ProfileSlot, Round } from './state.js';

/** The assessor's live slot. A slot is live before `expiresAt`, but not at it. */
export const liveSlotOf = ({ slots }: Round, assessorId: string, at: string): ProfileSlot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);

/** Number of live slots that use capacity of the round. */
export const liveSlots = ({ slots }: Round, at: string): number =>
  slots.filter((slot) => slot.expiresAt > at && !slot.isPaused).length;

/** Whether assessors may see the profile: its round runs, and none of its photos is held or awaits screening. */
export const isShown = ({ status, heldPhotoIds, unscreenedPhotoIds }: Round): boolean =>
  status === 'running' && heldPhotoIds.length === 0 && unscreenedPhotoIds.length === 0;

export const hasRated = ({ submissions }: Round, assessorId: string): boolean =>
  submissions.some((submission) => submission.assessorId === assessorId);

/** True if the assessor is excused, or if a photo of the profile is hidden from the assessor. */
export const isKeptFrom = (
  { excusedIds, photoIds }: ProfileAssessment,
  assessorId: string,
  hiddenPhotoIds: readonly string[],
): boolean => excusedIds.includes(assessorId) || photoIds.some((photoId) => hiddenPhotoIds.includes(photoId));

/** Whether the round has capacity for this assessor's submission. Live slots of other assessors use capacity. */
export function hasFreeSlot(round: Round, assessorId: string, at: string): boolean {
  if (!isShown(round)) return false;
  const others = round.slots.filter((slot) => slot.assessorId !== assessorId && slot.expiresAt > at && !slot.isPaused);
  return round.assessorIds.length + others.length < round.testLimit;
}
