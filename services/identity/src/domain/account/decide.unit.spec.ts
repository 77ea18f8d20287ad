import { specify } from '@candid/event-store';
import { describe, it } from '@jest/globals';
import { accountDecider } from './decide.js';
import type { AccountEvent } from './events.js';

const given = specify(accountDecider);
const at = '2026-03-01T10:00:00.000Z';
const userId = '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0001';
const counts = { notificationNumber: 0, generalNotifNumber: 0 };
const registered: AccountEvent = { type: 'UserRegistered', data: { userId, country: 'GB', registeredAt: at } };
const notified = (notificationNumber: number): AccountEvent => ({
  type: 'NewRatingsNotified',
  data: { submissionId: `submission-${notificationNumber}`, ...counts, notificationNumber },
});

describe('an evaluation of the profile', () => {
  const generally = (generalNotifNumber: number): AccountEvent => ({
    type: 'NewGeneralRatingNotified',
    data: { submissionId: 'evaluation', ...counts, generalNotifNumber },
  });

  it('counts apart from ratings, until the owner has seen it', () => {
    given([registered, generally(1)])
      .when({ type: 'NotifyOfGeneralRating', submissionId: 'evaluation' })
      .then([generally(2)]);
    given([registered, generally(2)])
      .when({ type: 'ClearGeneralNotifications' })
      .then([{ type: 'GeneralNotificationsCleared', data: counts }]);
    given([registered, generally(2)])
      .when({ type: 'ClearNotifications' })
      .then([]);
  });
});

describe('registering', () => {
  it('registers a user once', () => {
    given([]).when({ type: 'Register', userId, country: 'GB', at }).then([registered]);
    given([registered]).when({ type: 'Register', userId, country: 'GB', at }).then('CONFLICT');
  });

  it('refuses every other command before it', () => {
    given([]).when({ type: 'ClearNotifications' }).then('NOT_FOUND');
    given([]).when({ type: 'ApproveAssessor', passkeyName: 'beta', at }).then('NOT_FOUND');
  });
});

describe('approving an assessor', () => {
  const approval: AccountEvent[] = [
    { type: 'AssessorApproved', data: { passkeyName: 'beta', approvedAt: at } },
    { type: 'RoleGranted', data: { role: 'assessor', ...counts } },
  ];

  it('records the passkey by name and grants the role', () => {
    given([registered]).when({ type: 'ApproveAssessor', passkeyName: 'beta', at }).then(approval);
  });

  it('changes nothing for an approved assessor', () => {
    given([registered, ...approval])
      .when({ type: 'ApproveAssessor', passkeyName: 'other', at })
      .then([]);
  });

  it('grants a role once', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { role: 'support', ...counts } };
    given([registered]).when({ type: 'GrantRole', role: 'support' }).then([granted]);
    given([registered, granted]).when({ type: 'GrantRole', role: 'support' }).then([]);
  });
});

describe('choosing where assessors come from', () => {
  const chosen: AccountEvent = { type: 'LocationPreferenceChosen', data: { locationsPreference: 'NotMine' } };

  it('begins with anywhere', () => {
    given([registered]).when({ type: 'ChooseLocationPreference', locationsPreference: 'All' }).then([]);
  });

  it('records a choice that differs', () => {
    given([registered]).when({ type: 'ChooseLocationPreference', locationsPreference: 'NotMine' }).then([chosen]);
    given([registered, chosen]).when({ type: 'ChooseLocationPreference', locationsPreference: 'NotMine' }).then([]);
  });
});

describe('notifications', () => {
  it('count one per submission', () => {
    given([registered, notified(1)])
      .when({ type: 'NotifyOfRatings', submissionId: 'submission-2' })
      .then([notified(2)]);
  });

  it('start at one again after they were cleared', () => {
    const cleared: AccountEvent = { type: 'NotificationsCleared', data: counts };
    given([registered, notified(1), notified(2)])
      .when({ type: 'ClearNotifications' })
      .then([cleared]);
    given([registered, notified(1), cleared])
      .when({ type: 'NotifyOfRatings', submissionId: 'submission-1' })
      .then([notified(1)]);
  });

  it('are not cleared where there are none', () => {
    given([registered]).when({ type: 'ClearNotifications' }).then([]);
    given([registered]).when({ type: 'ClearGeneralNotifications' }).then([]);
  });
});

describe('onboarding facts', () => {
  const started: AccountEvent = { type: 'FirstAssessmentStarted', data: { testId: 't1', startedAt: at, ...counts } };
  const reset: AccountEvent = {
    type: 'FirstAssessmentReset',
    data: { testId: 't1', resetAt: '2026-03-01T11:00:00.000Z', ...counts },
  };
  const dismissed = (dismissedAt: string): AccountEvent => ({
    type: 'FirstLoginDismissed',
    data: { dismissedAt, ...counts },
  });

  it('are recorded once each', () => {
    const start = { type: 'RecordFirstAssessmentStart', testId: 't1', startedAt: at } as const;
    given([registered]).when(start).then([started]);
    given([registered, started]).when(start).then([]);
  });

  it('keep the latest first profile only', () => {
    const made: AccountEvent = { type: 'FirstProfileMade', data: { photoId: 'p1', madeAt: at, ...counts } };
    given([registered]).when({ type: 'RecordFirstProfile', photoId: 'p1', madeAt: at }).then([made]);
    given([registered, made]).when({ type: 'RecordFirstProfile', photoId: 'p1', madeAt: at }).then([]);
  });

  it('let the first-login prompt be dismissed once, and once more after a reset', () => {
    const again = '2026-03-01T12:00:00.000Z';
    given([registered])
      .when({ type: 'DismissFirstLogin', at })
      .then([dismissed(at)]);
    given([registered, dismissed(at)])
      .when({ type: 'DismissFirstLogin', at: again })
      .then([]);
    given([registered, dismissed(at), started, reset])
      .when({ type: 'DismissFirstLogin', at: again })
      .then([dismissed(again)]);
  });
});

describe('deleting an account', () => {
  const eraseAt = '2026-03-31T10:00:00.000Z';
  const deleted: AccountEvent = { type: 'AccountDeleted', data: { deletedAt: at, eraseAt } };
  const erased: AccountEvent = { type: 'AccountErased', data: { erasedAt: eraseAt } };

  it('happens once', () => {
    given([registered]).when({ type: 'DeleteAccount', at, eraseAt }).then([deleted]);
    given([registered, deleted]).when({ type: 'DeleteAccount', at: eraseAt, eraseAt }).then([]);
  });

  it('leaves nobody who could do anything', () => {
    given([registered, deleted]).when({ type: 'DismissFirstLogin', at }).then('NOT_FOUND');
    given([registered, deleted]).when({ type: 'ApproveAssessor', passkeyName: 'beta', at }).then('NOT_FOUND');
    given([registered, deleted]).when({ type: 'GrantRole', role: 'support' }).then('NOT_FOUND');
  });

  it('takes late news without a word', () => {
    given([registered, deleted]).when({ type: 'NotifyOfRatings', submissionId: 's1' }).then([]);
    given([registered, deleted]).when({ type: 'RecordFirstProfile', photoId: 'p1', madeAt: at }).then([]);
  });

  it('ends in the erasure, at its time and once', () => {
    given([registered, deleted]).when({ type: 'EraseAccount', at: '2026-03-31T09:59:59.999Z' }).then('CONFLICT');
    given([registered]).when({ type: 'EraseAccount', at: eraseAt }).then('CONFLICT');
    given([registered, deleted]).when({ type: 'EraseAccount', at: eraseAt }).then([erased]);
    given([registered, deleted, erased]).when({ type: 'EraseAccount', at: eraseAt }).then([]);
  });
});
