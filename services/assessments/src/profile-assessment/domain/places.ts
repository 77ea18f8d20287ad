import type { GroupRun, GroupSlot } from './state.js';

/** The assessor's slot if its time is not over; a slot is live until the moment it expires. */
export const liveSlotOf = ({ slots }: GroupRun, assessorId: string, at: string): GroupSlot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);

/** How many people hold a place now. */
export const liveSlots = ({ slots }: GroupRun, at: string): number =>
  slots.filter((slot) => slot.expiresAt > at).length;

/** Whether this person's evaluation could be taken: places of other people's live slots are theirs. */
export function hasPlace(run: GroupRun, assessorId: string, at: string): boolean {
  if (run.status !== 'running') return false;
  const others = run.slots.filter((slot) => slot.assessorId !== assessorId && slot.expiresAt > at);
  return run.raterIds.length + others.length < run.testLimit;
}
