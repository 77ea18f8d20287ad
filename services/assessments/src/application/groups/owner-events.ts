import type { OwnerEvent } from '../../domain/owner/events.js';
import type { OwnerState } from '../../domain/owner/state.js';
import * as deciders from '../deciders.js';
import type { IdentifiedEvent } from '../streams.js';

/** What a group's events mean for how many of its owner's profile assessments run: they belong into the same append. */
export function ownerEventsOf(events: readonly IdentifiedEvent[], owner: OwnerState): OwnerEvent[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'GroupStarted': {
        const { ownerId, groupId, assessmentId } = event.data;
        return deciders.owner.decide({ type: 'OpenGroupRun', ownerId, groupId, assessmentId }, owner);
      }
      case 'GroupCompleted':
      case 'GroupEnded': {
        const { ownerId, groupId, assessmentId } = event.data;
        return deciders.owner.decide({ type: 'CloseGroupRun', ownerId, groupId, assessmentId }, owner);
      }
      default:
        return [];
    }
  });
}
