import type { LoadedOwner } from '../aggregates.js';
import type { GroupEvent } from './domain/events.js';

/** Records on the owner's stream how many profile assessments run after these events of one of them. */
export function recordRunOnOwner(events: readonly GroupEvent[], owner: LoadedOwner): void {
  for (const event of events) {
    switch (event.type) {
      case 'GroupStarted': {
        const { ownerId, groupId, assessmentId } = event.data;
        owner.decide({ type: 'OpenGroupRun', ownerId, groupId, assessmentId });
        break;
      }
      case 'GroupCompleted':
      case 'GroupEnded': {
        const { ownerId, groupId, assessmentId } = event.data;
        owner.decide({ type: 'CloseGroupRun', ownerId, groupId, assessmentId });
        break;
      }
    }
  }
}
