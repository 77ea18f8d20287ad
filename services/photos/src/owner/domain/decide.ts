import type { Decider } from '@candid/event-store';
import type { OwnerCommand } from './commands.js';
import type { OwnerEvent } from './events.js';
import { evolve, hasMadeFirstProfile, initialState, type OwnerState, standingTestOf } from './state.js';

export function decide(command: OwnerCommand, state: OwnerState): OwnerEvent[] {
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

export const ownerDecider: Decider<OwnerState, OwnerCommand, OwnerEvent> = { initialState, evolve, decide };
