import type { RequirementsChanged, StartOpened, TestEvent, TestStarted } from './events.js';
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
      const { assessorId, assessmentIds, expiresAt, reservedAt } = event.data;
      return {
        ...test,
        slots: [
          ...slotsOfOthers(test, assessorId),
          { assessorId, assessmentIds, expiresAt, reservedAt, terms: termsNow(test, assessmentIds) },
        ],
      };
    }
    case 'GoldRatingsAccepted':
    case 'RatingsAccepted': {
      const test = running(state, event);
      const { submissionId, raterId, rewardTokens, ratings, acceptedAt } = event.data;
      const slot = liveSlotOf(test, raterId, acceptedAt);
      const ratedIds = new Set(ratings.map((rating) => rating.assessmentId));
      return {
        ...test,
        assessments: test.assessments.map((assessment) =>
          ratedIds.has(assessment.assessmentId)
            ? { ...assessment, raterIds: [...assessment.raterIds, raterId] }
            : assessment,
        ),
        // A submission uses the rater's slot up.
        slots: slotsOfOthers(test, raterId),
        submissions: [
          ...test.submissions,
          { submissionId, raterId, rewardTokens, ratings, terms: { ...termsNow(test, [...ratedIds]), ...slot?.terms } },
        ],
      };
    }
    case 'AssessmentExtended': {
      const { assessmentId, testLimit, holdId } = event.data;
      const test = changed(running(state, event), assessmentId, { testLimit, status: 'running' });
      return { ...test, usedHoldIds: [...test.usedHoldIds, holdId] };
    }
    case 'AssessmentShrunk':
      return changed(running(state, event), event.data.assessmentId, { testLimit: event.data.testLimit });
    case 'SpoiledRatingReplaced': {
      const { assessmentId, testLimit, submissionId } = event.data;
      return withReplaced(changed(running(state, event), assessmentId, { testLimit, status: 'running' }), submissionId);
    }
    case 'SpoiledRatingRefunded':
      return withReplaced(running(state, event), event.data.submissionId);
    case 'RequirementsChanged':
      return withRequirements(running(state, event), event.data);
    case 'AssessmentCompleted':
      return changed(running(state, event), event.data.assessmentId, { status: 'completed' });
    case 'AssessmentEnded':
      return changed(running(state, event), event.data.assessmentId, { status: 'ended' });
    case 'TestCompleted':
      return running(state, event);
    case 'FirstAssessmentReset':
      return { ...running(state, event), isReset: true };
  }
}

function started({ testId, ownerId, isFirstAssessment, settings, assessments }: TestStarted): StartedTest {
  return {
    status: 'started',
    testId,
    ownerId,
    isFirstAssessment,
    assessments: assessments.map(({ assessmentId, photoId, testLimit }) => ({
      assessmentId,
      photoId,
      testLimit,
      settings,
      commentChoices: settings,
      raterIds: [],
      status: 'running',
    })),
    slots: [],
    submissions: [],
    usedHoldIds: [],
    replacedSubmissionIds: [],
    finePhotoId: null,
    isReset: false,
  };
}

const withReplaced = (test: StartedTest, submissionId: string): StartedTest => ({
  ...test,
  replacedSubmissionIds: [...test.replacedSubmissionIds, submissionId],
});

const slotsOfOthers = (test: StartedTest, assessorId: string): Slot[] =>
  test.slots.filter((slot) => slot.assessorId !== assessorId);

const termsNow = (test: StartedTest, assessmentIds: readonly string[]): Terms =>
  Object.fromEntries(
    test.assessments
      .filter(({ assessmentId }) => assessmentIds.includes(assessmentId))
      .map(({ assessmentId, settings }) => [assessmentId, settings]),
  );

function changed(test: StartedTest, assessmentId: string, change: Partial<Assessment>): StartedTest {
  const assessments = test.assessments.map((assessment) =>
    assessment.assessmentId === assessmentId ? { ...assessment, ...change } : assessment,
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
