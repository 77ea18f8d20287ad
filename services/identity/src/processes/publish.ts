import { identityEvents, type UserId } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent, type SqlSession } from '@candid/event-store';
import type { z } from 'zod';
import { type AccountEvent, userIdOfStream } from '../account/account.js';
import { findPersonalKey, lookingForDocument, selfDescriptionDocument } from '../account/sealed.js';
import { unseal } from '../kernel/secrets.js';
import { type NoticeEvent, noticeIdOfStream } from '../notices/notice.js';
import { findSender } from '../notices/notices.rows.js';

/**
 * Every change that `get-user` shows is published with the notification counts. NATS drops messages after two weeks,
 * so the unsealed personal data in them is gone before the person is erased.
 */
export async function toIntegrationEvent(
  recorded: RecordedEvent,
  session: SqlSession,
): Promise<IntegrationEvent | undefined> {
  const noticeId = noticeIdOfStream(recorded.streamId);
  if (noticeId !== undefined) {
    const { type, data } = recorded as unknown as NoticeEvent;
    return publish(recorded, type, { ...data, noticeId, senderId: await findSender(session, noticeId) } as NoticeData);
  }
  const userId = userIdOfStream(recorded.streamId) as UserId | undefined;
  if (userId === undefined) return undefined;
  const event = recorded as unknown as AccountEvent;
  switch (event.type) {
    case 'UserRegistered': {
      const country = unseal(event.data.country, await findPersonalKey(session, userId), userId);
      return publish(recorded, event.type, { userId, country, hasWelcomeGrant: event.data.hasWelcomeGrant });
    }
    case 'AssessorApproved': {
      const { approvedAt: _at, ...by } = event.data;
      return publish(recorded, event.type, { userId, ...by });
    }
    case 'LocationPreferenceChosen':
      return publish(recorded, event.type, { userId, ...event.data });
    case 'CountryChosen': {
      const country = unseal(event.data.country, await findPersonalKey(session, userId), userId);
      return publish(recorded, event.type, { userId, country });
    }
    case 'SelfDescriptionChosen': {
      const key = await findPersonalKey(session, userId);
      const description = selfDescriptionDocument.open(event.data.selfDescription, key, userId);
      return publish(recorded, event.type, { userId, ...description });
    }
    case 'LookingForChosen': {
      const key = await findPersonalKey(session, userId);
      const { gender, ageFrom, ageTo } = lookingForDocument.open(event.data.lookingFor, key, userId);
      return publish(recorded, 'AudienceChosen', { userId, gender, ageFrom, ageTo });
    }
    case 'AccountDeleted':
      return publish(recorded, event.type, { userId, eraseAt: event.data.eraseAt });
    case 'AccountErased':
      return publish(recorded, event.type, { userId });
    case 'MailsChosen':
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

type Name = keyof typeof identityEvents;
type Data<Of extends Name> = z.output<(typeof identityEvents)[Of]['data']>;
type NoticeData = Data<'NoticeReceived' | 'NoticeConfirmed'>;

function publish<Of extends Name>(event: RecordedEvent, name: Of, data: Data<Of>): IntegrationEvent {
  const { type, version } = identityEvents[name];
  return integrationEventOf(event, { type, version, data });
}
