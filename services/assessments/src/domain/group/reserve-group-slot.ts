import { later } from '../test/places.js';
import type { GroupCommand } from './commands.js';
import { groupUnknown } from './errors.js';
import type { GroupEvent } from './events.js';
import { hasPlace, liveSlotOf } from './places.js';
import type { GroupPolicy } from './policy.js';
import type { GroupState } from './state.js';

/** A slot renewed within this time of its start would only be a longer history of the same promise. */
const renewalPauseMs = 60_000;

/** Takes or renews a place; what somebody may not evaluate he cannot know of. */
export function reserveGroupSlot(
  { assessorId, at }: Extract<GroupCommand, { type: 'ReserveGroupSlot' }>,
  state: GroupState,
  policy: GroupPolicy,
): GroupEvent[] {
  if (state.status === 'unknown' || state.ownerId === assessorId) throw groupUnknown();
  const { groupId, ownerId, run } = state;
  if (run.raterIds.includes(assessorId) || !hasPlace(run, assessorId, at)) throw groupUnknown();
  const live = liveSlotOf(run, assessorId, at);
  const isFresh = live !== undefined && at < later(live.reservedAt, renewalPauseMs);
  if (isFresh && live.commentsSelected === run.commentsSelected) return [];
  const expiresAt = later(at, policy.slotMs);
  const { assessmentId } = run;
  const data = { groupId, assessmentId, ownerId, assessorId, reservedAt: at, expiresAt };
  return [{ type: 'GroupSlotReserved', data }];
}
