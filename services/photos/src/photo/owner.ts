import type { Decider } from '@candid/event-store';
import type { PhotoCommand, PlannerAdmission } from './commands.js';
import { photoDecider } from './decide.js';
import type { PhotoState } from './photo.js';

/** Stream `owner-<userId>`: the person's progress with the first assessment. */
export type OwnerEvent =
  | { type: 'FirstTestCompleted'; data: { photoAssessmentId: string } }
  | { type: 'FirstTestReset'; data: { photoAssessmentId: string } }
  | { type: 'FirstProfileMade'; data: { photoId: string; photoAssessmentId: string } };

export type OwnerCommand =
  | { type: 'CompleteFirstTest'; photoAssessmentId: string }
  | { type: 'ResetFirstTest'; photoAssessmentId: string }
  | { type: 'MakeFirstProfile'; photoId: string };

export interface OwnerState {
  completedTests: readonly string[];
  resetTests: readonly string[];
  /** The first assessment from which the first profile was made. */
  profileTestId: string | null;
}

const initialOwner = (): OwnerState => ({ completedTests: [], resetTests: [], profileTestId: null });

function evolveOwner(state: OwnerState, event: OwnerEvent): OwnerState {
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

/** The completed first assessment that was not reset. The events of completion and reset may arrive in any order. */
const standingTestOf = ({ completedTests, resetTests }: OwnerState): string | undefined =>
  completedTests.find((photoAssessmentId) => !resetTests.includes(photoAssessmentId));

export const hasFirstTested = (state: OwnerState): boolean => standingTestOf(state) !== undefined;

/** False after a reset of the assessment from which the profile was made: the owner then starts from the beginning. */
export const hasMadeFirstProfile = ({ profileTestId, resetTests }: OwnerState): boolean =>
  profileTestId !== null && !resetTests.includes(profileTestId);

function decideOwner(command: OwnerCommand, state: OwnerState): OwnerEvent[] {
  switch (command.type) {
    case 'CompleteFirstTest':
      if (state.completedTests.includes(command.photoAssessmentId)) return [];
      return [{ type: 'FirstTestCompleted', data: { photoAssessmentId: command.photoAssessmentId } }];
    case 'ResetFirstTest':
      if (state.resetTests.includes(command.photoAssessmentId)) return [];
      return [{ type: 'FirstTestReset', data: { photoAssessmentId: command.photoAssessmentId } }];
    case 'MakeFirstProfile': {
      const photoAssessmentId = standingTestOf(state);
      if (photoAssessmentId === undefined || hasMadeFirstProfile(state)) return [];
      return [{ type: 'FirstProfileMade', data: { photoId: command.photoId, photoAssessmentId } }];
    }
    default:
      return command satisfies never;
  }
}

export const ownerDecider: Decider<OwnerState, OwnerCommand, OwnerEvent> = {
  initialState: initialOwner,
  evolve: evolveOwner,
  decide: decideOwner,
};

/** Makes a command that may depend on the progress of the photo's owner. */
export type CommandOfPlanner = (planner: PlannerAdmission) => PhotoCommand;

/**
 * Decides on a photo and its owner together. The first move into the planner writes both streams. If two first moves
 * are concurrent, the second one conflicts on the owner's stream and is decided again.
 */
export function decideWithOwner(command: CommandOfPlanner, photo: PhotoState, owner: OwnerState, ratingsMin: number) {
  const planner = {
    hasFirstTested: hasFirstTested(owner),
    hasMadeFirstProfile: hasMadeFirstProfile(owner),
    ratingsMin,
  };
  const photoEvents = photoDecider.decide(command(planner), photo);
  const ownerEvents = photoEvents.flatMap((event) =>
    event.type === 'PhotoPlacedInProfile' && event.data.wasFirstProfileSet
      ? ownerDecider.decide({ type: 'MakeFirstProfile', photoId: event.data.photoId }, owner)
      : [],
  );
  return { photoEvents, ownerEvents };
}
