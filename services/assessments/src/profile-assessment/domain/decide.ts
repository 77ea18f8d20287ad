import type { Decider } from '@candid/event-store';
import { changeGroup } from './change-group.js';
import type { GroupCommand } from './commands.js';
import { endGroup } from './end-group.js';
import type { GroupEvent } from './events.js';
import { evolve } from './evolve.js';
import type { GroupPolicy } from './policy.js';
import { releaseGroupSlot, reserveGroupSlot } from './reserve-group-slot.js';
import { startGroup } from './start-group.js';
import { type GroupState, initialState } from './state.js';
import { submitGeneralRating } from './submit-general-rating.js';

export function decide(command: GroupCommand, state: GroupState, policy: GroupPolicy): GroupEvent[] {
  switch (command.type) {
    case 'StartGroup':
      return startGroup(command, state, policy);
    case 'ChangeGroup':
      return changeGroup(command, state, policy);
    case 'ReserveGroupSlot':
      return reserveGroupSlot(command, state, policy);
    case 'ReleaseGroupSlot':
      return releaseGroupSlot(command, state);
    case 'SubmitGeneralRating':
      return submitGeneralRating(command, state, policy);
    case 'EndGroup':
      return endGroup(command, state, policy);
  }
}

export const groupDecider = (policy: GroupPolicy): Decider<GroupState, GroupCommand, GroupEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
