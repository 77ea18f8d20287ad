import type {
  PhotoAssessmentEvent,
  PhotoAssessmentStarted,
  RatingsAccepted,
  RequirementsChanged,
  StartOpened,
} from './events.js';
import {
  type Assessment,
  isCoveredBy,
  liveSlotOf,
  type PhotoAssessmentState,
  type Slot,
  type StartedAssessment,
  slotsOfOthers,
  type Terms,
} from './photo-assessment.js';

/** @throws Error for an event that cannot follow the state, which is a broken invariant */
export function evolve(state: PhotoAssessmentState, event: PhotoAssessmentEvent): PhotoAssessmentState {
  switch (event.type) {
    case 'StartOpened':
      return { status: 'opened', start: event.data };
    case 'StartAbandoned':
      return { status: 'abandoned', start: opened(state, event) };
    case 'PhotoAssessmentStarted':
      opened(state, event);
      return started(event.data);
    case 'GoldAssessmentStarted': {
      const { finePhotoId, settings } = event.data;
      const ofPhoto = { testLimit: settings.testLimit, amountTokens: 0 };
      const assessments = event.data.assessments.map((assessment) => ({ ...assessment, ...ofPhoto }));
      return { ...started({ ...event.data, assessments, isFirstAssessment: false }), finePhotoId };
    }
    case 'GoldSlotReserved':
    case 'SlotReserved': {
      const photoAssessment = running(state, event);
      const { openingId, assessorId, assessmentIds, expiresAt, reservedAt } = event.data;
      const live = liveSlotOf(photoAssessment, assessorId, reservedAt);
      const openedAt = live && assessmentIds.every((id) => isCoveredBy(live, id)) ? live.openedAt : reservedAt;
      const pausedIds = live?.pausedIds.filter((id) => !assessmentIds.includes(id)) ?? [];
      const kept = Object.fromEntries(pausedIds.map((id) => [id, live!.terms[id]!]));
      const terms = { ...kept, ...termsNow(photoAssessment, assessmentIds) };
      const slot = { openingId, assessorId, assessmentIds, pausedIds, expiresAt, openedAt, terms };
      return {
        ...held(photoAssessment, assessorId, msBetween(live?.expiresAt ?? reservedAt, expiresAt)),
        slots: [...slotsOfOthers(photoAssessment, assessorId), slot],
      };
    }
    case 'GoldSlotReleased':
    case 'SlotReleased': {
      const photoAssessment = running(state, event);
      const { assessorId, releasedAt } = event.data;
      const live = liveSlotOf(photoAssessment, assessorId, releasedAt);
      const slots = photoAssessment.slots.map((slot) => (slot === live ? { ...slot, expiresAt: releasedAt } : slot));
      return { ...held(photoAssessment, assessorId, live ? msBetween(live.expiresAt, releasedAt) : 0), slots };
    }
    case 'GoldRatingsAccepted':
    case 'RatingsAccepted':
      return accepted(running(state, event), event.data);
    case 'AssessedPhotoExtended': {
      const photoAssessment = withMore(running(state, event), event.data);
      return { ...photoAssessment, usedHoldIds: [...photoAssessment.usedHoldIds, event.data.holdId] };
    }
    case 'AssessedPhotoShrunk':
      return changed(
        running(state, event),
        event.data.assessmentId,
        { testLimit: event.data.testLimit },
        -event.data.refundTokens,
      );
    case 'SpoiledRatingReplaced':
      return withReplaced(withMore(running(state, event), event.data), event.data.submissionId);
    case 'SpoiledRatingRefunded':
      return withReplaced(running(state, event), event.data.submissionId);
    case 'RequirementsChanged':
      return withRequirements(running(state, event), event.data);
    case 'AssessedPhotoCompleted':
      return changed(running(state, event), event.data.assessmentId, { status: 'completed' });
    case 'AssessedPhotoEnded':
      return changed(running(state, event), event.data.assessmentId, { status: 'ended' }, -event.data.refundTokens);
    case 'AssessedPhotoHeld': {
      const { assessmentId } = event.data;
      const photoAssessment = changed(running(state, event), assessmentId, { isHeld: true });
      return { ...photoAssessment, slots: photoAssessment.slots.map((slot) => paused(slot, assessmentId)) };
    }
    case 'AssessedPhotoReleased':
      return changed(running(state, event), event.data.assessmentId, { isHeld: false });
    case 'AssessedPhotoScreened':
      return changed(running(state, event), event.data.assessmentId, { isUnscreened: false });
    case 'AssessorExcused': {
      const { assessmentId, assessorId } = event.data;
      const photoAssessment = excused(running(state, event), assessorId, [assessmentId]);
      const slots = photoAssessment.slots.map((slot) =>
        slot.assessorId === assessorId ? paused(slot, assessmentId) : slot,
      );
      return { ...photoAssessment, slots };
    }
    case 'PhotoAssessmentCompleted':
      return running(state, event);
    case 'FirstAssessmentReset':
      return { ...running(state, event), isReset: true, isGivenBack: event.data.givenBackTokens > 0 };
  }
}

function started({
  photoAssessmentId,
  ownerId,
  isFirstAssessment,
  settings,
  assessments,
  heldPhotoIds = [],
  unscreenedPhotoIds = [],
}: Omit<PhotoAssessmentStarted, 'holdId'>): StartedAssessment {
  return {
    status: 'started',
    photoAssessmentId,
    ownerId,
    isFirstAssessment,
    assessments: assessments.map(({ assessmentId, photoId, testLimit, amountTokens: unusedTokens }) => ({
      assessmentId,
      photoId,
      testLimit,
      settings,
      commentChoices: settings,
      assessorIds: [],
      unusedTokens,
      status: 'running',
      isHeld: heldPhotoIds.includes(photoId),
      isUnscreened: unscreenedPhotoIds.includes(photoId),
      excusedIds: [],
    })),
    slots: [],
    heldMs: {},
    submissions: [],
    usedHoldIds: [],
    replacedSubmissionIds: [],
    finePhotoId: null,
    isReset: false,
    isGivenBack: false,
  };
}

function accepted(photoAssessment: StartedAssessment, event: RatingsAccepted): StartedAssessment {
  const { submissionId, assessorId, rewardTokens, ratings, uncounted = [], acceptedAt } = event;
  const slot = liveSlotOf(photoAssessment, assessorId, acceptedAt);
  const consumedBy = new Map(ratings.map((rating) => [rating.assessmentId, rating.consumedTokens]));
  const uncountedIds = uncounted.map(({ assessmentId }) => assessmentId);
  const terms = {
    ...termsNow(photoAssessment, [...consumedBy.keys(), ...uncountedIds]),
    ...slot?.terms,
  };
  const hadSlot = slot !== undefined;
  const submission = { submissionId, assessorId, rewardTokens, hadSlot, ratings, uncounted, terms };
  const given = slot ? held(photoAssessment, assessorId, msBetween(slot.expiresAt, acceptedAt)) : photoAssessment;
  const after = excused(given, assessorId, uncountedIds);
  return {
    ...after,
    assessments: after.assessments.map((assessment) =>
      consumedBy.has(assessment.assessmentId)
        ? {
            ...assessment,
            assessorIds: [...assessment.assessorIds, assessorId],
            unusedTokens: assessment.unusedTokens - consumedBy.get(assessment.assessmentId)!,
          }
        : assessment,
    ),
    // A submission ends the assessor's slot. The assessor may use the rest of its time later.
    slots: slotsOfOthers(photoAssessment, assessorId),
    submissions: [...photoAssessment.submissions, submission],
  };
}

const withMore = (
  photoAssessment: StartedAssessment,
  { assessmentId, testLimit, amountTokens }: { assessmentId: string; testLimit: number; amountTokens: number },
): StartedAssessment => changed(photoAssessment, assessmentId, { testLimit, status: 'running' }, amountTokens);

const paused = (slot: Slot, assessmentId: string): Slot =>
  slot.assessmentIds.includes(assessmentId)
    ? {
        ...slot,
        assessmentIds: slot.assessmentIds.filter((id) => id !== assessmentId),
        pausedIds: [...slot.pausedIds, assessmentId],
      }
    : slot;

const excused = (
  photoAssessment: StartedAssessment,
  assessorId: string,
  assessmentIds: readonly string[],
): StartedAssessment => ({
  ...photoAssessment,
  assessments: photoAssessment.assessments.map((assessment) =>
    assessmentIds.includes(assessment.assessmentId) && !assessment.excusedIds.includes(assessorId)
      ? { ...assessment, excusedIds: [...assessment.excusedIds, assessorId] }
      : assessment,
  ),
});

const withReplaced = (photoAssessment: StartedAssessment, submissionId: string): StartedAssessment => ({
  ...photoAssessment,
  replacedSubmissionIds: [...photoAssessment.replacedSubmissionIds, submissionId],
});

const msBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

const held = (photoAssessment: StartedAssessment, assessorId: string, ms: number): StartedAssessment => ({
  ...photoAssessment,
  heldMs: { ...photoAssessment.heldMs, [assessorId]: (photoAssessment.heldMs[assessorId] ?? 0) + ms },
});

const termsNow = (photoAssessment: StartedAssessment, assessmentIds: readonly string[]): Terms =>
  Object.fromEntries(
    photoAssessment.assessments
      .filter(({ assessmentId }) => assessmentIds.includes(assessmentId))
      .map(({ assessmentId, settings }) => [assessmentId, settings]),
  );

function changed(
  photoAssessment: StartedAssessment,
  assessmentId: string,
  change: Partial<Assessment>,
  addedTokens = 0,
): StartedAssessment {
  const assessments = photoAssessment.assessments.map((assessment) =>
    assessment.assessmentId === assessmentId
      ? { ...assessment, ...change, unusedTokens: assessment.unusedTokens + addedTokens }
      : assessment,
  );
  return { ...photoAssessment, assessments };
}

function withRequirements(
  photoAssessment: StartedAssessment,
  { assessmentId, ...asked }: RequirementsChanged,
): StartedAssessment {
  const assessment = photoAssessment.assessments.find((candidate) => candidate.assessmentId === assessmentId);
  if (!assessment) throw new Error(`requirements of ${assessmentId}, which is not in the photoAssessment`);
  const { ratingRequired, commentsRequired, commentsSelected, minComments } = asked;
  return changed(photoAssessment, assessmentId, {
    settings: { ...assessment.settings, ratingRequired, commentsRequired, commentsSelected, minComments },
    commentChoices: commentsRequired ? { commentsSelected, minComments } : assessment.commentChoices,
  });
}

function opened(state: PhotoAssessmentState, event: PhotoAssessmentEvent): StartOpened {
  if (state.status !== 'opened') throw new Error(`${event.type} on a start that is ${state.status}`);
  return state.start;
}

function running(state: PhotoAssessmentState, event: PhotoAssessmentEvent): StartedAssessment {
  if (state.status !== 'started') throw new Error(`${event.type} on a photoAssessment that is ${state.status}`);
  return state;
}
