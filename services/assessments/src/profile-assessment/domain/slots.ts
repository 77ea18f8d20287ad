import type { ProfileSlot, Round } from './state.js';

/** The assessor's slot if its time is not over; a slot is live until the moment it expires. */
export const liveSlotOf = ({ slots }: Round, assessorId: string, at: string): ProfileSlot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);

/** How many live slots the round has. */
export const liveSlots = ({ slots }: Round, at: string): number => slots.filter((slot) => slot.expiresAt > at).length;

/** Whether this person's submission could be taken: live slots of other assessors count as taken. */
export function hasFreeSlot(round: Round, assessorId: string, at: string): boolean {
  if (round.status !== 'running') return false;
  const others = round.slots.filter((slot) => slot.assessorId !== assessorId && slot.expiresAt > at);
  return round.assessorIds.length + others.length < round.testLimit;
}
