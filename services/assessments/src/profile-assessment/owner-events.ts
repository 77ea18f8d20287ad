import type { LoadedOwner } from '../aggregates.js';
import type { ProfileEvent } from './domain/events.js';

/** Records on the owner's stream which round runs after these events. */
export function recordRoundOnOwner(events: readonly ProfileEvent[], owner: LoadedOwner): void {
  for (const event of events) {
    switch (event.type) {
      case 'ProfileRoundStarted': {
        const { ownerId, profileAssessmentId, assessmentId, photoIds, startedAt: at } = event.data;
        owner.decide({ type: 'OpenProfileRound', ownerId, profileAssessmentId, assessmentId, photoIds, at });
        break;
      }
      case 'ProfileRoundCompleted':
      case 'ProfileRoundEnded': {
        const { ownerId, profileAssessmentId, assessmentId } = event.data;
        owner.decide({ type: 'CloseProfileRound', ownerId, profileAssessmentId, assessmentId });
        break;
      }
    }
  }
}
