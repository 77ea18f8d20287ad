import { later } from '../../photo-assessment/domain/places.js';
import type { GroupCommand, ReserveGroupSlot } from './commands.js';
import { groupUnknown } from './errors.js';
import type { GroupEvent } from './events.js';
import { hasPlace, liveSlotOf } from './places.js';
import type { GroupPolicy } from './policy.js';
import type { GroupState } from './state.js';

/** A slot renewed within this time of its start would only make the history longer; a shorter one is of no use. */
const renewalPauseMs = 60_000;

/** Reserves or renews a place, as long as the sum of such times is within its bound. Answers NOT_FOUND where there is none. */
export function reserveGroupSlot(
  { assessorId, openingId, holdMsMax, at }: ReserveGroupSlot,
  state: GroupState,
  policy: GroupPolicy,
): GroupEvent[] {
  if (state.status === 'unknown' || state.ownerId === assessorId) throw groupUnknown();
  const { groupId, ownerId, run } = state;
  if (run.raterIds.includes(assessorId) || !hasPlace(run, assessorId, at)) throw groupUnknown();
  const live = liveSlotOf(run, assessorId, at);
  const isFresh = live !== undefined && at < later(live.reservedAt, renewalPauseMs);
  const isAsPromised = live?.commentsSelected === run.commentsSelected;
  if (isFresh && isAsPromised) return [];
  const from = live?.expiresAt ?? at;
  const holdMsLeft = holdMsMax - (run.heldMs[assessorId] ?? 0);
  const expiresAt = [later(at, policy.slotMs), later(from, Math.max(0, holdMsLeft))].sort()[0]!;
  if (expiresAt < later(from, renewalPauseMs) && (live === undefined || isAsPromised)) {
    if (live) return [];
    throw groupUnknown();
  }
  const { assessmentId } = run;
  const left = holdMsLeft - (Date.parse(expiresAt) - Date.parse(from));
  const slot = { openingId, assessorId, reservedAt: at, expiresAt, holdMsLeft: left };
  return [{ type: 'GroupSlotReserved', data: { groupId, assessmentId, ownerId, ...slot } }];
}

/** Frees the place of the opening; emits nothing if its slot is over already. */
export function releaseGroupSlot(
  { openingId, assessorId, at }: Extract<GroupCommand, { type: 'ReleaseGroupSlot' }>,
  state: GroupState,
): GroupEvent[] {
  if (state.status === 'unknown') return [];
  const { groupId, ownerId, run } = state;
  if (liveSlotOf(run, assessorId, at)?.openingId !== openingId) return [];
  const { assessmentId } = run;
  return [
    { type: 'GroupSlotReleased', data: { groupId, assessmentId, ownerId, openingId, assessorId, releasedAt: at } },
  ];
}
