import type { TestCommand } from './commands.js';
import { testUnknown } from './errors.js';
import type { TestEvent } from './events.js';
import { later, liveSlotOf, rateableBy } from './places.js';
import type { TestPolicy } from './policy.js';
import type { TestState } from './state.js';

/** A slot renewed within this time of its start would only be a longer history of the same promise. */
const renewalPauseMs = 60_000;

/** Takes or renews a place on everything the assessor may rate; what he may not rate he cannot know of. */
export function reserveSlot(
  { ownerId, assessorId, at }: Extract<TestCommand, { type: 'ReserveSlot' }>,
  state: TestState,
  policy: TestPolicy,
): TestEvent[] {
  if (state.status !== 'started' || state.ownerId !== ownerId || assessorId === ownerId) throw testUnknown();
  const rateable = rateableBy(state, assessorId, at);
  const assessmentIds = rateable.map((assessment) => assessment.assessmentId);
  if (assessmentIds.length === 0) throw testUnknown();
  const live = liveSlotOf(state, assessorId, at);
  const isFresh = live !== undefined && at < later(live.reservedAt, renewalPauseMs);
  const isAsPromised = rateable.every(({ assessmentId, settings }) => live?.terms[assessmentId] === settings);
  if (isFresh && isAsPromised) return [];
  const { testId } = state;
  const expiresAt = later(at, policy.slotMs);
  const type = state.finePhotoId === null ? 'SlotReserved' : 'GoldSlotReserved';
  return [{ type, data: { testId, assessorId, assessmentIds, reservedAt: at, expiresAt } }];
}
