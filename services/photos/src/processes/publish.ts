import { photosEvents } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import type { PhotoEvent } from '../photo/photo.js';

/** Returns the event for other services. Events that only record ratings and photo assessments are not published. */
export function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  const event = recorded as unknown as PhotoEvent;
  switch (event.type) {
    case 'PhotoUploaded': {
      const { photoId, userId, photoAssessmentId, awaitsScreening = false } = event.data;
      const data = { photoId, userId, photoAssessmentId, awaitsScreening };
      return integrationEventOf(recorded, { type: photosEvents.PhotoUploaded.type, data });
    }
    case 'PhotoPlacedInProfile':
    case 'PhotoReturnedToBank':
      return integrationEventOf(recorded, { type: photosEvents[event.type].type, data: event.data });
    case 'PhotoScreened': {
      // The number of faces is a hint for the owner, so other services do not receive it.
      const { faces: _, ...data } = event.data;
      return integrationEventOf(recorded, { type: photosEvents.PhotoScreened.type, data });
    }
    case 'PhotoDeleted': {
      const { photoId, userId } = event.data;
      return integrationEventOf(recorded, { type: photosEvents.PhotoDeleted.type, data: { photoId, userId } });
    }
    default:
      return undefined;
  }
}
