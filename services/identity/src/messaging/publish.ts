import { identityEvents, type UserId } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import { type AccountEvent, userIdOfStream } from '../domain/account/events.js';

/** What other services are told. Everything that `get-user` shows changes with an event that carries the counts. */
export function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  const userId = userIdOfStream(recorded.streamId) as UserId | undefined;
  if (userId === undefined) return undefined;
  const event = recorded as unknown as AccountEvent;
  switch (event.type) {
    case 'UserRegistered':
      return publish(recorded, 'UserRegistered', { userId, country: event.data.country });
    case 'AssessorApproved':
      return publish(recorded, 'AssessorApproved', { userId, passkeyName: event.data.passkeyName });
    case 'LocationPreferenceChosen':
      return publish(recorded, 'LocationPreferenceChosen', {
        userId,
        locationsPreference: event.data.locationsPreference,
      });
    default: {
      const { notificationNumber, generalNotifNumber } = event.data;
      return publish(recorded, 'AccountChanged', { userId, notificationNumber, generalNotifNumber });
    }
  }
}

function publish<Name extends keyof typeof identityEvents>(
  event: RecordedEvent,
  name: Name,
  data: (typeof identityEvents)[Name]['data']['_output'],
): IntegrationEvent {
  const { type, version } = identityEvents[name];
  return integrationEventOf(event, { type, version, data });
}
