import {
  liveSlotOf,
  type ProfileAssessment,
  type ProfileEvent,
  type ProfileRatingAccepted,
  type ProfileRoundStarted,
  type ProfileState,
  type Round,
  type UncountedProfileRatingAccepted,
} from './profile-assessment.js';

/** @throws Error for an event that cannot follow the state, which is a broken invariant */
export function evolve(state: ProfileState, event: ProfileEvent): ProfileState {
  if (event.type === 'ProfileRoundStarted') return started(state, event.data);
  if (state.status === 'unknown') throw new Error(`${event.type} on a profileAssessment that is unknown`);
  const { round } = state;
  switch (event.type) {
    case 'ProfileSlotReserved': {
      const { openingId, assessorId, reservedAt, expiresAt } = event.data;
      const live = liveSlotOf(round, assessorId, reservedAt);
      const openedAt = live?.openedAt ?? reservedAt;
      const { commentsSelected } = round;
      const slot = { openingId, assessorId, openedAt, expiresAt, commentsSelected, isPaused: false };
      const slots = [...slotsOfOthers(round, assessorId), slot];
      return withRound(state, { slots, heldMs: heldMs(round, assessorId, live?.expiresAt ?? reservedAt, expiresAt) });
    }
    case 'ProfileSlotReleased': {
      const { assessorId, releasedAt } = event.data;
      const live = liveSlotOf(round, assessorId, releasedAt);
      if (!live) return state;
      const slots = round.slots.map((slot) => (slot === live ? { ...slot, expiresAt: releasedAt } : slot));
      return withRound(state, { slots, heldMs: heldMs(round, assessorId, live.expiresAt, releasedAt) });
    }
    case 'ProfileRatingAccepted':
      return accepted(state, event.data, true);
    case 'UncountedProfileRatingAccepted':
      return accepted(state, event.data, false);
    case 'ProfileRoundHeld':
      return withRound(state, {
        heldPhotoIds: [...round.heldPhotoIds, event.data.photoId],
        slots: round.slots.map((slot) => ({ ...slot, isPaused: true })),
      });
    case 'ProfileRoundReleased':
      return withRound(state, { heldPhotoIds: without(round.heldPhotoIds, event.data.photoId) });
    case 'ProfilePhotoScreened':
      return withRound(state, { unscreenedPhotoIds: without(round.unscreenedPhotoIds, event.data.photoId) });
    case 'ProfileAssessorExcused': {
      const { assessorId } = event.data;
      const slots = round.slots.map((slot) => (slot.assessorId === assessorId ? { ...slot, isPaused: true } : slot));
      return { ...withRound(state, { slots }), excusedIds: [...state.excusedIds, assessorId] };
    }
    case 'ProfileRoundExtended': {
      const { testLimit, holdId } = event.data;
      return { ...withRound(state, { testLimit }), usedHoldIds: [...state.usedHoldIds, holdId] };
    }
    case 'ProfileRoundShrunk':
      return withRound(state, { testLimit: event.data.testLimit });
    case 'ProfileCommentsChosen':
      return withRound(state, { commentsSelected: event.data.commentsSelected });
    case 'ProfileRoundCompleted':
      return withRound(state, { status: 'completed' });
    case 'ProfileRoundEnded':
      return { ...withRound(state, { status: 'ended' }), hasConfirmed: true };
    case 'ProfileRoundConfirmed':
      return { ...state, hasConfirmed: true };
  }
}

function started(state: ProfileState, event: ProfileRoundStarted): ProfileAssessment {
  const {
    profileAssessmentId,
    ownerId,
    photoIds,
    assessmentId,
    testLimit,
    commentsSelected,
    commentsRequired,
    holdId,
    unscreenedPhotoIds = [],
  } = event;
  const before = state.status === 'known' ? state : { usedHoldIds: [], usedAssessmentIds: [], excusedIds: [] };
  return {
    status: 'known',
    profileAssessmentId,
    ownerId,
    photoIds,
    hasConfirmed: false,
    round: {
      assessmentId,
      status: 'running',
      testLimit,
      commentsSelected,
      commentsRequired,
      assessorIds: [],
      slots: [],
      heldMs: {},
      submissions: [],
      heldPhotoIds: [],
      unscreenedPhotoIds,
    },
    usedHoldIds: [...before.usedHoldIds, holdId],
    usedAssessmentIds: [...before.usedAssessmentIds, assessmentId],
    excusedIds: before.excusedIds,
  };
}

function accepted(
  state: ProfileAssessment,
  event: ProfileRatingAccepted | UncountedProfileRatingAccepted,
  isCounted: boolean,
): ProfileAssessment {
  const { round } = state;
  const { submissionId, assessorId, comments, rewardTokens, acceptedAt } = event;
  const slot = liveSlotOf(round, assessorId, acceptedAt);
  const { commentsSelected } = slot ?? round;
  const submission = { submissionId, assessorId, comments, rewardTokens, commentsSelected, isCounted };
  return withRound(state, {
    assessorIds: isCounted ? [...round.assessorIds, assessorId] : round.assessorIds,
    slots: slotsOfOthers(round, assessorId),
    submissions: [...round.submissions, { ...submission, hadSlot: slot !== undefined }],
  });
}

const heldMs = (round: Round, assessorId: string, from: string, to: string): Record<string, number> => ({
  ...round.heldMs,
  [assessorId]: (round.heldMs[assessorId] ?? 0) + Date.parse(to) - Date.parse(from),
});

const slotsOfOthers = ({ slots }: Round, assessorId: string) => slots.filter((slot) => slot.assessorId !== assessorId);

const without = (photoIds: readonly string[], photoId: string): string[] => photoIds.filter((one) => one !== photoId);

const withRound = (state: ProfileAssessment, change: Partial<Round>): ProfileAssessment => ({
  ...state,
  round: { ...state.round, ...change },
});
