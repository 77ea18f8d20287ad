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
      const { assessorId, reservedAt, expiresAt } = event.data;
      const slot = { assessorId, reservedAt, expiresAt, commentsSelected: run.commentsSelected };
      return withRun(state, { slots: [...slotsOfOthers(run, assessorId), slot] });
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
  const { commentsSelected } = liveSlotOf(run, raterId, acceptedAt) ?? run;
  return withRun(state, {
    raterIds: [...run.raterIds, raterId],
    slots: slotsOfOthers(run, raterId),
    submissions: [...run.submissions, { submissionId, raterId, comments, rewardTokens, commentsSelected }],
  });
}

const slotsOfOthers = ({ slots }: GroupRun, assessorId: string) =>
  slots.filter((slot) => slot.assessorId !== assessorId);

const withRun = (state: EvaluationGroup, change: Partial<GroupRun>): EvaluationGroup => ({
  ...state,
  run: { ...state.run, ...change },
});
