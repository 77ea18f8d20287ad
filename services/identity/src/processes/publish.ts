import { identityEvents, type UserId } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent, type SqlSession } from '@candid/event-store';
import { type AccountEvent, userIdOfStream } from '../account/account.js';
import { findPersonalKey, lookingForDocument, selfDescriptionDocument } from '../account/sealed.js';
import { unseal } from '../kernel/secrets.js';
import { type NoticeEvent, noticeIdOfStream } from '../notices/notice.js';
import { findSender } from '../notices/notices.rows.js';

/**
 * Every change of a `get-user` answer is published with the counts. NATS drops messages after two weeks, so the
 * unsealed personal data in them is gone before the person is erased.
 */
export async function toIntegrationEvent(
  recorded: RecordedEvent,
  session: SqlSession,
): Promise<IntegrationEvent | undefined> {
  const noticeId = noticeIdOfStream(recorded.streamId);
  if (noticeId !== undefined) return noticeEvent(recorded, noticeId, await findSender(session, noticeId));
  const userId = userIdOfStream(recorded.streamId) as UserId | undefined;
  if (userId === undefined) return undefined;
  const event = recorded as unknown as AccountEvent;
  switch (event.type) {
    case 'UserRegistered':
      return publish(recorded, 'UserRegistered', {
        userId,
        country: unseal(event.data.country, await findPersonalKey(session, userId), userId),
        hasWelcomeGrant: event.data.hasWelcomeGrant,
      });
    case 'AssessorApproved':
      return publish(recorded, 'AssessorApproved', { userId, passkeyName: event.data.passkeyName });
    case 'LocationPreferenceChosen':
      return publish(recorded, 'LocationPreferenceChosen', {
        userId,
        locationsPreference: event.data.locationsPreference,
      });
    case 'CountryChosen':
      return publish(recorded, 'CountryChosen', {
        userId,
        country: unseal(event.data.country, await findPersonalKey(session, userId), userId),
      });
    case 'SelfDescriptionChosen': {
      const key = await findPersonalKey(session, userId);
      const description = selfDescriptionDocument.open(event.data.selfDescription, key, userId);
      return publish(recorded, 'SelfDescriptionChosen', { userId, ...description });
    }
    case 'LookingForChosen': {
      const key = await findPersonalKey(session, userId);
      const { gender, ageFrom, ageTo } = lookingForDocument.open(event.data.lookingFor, key, userId);
      return publish(recorded, 'AudienceChosen', { userId, gender, ageFrom, ageTo });
    }
    case 'MailsChosen':
      return undefined;
    case 'AccountDeleted':
      return publish(recorded, 'AccountDeleted', { userId, eraseAt: event.data.eraseAt });
    case 'AccountErased':
      return publish(recorded, 'AccountErased', { userId });
    case 'SecondFactorConfirmed':
    case 'RecoveryCodeUsed':
    case 'RecoveryCodesReplaced':
    case 'SecondFactorReset':
    case 'AccountSuspended':
    case 'SuspensionLifted':
    case 'SuspensionAppealed':
    case 'SuspensionAppealDecided':
      return undefined;
    default: {
      const { notificationNumber, generalNotifNumber } = event.data;
      return publish(recorded, 'AccountChanged', { userId, notificationNumber, generalNotifNumber });
    }
  }
}

function noticeEvent(recorded: RecordedEvent, noticeId: string, senderId: string | null): IntegrationEvent {
  const { type, data } = recorded as unknown as NoticeEvent;
  return publish(recorded, type, { ...data, noticeId, senderId } as NoticeData);
}

type NoticeData = (typeof identityEvents)['NoticeReceived' | 'NoticeConfirmed']['data']['_output'];

function publish<Name extends keyof typeof identityEvents>(
  event: RecordedEvent,
  name: Name,
  data: (typeof identityEvents)[Name]['data']['_output'],
): IntegrationEvent {
  const { type, version } = identityEvents[name];
  return integrationEventOf(event, { type, version, data });
}
