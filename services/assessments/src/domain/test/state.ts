import type { AcceptedRating, AssessmentSettings, StartOpened, TestEvent, TestStarted } from './events.js';

export interface Assessment {
  assessmentId: string;
  photoId: string;
  testLimit: number;
  settings: AssessmentSettings;
  raterIds: readonly string[];
  status: 'running' | 'completed' | 'ended';
}

export interface Slot {
  assessorId: string;
  assessmentIds: readonly string[];
  expiresAt: string;
  reservedAt: string;
}

export interface Submission {
  submissionId: string;
  raterId: string;
  rewardTokens: number;
  ratings: readonly AcceptedRating[];
}

export interface StartedTest {
  status: 'started';
  testId: string;
  ownerId: string;
  isFirstAssessment: boolean;
  assessments: readonly Assessment[];
  /** The newest of each assessor, expired ones included: time comes in with the command. */
  slots: readonly Slot[];
  submissions: readonly Submission[];
  isReset: boolean;
}

export type TestState =
  | { status: 'unknown' }
  | { status: 'opened'; start: StartOpened }
  | { status: 'abandoned'; start: StartOpened }
  | StartedTest;

export const initialState = (): TestState => ({ status: 'unknown' });

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
    case 'SlotReserved': {
      const test = running(state, event);
      const { assessorId, assessmentIds, expiresAt, reservedAt } = event.data;
      return {
        ...test,
        slots: [...slotsOfOthers(test, assessorId), { assessorId, assessmentIds, expiresAt, reservedAt }],
      };
    }
    case 'RatingsAccepted': {
      const test = running(state, event);
      const { submissionId, raterId, rewardTokens, ratings } = event.data;
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
        submissions: [...test.submissions, { submissionId, raterId, rewardTokens, ratings }],
      };
    }
    case 'AssessmentCompleted':
      return withStatus(running(state, event), event.data.assessmentId, 'completed');
    case 'AssessmentEnded':
      return withStatus(running(state, event), event.data.assessmentId, 'ended');
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
      raterIds: [],
      status: 'running',
    })),
    slots: [],
    submissions: [],
    isReset: false,
  };
}

const slotsOfOthers = (test: StartedTest, assessorId: string): Slot[] =>
  test.slots.filter((slot) => slot.assessorId !== assessorId);

function withStatus(test: StartedTest, assessmentId: string, status: Assessment['status']): StartedTest {
  const assessments = test.assessments.map((assessment) =>
    assessment.assessmentId === assessmentId ? { ...assessment, status } : assessment,
  );
  return { ...test, assessments };
}

function opened(state: TestState, event: TestEvent): StartOpened {
  if (state.status !== 'opened') throw new Error(`${event.type} on a start that is ${state.status}`);
  return state.start;
}

function running(state: TestState, event: TestEvent): StartedTest {
  if (state.status !== 'started') throw new Error(`${event.type} on a test that is ${state.status}`);
  return state;
}
