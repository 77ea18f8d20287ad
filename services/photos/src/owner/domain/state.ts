import type { OwnerEvent } from './events.js';

export interface OwnerState {
  completedTests: readonly string[];
  resetTests: readonly string[];
  /** The first assessment that the first profile was made on. */
  profileTestId: string | null;
}

export const initialState = (): OwnerState => ({ completedTests: [], resetTests: [], profileTestId: null });

export function evolve(state: OwnerState, event: OwnerEvent): OwnerState {
  switch (event.type) {
    case 'FirstTestCompleted':
      return { ...state, completedTests: [...state.completedTests, event.data.photoAssessmentId] };
    case 'FirstTestReset':
      return { ...state, resetTests: [...state.resetTests, event.data.photoAssessmentId] };
    case 'FirstProfileMade':
      return { ...state, profileTestId: event.data.photoAssessmentId };
    default:
      return event satisfies never;
  }
}

/** The completed first assessment that stands: completion and reset count in whatever order they become known. */
export const standingTestOf = ({ completedTests, resetTests }: OwnerState): string | undefined =>
  completedTests.find((photoAssessmentId) => !resetTests.includes(photoAssessmentId));

export const hasFirstTested = (state: OwnerState): boolean => standingTestOf(state) !== undefined;

/** A reset of the assessment takes the profile made on it back: all flags are as on the first day. */
export const hasMadeFirstProfile = ({ profileTestId, resetTests }: OwnerState): boolean =>
  profileTestId !== null && !resetTests.includes(profileTestId);
