import type { OwnerEvent } from './events.js';

interface Place {
  testId: string;
  since: string;
}

export interface OpenedStart {
  reservedAt: string;
  photoIds: readonly string[];
  /** Where its photos were that had been assessed before, by photo id: a start that never comes leaves them there. */
  before: Readonly<Record<string, { testId: string; place: Place | null }>>;
}

export interface OwnerState {
  firstAssessment: { testId: string; status: 'reserved' | 'running' | 'finished' } | null;
  hasMadeFirstProfile: boolean;
  /** What a first assessment had used up was given back on its reset: that happens once. */
  hasBeenGivenBack: boolean;
  /** What the next first assessment costs, after a reset: what that gave back. */
  restartTokens: number | null;
  /** Starts neither confirmed nor given up, by test id. */
  openStarts: Readonly<Record<string, OpenedStart>>;
  /** Photos under assessment or finished there and not put away yet, by photo id. */
  pool: Readonly<Record<string, Place>>;
  /** Every photo that was ever in a test and is not deleted, by photo id: its newest test. */
  testsByPhoto: Readonly<Record<string, string>>;
  /** The profile assessment that runs. */
  groupRun: { groupId: string; assessmentId: string } | null;
}

export const initialState = (): OwnerState => ({
  firstAssessment: null,
  hasMadeFirstProfile: false,
  hasBeenGivenBack: false,
  restartTokens: null,
  openStarts: {},
  pool: {},
  testsByPhoto: {},
  groupRun: null,
});

export function evolve(state: OwnerState, event: OwnerEvent): OwnerState {
  switch (event.type) {
    case 'StartReserved': {
      const { testId, photoIds, isFirstAssessment, reservedAt } = event.data;
      return {
        ...state,
        firstAssessment: isFirstAssessment ? { testId, status: 'reserved' } : state.firstAssessment,
        openStarts: { ...state.openStarts, [testId]: { reservedAt, photoIds, before: placesOf(state, photoIds) } },
        pool: { ...state.pool, ...keyed(photoIds, { testId, since: reservedAt }) },
        testsByPhoto: { ...state.testsByPhoto, ...keyed(photoIds, testId) },
      };
    }
    case 'StartTaken': {
      const { testId, takenAt } = event.data;
      const pool = takenAt === undefined ? state.pool : poolAfterStart(state, testId, takenAt);
      return { ...withFirst(state, testId, 'running'), pool, openStarts: without(state.openStarts, [testId]) };
    }
    case 'StartReleased': {
      const { testId } = event.data;
      const released = withFirst(withoutTest(state, testId), testId, null);
      return { ...released, openStarts: without(state.openStarts, [testId]) };
    }
    case 'AssessmentReopened': {
      const { testId, photoId, reopenedAt: since } = event.data;
      return { ...state, pool: { ...state.pool, [photoId]: { testId, since } } };
    }
    case 'FirstAssessmentFinished':
      return withFirst(state, event.data.testId, 'finished');
    case 'OnboardingRestarted': {
      const { testId, givenBackTokens, restartTokens } = event.data;
      const restarted = withFirst(state, testId, null);
      const hasBeenGivenBack = state.hasBeenGivenBack || givenBackTokens > 0;
      return { ...restarted, hasBeenGivenBack, restartTokens, pool: without(state.pool, photosOf(state.pool, testId)) };
    }
    case 'FirstProfileMade':
      return { ...state, hasMadeFirstProfile: true };
    case 'PhotoLeftPool':
      return { ...state, pool: without(state.pool, [event.data.photoId]) };
    case 'GroupRunOpened': {
      const { groupId, assessmentId } = event.data;
      return { ...state, groupRun: { groupId, assessmentId } };
    }
    case 'GroupRunClosed':
      return { ...state, groupRun: null };
    case 'PhotoForgotten': {
      const { photoId } = event.data;
      return {
        ...state,
        pool: without(state.pool, [photoId]),
        testsByPhoto: without(state.testsByPhoto, [photoId]),
      };
    }
  }
}

/** With all photos of the start in it that are not deleted. */
export function poolAfterStart(state: OwnerState, testId: string, since: string): OwnerState['pool'] {
  const reserved = state.openStarts[testId]?.photoIds ?? [];
  const photoIds = reserved.filter((photoId) => state.testsByPhoto[photoId] === testId);
  return { ...state.pool, ...keyed(photoIds, { testId, since }) };
}

function withFirst(state: OwnerState, testId: string, status: 'running' | 'finished' | null): OwnerState {
  if (state.firstAssessment?.testId !== testId) return state;
  return { ...state, firstAssessment: status && { testId, status } };
}

/** A start that never came leaves no trace on its photos; one that was deleted or put away meanwhile stays so. */
function withoutTest(state: OwnerState, testId: string): OwnerState {
  const photoIds = photosOf(state.pool, testId);
  const pool = without(state.pool, photoIds);
  const testsByPhoto = without(state.testsByPhoto, photoIds);
  for (const [photoId, before] of Object.entries(state.openStarts[testId]?.before ?? {})) {
    if (state.testsByPhoto[photoId] === testId) testsByPhoto[photoId] = before.testId;
    if (photoIds.includes(photoId) && before.place) pool[photoId] = before.place;
  }
  return { ...state, pool, testsByPhoto };
}

function placesOf({ testsByPhoto, pool }: OwnerState, photoIds: readonly string[]): OpenedStart['before'] {
  const assessed = photoIds.filter((photoId) => photoId in testsByPhoto);
  return Object.fromEntries(
    assessed.map((photoId) => [photoId, { testId: testsByPhoto[photoId]!, place: pool[photoId] ?? null }]),
  );
}

const photosOf = (pool: OwnerState['pool'], testId: string): string[] =>
  Object.keys(pool).filter((photoId) => pool[photoId]?.testId === testId);

const keyed = <Value>(keys: readonly string[], value: Value): Record<string, Value> =>
  Object.fromEntries(keys.map((key) => [key, value]));

const without = <Value>(record: Readonly<Record<string, Value>>, keys: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
