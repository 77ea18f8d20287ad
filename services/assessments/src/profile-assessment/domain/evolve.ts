import type { GeneralRatingAccepted, GroupEvent, GroupStarted } from './events.js';
import { liveSlotOf } from './places.js';
import type { EvaluationGroup, GroupRun, GroupState } from './state.js';

/** An event that cannot follow the state is a broken invariant and throws. */
export function evolve(state: GroupState, event: GroupEvent): GroupState {
  if (event.type === 'GroupStarted') return started(state, event.data);
  if (state.status === 'unknown') throw new Error(`${event.type} on a group that is unknown`);
  const { run } = state;
  switch (event.type) {
    case 'GroupSlotReserved': {
      const { openingId, assessorId, reservedAt, expiresAt } = event.data;
      const live = liveSlotOf(run, assessorId, reservedAt);
      const openedAt = live?.openedAt ?? reservedAt;
      const { commentsSelected } = run;
      const slot = { openingId, assessorId, openedAt, reservedAt, expiresAt, commentsSelected };
      const slots = [...slotsOfOthers(run, assessorId), slot];
      return withRun(state, { slots, heldMs: heldMs(run, assessorId, live?.expiresAt ?? reservedAt, expiresAt) });
    }
    case 'GroupSlotReleased': {
      const { assessorId, releasedAt } = event.data;
      const live = liveSlotOf(run, assessorId, releasedAt);
      if (!live) return state;
      const slots = run.slots.map((slot) => (slot === live ? { ...slot, expiresAt: releasedAt } : slot));
      return withRun(state, { slots, heldMs: heldMs(run, assessorId, live.expiresAt, releasedAt) });
    }
    case 'GeneralRatingAccepted':
      return accepted(state, event.data);
    case 'GroupExtended': {
      const { testLimit, holdId } = event.data;
      return { ...withRun(state, { testLimit }), usedHoldIds: [...state.usedHoldIds, holdId] };
    }
    case 'GroupShrunk':
      return withRun(state, { testLimit: event.data.testLimit });
    case 'GroupCommentsChosen':
      return withRun(state, { commentsSelected: event.data.commentsSelected });
    case 'GroupCompleted':
      return withRun(state, { status: 'completed' });
    case 'GroupEnded':
      return { ...withRun(state, { status: 'ended' }), hasConfirmed: true };
    case 'GroupConfirmed':
      return { ...state, hasConfirmed: true };
  }
}

function started(state: GroupState, event: GroupStarted): EvaluationGroup {
  const { groupId, ownerId, photoIds, assessmentId, testLimit, commentsSelected, commentsRequired, holdId } = event;
  const before = state.status === 'known' ? state : { usedHoldIds: [], usedAssessmentIds: [] };
  return {
    status: 'known',
    groupId,
    ownerId,
    photoIds,
    hasConfirmed: false,
    run: {
      assessmentId,
      status: 'running',
      testLimit,
      commentsSelected,
      commentsRequired,
      raterIds: [],
      slots: [],
      heldMs: {},
      submissions: [],
    },
    usedHoldIds: [...before.usedHoldIds, holdId],
    usedAssessmentIds: [...before.usedAssessmentIds, assessmentId],
  };
}

/** A submission uses the rater's slot up. */
function accepted(state: EvaluationGroup, event: GeneralRatingAccepted): EvaluationGroup {
  const { run } = state;
  const { submissionId, raterId, comments, rewardTokens, acceptedAt } = event;
  const slot = liveSlotOf(run, raterId, acceptedAt);
  const { commentsSelected } = slot ?? run;
  const submission = { submissionId, raterId, comments, rewardTokens, commentsSelected };
  return withRun(state, {
    raterIds: [...run.raterIds, raterId],
    slots: slotsOfOthers(run, raterId),
    submissions: [...run.submissions, { ...submission, hadSlot: slot !== undefined }],
  });
}

const heldMs = (run: GroupRun, assessorId: string, from: string, to: string): Record<string, number> => ({
  ...run.heldMs,
  [assessorId]: (run.heldMs[assessorId] ?? 0) + Date.parse(to) - Date.parse(from),
});

const slotsOfOthers = ({ slots }: GroupRun, assessorId: string) =>
  slots.filter((slot) => slot.assessorId !== assessorId);

const withRun = (state: EvaluationGroup, change: Partial<GroupRun>): EvaluationGroup => ({
  ...state,
  run: { ...state.run, ...change },
});
