import { slotTimeOf } from '../../photo-assessment/domain/slots.js';
import type { ProfileCommand, ReserveProfileSlot } from './commands.js';
import { profileUnknown } from './errors.js';
import type { ProfileEvent } from './events.js';
import type { ProfilePolicy } from './policy.js';
import { hasFreeSlot, hasRated, isKeptFrom, liveSlotOf } from './slots.js';
import type { ProfileState } from './state.js';

/**
 * Reserves or renews a slot, within the limit of total slot time (`holdMsMax`). Emits nothing if the live slot cannot
 * be renewed. @throws DomainError NOT_FOUND if the assessor may not assess the profile
 */
export function reserveProfileSlot(
  { assessorId, openingId, hiddenPhotoIds = [], holdMsMax, at }: ReserveProfileSlot,
  state: ProfileState,
  policy: ProfilePolicy,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId === assessorId) throw profileUnknown();
  const { profileAssessmentId, ownerId, round } = state;
  if (isKeptFrom(state, assessorId, hiddenPhotoIds)) throw profileUnknown();
  if (hasRated(round, assessorId) || !hasFreeSlot(round, assessorId, at)) throw profileUnknown();
  const live = liveSlotOf(round, assessorId, at);
  const isAsPromised = live?.commentsSelected === round.commentsSelected && !live.isPaused;
  const heldMs = round.heldMs[assessorId] ?? 0;
  const time = slotTimeOf({ live, isAsPromised, heldMs, holdMsMax, slotMs: policy.slotMs, at });
  if (!time) {
    if (live) return [];
    throw profileUnknown();
  }
  const { assessmentId } = round;
  const slot = { openingId, assessorId, reservedAt: at, ...time };
  return [{ type: 'ProfileSlotReserved', data: { profileAssessmentId, assessmentId, ownerId, ...slot } }];
}

/** Releases the slot of the opening. Emits nothing if it is already over. */
export function releaseProfileSlot(
  { openingId, assessorId, at }: Extract<ProfileCommand, { type: 'ReleaseProfileSlot' }>,
  state: ProfileState,
): ProfileEvent[] {
  if (state.status === 'unknown') return [];
  const { profileAssessmentId, ownerId, round } = state;
  if (liveSlotOf(round, assessorId, at)?.openingId !== openingId) return [];
  const { assessmentId } = round;
  return [
    {
      type: 'ProfileSlotReleased',
      data: { profileAssessmentId, assessmentId, ownerId, openingId, assessorId, releasedAt: at },
    },
  ];
}
