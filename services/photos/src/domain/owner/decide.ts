import type { Decider } from '@candid/event-store';
import type { OwnerCommand } from './commands.js';
import type { OwnerEvent } from './events.js';
import { evolve, hasMadeFirstProfile, initialState, type OwnerState, standingTestOf } from './state.js';

export function decide(command: OwnerCommand, state: OwnerState): OwnerEvent[] {
  switch (command.type) {
    case 'CompleteFirstTest':
      if (state.completedTests.includes(command.testId)) return [];
      return [{ type: 'FirstTestCompleted', data: { testId: command.testId } }];
    case 'ResetFirstTest':
      if (state.resetTests.includes(command.testId)) return [];
      return [{ type: 'FirstTestReset', data: { testId: command.testId } }];
    case 'MakeFirstProfile': {
      const testId = standingTestOf(state);
      if (testId === undefined || hasMadeFirstProfile(state)) return [];
      return [{ type: 'FirstProfileMade', data: { photoId: command.photoId, testId } }];
    }
    default:
      return command satisfies never;
  }
}

export const ownerDecider: Decider<OwnerState, OwnerCommand, OwnerEvent> = { initialState, evolve, decide };
