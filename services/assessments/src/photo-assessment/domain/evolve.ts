import type { RequirementsChanged, SlotReserved, StartOpened, TestEvent, TestStarted } from './events.js';
import { liveSlotOf } from './places.js';
import type { Assessment, Slot, StartedTest, Terms, TestState } from './state.js';

/** An event that cannot follow the state is a broken invariant and throws. */
export function evolve(state: TestState, event: TestEvent): TestState {
  switch (event.type) {
    case 'StartOpened':
      return { status: 'opened', start: event.data };
    case 'StartAbandoned':
      return { status: 'abandoned', start: opened(state, event) };
    case 'TestStarted':
      opened(state, event);
      return started(event.data);
    case 'GoldTestStarted': {
      const { settings, finePhotoId, assessments, ...test } = event.data;
      const places = assessments.map((assessment) => ({
        ...assessment,
        testLimit: settings.testLimit,
        amountTokens: 0,
      }));
      const gold = { ...test, settings, assessments: places, holdId: '', isFirstAssessment: false };
      return { ...started(gold), finePhotoId };
    }
    case 'GoldSlotReserved':
    case 'SlotReserved': {
      const test = running(state, event);
      const { openingId, assessorId, assessmentIds, expiresAt, reservedAt } = event.data;
      const live = liveSlotOf(test, assessorId, reservedAt);
      const openedAt = openedAtOf(test, event.data);
      const terms = termsNow(test, assessmentIds);
      const slot = { openingId, assessorId, assessmentIds, expiresAt, reservedAt, openedAt, terms };
      return {
        ...held(test, assessorId, msBetween(live?.expiresAt ?? reservedAt, expiresAt)),
        slots: [...slotsOfOthers(test, assessorId), slot],
      };
    }
    case 'GoldSlotReleased':
    case 'SlotReleased': {
      const test = running(state, event);
      const { assessorId, releasedAt } = event.data;
      const live = liveSlotOf(test, assessorId, releasedAt);
      const slots = test.slots.map((slot) => (slot === live ? { ...slot, expiresAt: releasedAt } : slot));
      return { ...held(test, assessorId, live ? msBetween(live.expiresAt, releasedAt) : 0), slots };
    }
    case 'GoldRatingsAccepted':
    case 'RatingsAccepted': {
      const test = running(state, event);
      const { submissionId, raterId, rewardTokens, ratings, acceptedAt } = event.data;
      const slot = liveSlotOf(test, raterId, acceptedAt);
      const consumedBy = new Map(ratings.map((rating) => [rating.assessmentId, rating.consumedTokens]));
      return {
        ...test,
        assessments: test.assessments.map((assessment) =>
          consumedBy.has(assessment.assessmentId)
            ? {
                ...assessment,
                raterIds: [...assessment.raterIds, raterId],
                unusedTokens: assessment.unusedTokens - consumedBy.get(assessment.assessmentId)!,
              }
            : assessment,
        ),
        // A submission uses the rater's slot up.
        slots: slotsOfOthers(test, raterId),
        submissions: [
          ...test.submissions,
          {
            submissionId,
            raterId,
            rewardTokens,
            hadSlot: slot !== undefined,
            ratings,
            terms: { ...termsNow(test, [...consumedBy.keys()]), ...slot?.terms },
          },
        ],
      };
    }
    case 'AssessmentExtended': {
      const { assessmentId, testLimit, amountTokens, holdId } = event.data;
      const test = changed(running(state, event), assessmentId, { testLimit, status: 'running' }, amountTokens);
      return { ...test, usedHoldIds: [...test.usedHoldIds, holdId] };
    }
    case 'AssessmentShrunk':
      return changed(
        running(state, event),
        event.data.assessmentId,
        { testLimit: event.data.testLimit },
        -event.data.refundTokens,
      );
    case 'SpoiledRatingReplaced': {
      const { assessmentId, testLimit, amountTokens, submissionId } = event.data;
      const test = changed(running(state, event), assessmentId, { testLimit, status: 'running' }, amountTokens);
      return withReplaced(test, submissionId);
    }
    case 'SpoiledRatingRefunded':
      return withReplaced(running(state, event), event.data.submissionId);
    case 'RequirementsChanged':
      return withRequirements(running(state, event), event.data);
    case 'AssessmentCompleted':
      return changed(running(state, event), event.data.assessmentId, { status: 'completed' });
    case 'AssessmentEnded':
      return changed(running(state, event), event.data.assessmentId, { status: 'ended' }, -event.data.refundTokens);
    case 'TestCompleted':
      return running(state, event);
    case 'FirstAssessmentReset':
      return { ...running(state, event), isReset: true, isGivenBack: event.data.givenBackTokens > 0 };
  }
}

function started({ testId, ownerId, isFirstAssessment, settings, assessments }: TestStarted): StartedTest {
  return {
    status: 'started',
    testId,
    ownerId,
    isFirstAssessment,
    assessments: assessments.map(({ assessmentId, photoId, testLimit, amountTokens: unusedTokens }) => ({
      assessmentId,
      photoId,
      testLimit,
      settings,
      commentChoices: settings,
      raterIds: [],
      unusedTokens,
      status: 'running',
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

const withReplaced = (test: StartedTest, submissionId: string): StartedTest => ({
  ...test,
  replacedSubmissionIds: [...test.replacedSubmissionIds, submissionId],
});

function openedAtOf(test: StartedTest, { assessorId, assessmentIds, reservedAt }: SlotReserved): string {
  const live = liveSlotOf(test, assessorId, reservedAt);
  const isRenewal = live !== undefined && assessmentIds.every((id) => live.assessmentIds.includes(id));
  return isRenewal ? live.openedAt : reservedAt;
}
const msBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

const held = (test: StartedTest, assessorId: string, ms: number): StartedTest => ({
  ...test,
  heldMs: { ...test.heldMs, [assessorId]: (test.heldMs[assessorId] ?? 0) + ms },
});

const slotsOfOthers = (test: StartedTest, assessorId: string): Slot[] =>
  test.slots.filter((slot) => slot.assessorId !== assessorId);

const termsNow = (test: StartedTest, assessmentIds: readonly string[]): Terms =>
  Object.fromEntries(
    test.assessments
      .filter(({ assessmentId }) => assessmentIds.includes(assessmentId))
      .map(({ assessmentId, settings }) => [assessmentId, settings]),
  );

function changed(test: StartedTest, assessmentId: string, change: Partial<Assessment>, addedTokens = 0): StartedTest {
  const assessments = test.assessments.map((assessment) =>
    assessment.assessmentId === assessmentId
      ? { ...assessment, ...change, unusedTokens: assessment.unusedTokens + addedTokens }
      : assessment,
  );
  return { ...test, assessments };
}

function withRequirements(test: StartedTest, { assessmentId, ...asked }: RequirementsChanged): StartedTest {
  const assessment = test.assessments.find((candidate) => candidate.assessmentId === assessmentId);
  if (!assessment) throw new Error(`requirements of ${assessmentId}, which is not in the test`);
  const { ratingRequired, commentsRequired, commentsSelected, minComments } = asked;
  return changed(test, assessmentId, {
    settings: { ...assessment.settings, ratingRequired, commentsRequired, commentsSelected, minComments },
    commentChoices: commentsRequired ? { commentsSelected, minComments } : assessment.commentChoices,
  });
}

function opened(state: TestState, event: TestEvent): StartOpened {
  if (state.status !== 'opened') throw new Error(`${event.type} on a start that is ${state.status}`);
  return state.start;
}

function running(state: TestState, event: TestEvent): StartedTest {
  if (state.status !== 'started') throw new Error(`${event.type} on a test that is ${state.status}`);
  return state;
}
