import type { ReserveSlot, TestCommand } from './commands.js';
import { testUnknown } from './errors.js';
import type { TestEvent } from './events.js';
import { later, liveSlotOf, rateableBy } from './places.js';
import type { TestPolicy } from './policy.js';
import type { Slot, StartedTest, TestState } from './state.js';

/** A slot renewed within this time of its start would only make the history longer; a shorter one is of no use. */
const renewalPauseMs = 60_000;

/**
 * Reserves or renews a place on what the assessor may rate, as long as the sum of such times is within its bound.
 * Answers NOT_FOUND where nothing may be rated.
 */
export function reserveSlot(command: ReserveSlot, state: TestState, policy: TestPolicy): TestEvent[] {
  const { ownerId, assessorId, openingId, at } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId || assessorId === ownerId) throw testUnknown();
  const live = liveSlotOf(state, assessorId, at);
  const rateable = rateableFirst(state, live, command).slice(0, command.photosMax);
  if (rateable.length === 0) throw testUnknown();
  const isFresh = live !== undefined && at < later(live.reservedAt, renewalPauseMs);
  const isAsPromised = rateable.every(({ assessmentId, settings }) => live?.terms[assessmentId] === settings);
  if (isFresh && isAsPromised) return [];
  const from = live?.expiresAt ?? at;
  const holdMsLeft = command.holdMsMax - (state.heldMs[assessorId] ?? 0);
  const expiresAt = [later(at, policy.slotMs), later(from, Math.max(0, holdMsLeft))].sort()[0]!;
  if (expiresAt < later(from, renewalPauseMs) && (live === undefined || isAsPromised)) {
    if (live) return [];
    throw testUnknown();
  }
  const { testId } = state;
  const assessmentIds = rateable.map(({ assessmentId }) => assessmentId);
  const data = {
    testId,
    openingId,
    ownerId,
    assessorId,
    assessmentIds,
    reservedAt: at,
    expiresAt,
    holdMsLeft: holdMsLeft - (Date.parse(expiresAt) - Date.parse(from)),
  };
  return [{ type: state.finePhotoId === null ? 'SlotReserved' : 'GoldSlotReserved', data }];
}

/** What the slot covers already stays in it. */
function rateableFirst(test: StartedTest, live: Slot | undefined, { assessorId, at }: ReserveSlot) {
  const rateable = rateableBy(test, assessorId, at);
  const isCovered = ({ assessmentId }: { assessmentId: string }) => live?.assessmentIds.includes(assessmentId) ?? false;
  return [...rateable.filter(isCovered), ...rateable.filter((assessment) => !isCovered(assessment))];
}

/** Frees the places of the opening; emits nothing if its slot is over already. */
export function releaseSlot(
  { openingId, assessorId, at }: Extract<TestCommand, { type: 'ReleaseSlot' }>,
  state: TestState,
): TestEvent[] {
  if (state.status !== 'started') return [];
  const live = liveSlotOf(state, assessorId, at);
  if (live?.openingId !== openingId) return [];
  const { testId } = state;
  const data = { testId, openingId, assessorId, assessmentIds: [...live.assessmentIds], releasedAt: at };
  return [{ type: state.finePhotoId === null ? 'SlotReleased' : 'GoldSlotReleased', data }];
}
