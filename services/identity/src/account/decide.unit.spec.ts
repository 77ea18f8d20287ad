import type { MailKind } from '@candid/contracts';
import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import {
  type AccountCommand,
  type AccountEvent,
  accountStreamId,
  mailPreferencesOf,
  userIdOfStream,
} from './account.js';
import { accountDecider } from './decide.js';
import { impersonalViewOf, withDetails } from './view.js';

const given = specify(accountDecider);
const at = '2026-03-01T10:00:00.000Z';
const userId = '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0001';
const counts = { notificationNumber: 0, generalNotifNumber: 0 };

const registered: AccountEvent = {
  type: 'UserRegistered',
  data: { userId, country: 'GB', hasWelcomeGrant: true, registeredAt: at },
};

const notified = (notificationNumber: number): AccountEvent => ({
  type: 'NewRatingsNotified',
  data: {
    submissionId: `submission-${notificationNumber}`,
    photoAssessmentId: 't1',
    photoIds: ['p1'],
    ...counts,
    notificationNumber,
  },
});

const notify = (submissionId: string): AccountCommand => ({
  type: 'NotifyOfRatings',
  submissionId,
  photoAssessmentId: 't1',
  photoIds: ['p1'],
});

describe('an evaluation of the profile', () => {
  const generally = (generalNotifNumber: number): AccountEvent => ({
    type: 'NewGeneralRatingNotified',
    data: { submissionId: 'evaluation', photoIds: ['p1', 'p2'], ...counts, generalNotifNumber },
  });

  const notifyGenerally: AccountCommand = {
    type: 'NotifyOfGeneralRating',
    submissionId: 'evaluation',
    photoIds: ['p1', 'p2'],
  };
  const gone = (photoId: string, generalNotifNumber: number): AccountEvent => ({
    type: 'PhotoDeleted',
    data: { photoId, ...counts, generalNotifNumber },
  });
  const deletePhoto = (photoId: string): AccountCommand => ({ type: 'RecordPhotoDeleted', photoId });

  it('counts apart from ratings, until the owner has seen it', () => {
    given([registered, generally(1)])
      .when(notifyGenerally)
      .then([generally(2)]);
    given([registered, generally(2)])
      .when({ type: 'ClearGeneralNotifications' })
      .then([{ type: 'GeneralNotificationsCleared', data: counts }]);
    given([registered, generally(2)])
      .when({ type: 'ClearNotifications' })
      .then([]);
  });

  it('counts while one photo of the profile is there, told before the deletion or after', () => {
    const history = [registered, generally(1), generally(2)];
    given(history)
      .when(deletePhoto('p1'))
      .then([gone('p1', 2)]);
    given([...history, gone('p1', 2)])
      .when(deletePhoto('p2'))
      .then([gone('p2', 0)]);
    given([registered, gone('p1', 0)])
      .when(notifyGenerally)
      .then([generally(1)]);
    given([registered, gone('p1', 0), gone('p2', 0)])
      .when(notifyGenerally)
      .then([]);
  });

  it('is counted out only once: not after the owner has seen it', () => {
    const seen: AccountEvent = { type: 'GeneralNotificationsCleared', data: counts };
    given([registered, generally(1), seen, gone('p1', 0)])
      .when(deletePhoto('p2'))
      .then([gone('p2', 0)]);
    given([registered, generally(1), gone('p1', 1), gone('p2', 0)])
      .when(deletePhoto('p3'))
      .then([gone('p3', 0)]);
  });

  it('of a profile without photos stays counted', () => {
    const { data } = generally(1) as Extract<AccountEvent, { type: 'NewGeneralRatingNotified' }>;
    const ofNone: AccountEvent = { type: 'NewGeneralRatingNotified', data: { ...data, photoIds: [] } };
    given([registered, ofNone])
      .when(deletePhoto('p1'))
      .then([gone('p1', 1)]);
    given([registered, ofNone, gone('p1', 1)])
      .when(deletePhoto('p2'))
      .then([gone('p2', 1)]);
  });
});

describe('registering', () => {
  it('registers a user once', () => {
    given([]).when({ type: 'Register', userId, country: 'GB', hasWelcomeGrant: true, at }).then([registered]);
    given([registered]).when({ type: 'Register', userId, country: 'GB', hasWelcomeGrant: true, at }).then('CONFLICT');
  });

  it('refuses every other command before it', () => {
    given([]).when({ type: 'ClearNotifications' }).then('NOT_FOUND');
    given([])
      .when({ type: 'ApproveAssessor', by: { passkeyName: 'beta' }, at })
      .then('NOT_FOUND');
  });
});

describe('approving an assessor', () => {
  const approval: AccountEvent[] = [
    { type: 'AssessorApproved', data: { passkeyName: 'beta', approvedAt: at } },
    { type: 'RoleGranted', data: { role: 'assessor', ...counts } },
  ];

  it('records the passkey by name and grants the role', () => {
    given([registered])
      .when({ type: 'ApproveAssessor', by: { passkeyName: 'beta' }, at })
      .then(approval);
  });

  it('changes nothing for an approved assessor', () => {
    given([registered, ...approval])
      .when({ type: 'ApproveAssessor', by: { passkeyName: 'other' }, at })
      .then([]);
  });

  it('grants a role once', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { role: 'support', ...counts } };
    given([registered]).when({ type: 'GrantRole', role: 'support' }).then([granted]);
    given([registered, granted]).when({ type: 'GrantRole', role: 'support' }).then([]);
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { role: 'support', ...counts } };
    given([registered]).when({ type: 'RevokeRole', role: 'support' }).then([]);
    given([registered, granted]).when({ type: 'RevokeRole', role: 'support' }).then([revoked]);
    given([registered, granted, revoked]).when({ type: 'GrantRole', role: 'support' }).then([granted]);
    given([registered]).when({ type: 'GrantRole', role: 'user' }).then([]);
  });
});

describe('a second factor', () => {
  const staff: AccountEvent[] = [registered, { type: 'RoleGranted', data: { role: 'support', ...counts } }];
  const confirmed: AccountEvent = { type: 'SecondFactorConfirmed', data: { confirmedAt: at } };
  const reset: AccountEvent = { type: 'SecondFactorReset', data: { resetAt: at } };

  it('is for everybody', () => {
    for (const history of [[registered], staff])
      given(history).when({ type: 'ConfirmSecondFactor', at }).then([confirmed]);
  });

  it('is reset once, and stays with the account when a role goes', () => {
    given([...staff, confirmed])
      .when({ type: 'ResetSecondFactor', at })
      .then([reset]);
    given([...staff, confirmed, reset])
      .when({ type: 'ResetSecondFactor', at })
      .then([]);
    given([...staff, confirmed])
      .when({ type: 'RevokeRole', role: 'support' })
      .then([{ type: 'RoleRevoked', data: { role: 'support', ...counts } }]);
  });

  it('has recovery codes, each use and each new set recorded', () => {
    given([...staff, confirmed])
      .when({ type: 'UseRecoveryCode', at, codesLeft: 9 })
      .then([{ type: 'RecoveryCodeUsed', data: { usedAt: at, codesLeft: 9 } }]);
    given([...staff, confirmed])
      .when({ type: 'ReplaceRecoveryCodes', at })
      .then([{ type: 'RecoveryCodesReplaced', data: { replacedAt: at } }]);
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
      .when(notify('submission-2'))
      .then([notified(2)]);
  });

  it('start at one again after they were cleared', () => {
    const cleared: AccountEvent = { type: 'NotificationsCleared', data: counts };
    given([registered, notified(1), notified(2)])
      .when({ type: 'ClearNotifications' })
      .then([cleared]);
    given([registered, notified(1), cleared])
      .when(notify('submission-1'))
      .then([notified(1)]);
  });

  const gone = (photoId: string, notificationNumber: number): AccountEvent => ({
    type: 'PhotoDeleted',
    data: { photoId, ...counts, notificationNumber },
  });

  it('never fall below zero: a deletion counts out only what the owner has not seen', () => {
    const cleared: AccountEvent = { type: 'NotificationsCleared', data: counts };
    const resetAt = '2026-03-01T11:00:00.000Z';
    const reset: AccountEvent = {
      type: 'FirstAssessmentReset',
      data: { photoAssessmentId: 't1', restartTokens: 40, resetAt, ...counts },
    };
    for (const before of [cleared, reset])
      given([registered, notified(1), before])
        .when({ type: 'RecordPhotoDeleted', photoId: 'p1' })
        .then([gone('p1', 0)]);
  });

  it('count no ratings of a photo that is deleted, told before or after', () => {
    const ofBoth: AccountEvent = {
      type: 'NewRatingsNotified',
      data: { submissionId: 'both', photoAssessmentId: 't2', photoIds: ['p1', 'p2'], ...counts, notificationNumber: 2 },
    };
    const history = [registered, notified(1), ofBoth];
    given(history)
      .when({ type: 'RecordPhotoDeleted', photoId: 'p1' })
      .then([gone('p1', 1)]);
    given([...history, gone('p1', 1)])
      .when({ type: 'RecordPhotoDeleted', photoId: 'p2' })
      .then([gone('p2', 0)]);
    given([registered, gone('p1', 0)])
      .when(notify('late'))
      .then([]);
    given([registered, gone('p1', 0)])
      .when({ type: 'RecordPhotoDeleted', photoId: 'p1' })
      .then([]);
  });

  it('count no ratings of a first assessment that is reset, told before or after', () => {
    const resetAt = '2026-03-01T11:00:00.000Z';
    const reset: AccountEvent = {
      type: 'FirstAssessmentReset',
      data: { photoAssessmentId: 't1', restartTokens: 40, resetAt, ...counts },
    };
    given([registered, notified(1)])
      .when({ type: 'RecordFirstAssessmentReset', photoAssessmentId: 't1', restartTokens: 40, resetAt })
      .then([reset]);
    given([registered, reset]).when(notify('late')).then([]);
  });

  it('are not cleared where there are none', () => {
    given([registered]).when({ type: 'ClearNotifications' }).then([]);
    given([registered]).when({ type: 'ClearGeneralNotifications' }).then([]);
  });
});

describe('onboarding facts', () => {
  const started: AccountEvent = {
    type: 'FirstAssessmentStarted',
    data: { photoAssessmentId: 't1', startedAt: at, ...counts },
  };
  const reset = {
    type: 'FirstAssessmentReset',
    data: { photoAssessmentId: 't1', restartTokens: 40, resetAt: '2026-03-01T11:00:00.000Z', ...counts },
  } as const;
  const dismissed = (dismissedAt: string): AccountEvent => ({
    type: 'FirstLoginDismissed',
    data: { dismissedAt, ...counts },
  });

  it('are recorded once each', () => {
    const start = { type: 'RecordFirstAssessmentStart', photoAssessmentId: 't1', startedAt: at } as const;
    given([registered]).when(start).then([started]);
    given([registered, started]).when(start).then([]);
    const completed: AccountEvent = {
      type: 'FirstAssessmentCompleted',
      data: { photoAssessmentId: 't1', completedAt: at, ...counts },
    };
    const complete = { type: 'RecordFirstAssessmentCompletion', photoAssessmentId: 't1', completedAt: at } as const;
    given([registered]).when(complete).then([completed]);
    given([registered, completed]).when(complete).then([]);
    const { photoAssessmentId, restartTokens, resetAt } = reset.data;
    const resetAgain = { type: 'RecordFirstAssessmentReset', photoAssessmentId, restartTokens, resetAt } as const;
    given([registered]).when(resetAgain).then([reset]);
    given([registered, reset]).when(resetAgain).then([]);
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

  it('refuses later commands of people', () => {
    given([registered, deleted]).when({ type: 'DismissFirstLogin', at }).then('NOT_FOUND');
    given([registered, deleted])
      .when({ type: 'ApproveAssessor', by: { passkeyName: 'beta' }, at })
      .then('NOT_FOUND');
    given([registered, deleted]).when({ type: 'GrantRole', role: 'support' }).then('NOT_FOUND');
  });

  it('ignores late facts', () => {
    given([registered, deleted]).when(notify('s1')).then([]);
    given([registered, deleted]).when({ type: 'RecordFirstProfile', photoId: 'p1', madeAt: at }).then([]);
  });

  it('ends in the erasure, at its time and once', () => {
    given([registered, deleted]).when({ type: 'EraseAccount', at: '2026-03-31T09:59:59.999Z' }).then('CONFLICT');
    given([registered]).when({ type: 'EraseAccount', at: eraseAt }).then('CONFLICT');
    given([registered, deleted]).when({ type: 'EraseAccount', at: eraseAt }).then([erased]);
    given([registered, deleted, erased]).when({ type: 'EraseAccount', at: eraseAt }).then([]);
  });
});

describe('mails that can be switched off', () => {
  const chosen = (...unwanted: MailKind[]): AccountEvent => ({ type: 'MailsChosen', data: { unwanted } });

  it('are switched kind by kind; what is left out stays as it is', () => {
    given([registered])
      .when({ type: 'ChooseMails', mails: { results: false } })
      .then([chosen('results')]);
    given([registered, chosen('results')])
      .when({ type: 'ChooseMails', mails: { firstRating: false, ended: true } })
      .then([chosen('firstRating', 'results')]);
    given([registered, chosen('firstRating', 'results')])
      .when({ type: 'ChooseMails', mails: { results: true } })
      .then([chosen('firstRating')]);
  });

  it('are all wanted but those that are switched off', () => {
    const all = { firstRating: true, results: true, ended: true, profileResults: true, reportOutcome: true };
    expect(mailPreferencesOf([])).toEqual(all);
    for (const kind of Object.keys(all) as MailKind[])
      expect(mailPreferencesOf([kind])).toEqual({ ...all, [kind]: false });
  });

  it('are no event where nothing changes', () => {
    given([registered, chosen('results')])
      .when({ type: 'ChooseMails', mails: { results: false, ended: true } })
      .then([]);
  });
});

describe('the country', () => {
  it('is chosen with the location preference, each an event of its own', () => {
    given([registered])
      .when({ type: 'ChooseLocationPreference', locationsPreference: 'NotMine', country: 'FR' })
      .then([
        { type: 'LocationPreferenceChosen', data: { locationsPreference: 'NotMine' } },
        { type: 'CountryChosen', data: { country: 'FR' } },
      ]);
    given([registered])
      .when({ type: 'ChooseLocationPreference', locationsPreference: 'All', country: null })
      .then([{ type: 'CountryChosen', data: { country: null } }]);
  });

  it('stays as it is where it is left out or the same', () => {
    given([registered]).when({ type: 'ChooseLocationPreference', locationsPreference: 'All' }).then([]);
    given([registered]).when({ type: 'ChooseLocationPreference', locationsPreference: 'All', country: 'GB' }).then([]);
    given([registered, { type: 'CountryChosen', data: { country: 'FR' } }])
      .when({ type: 'ChooseLocationPreference', locationsPreference: 'All', country: 'FR' })
      .then([]);
  });
});

describe('the stream of an account', () => {
  it('names its user', () => {
    expect(accountStreamId('user-1')).toBe('account-user-1');
    expect(userIdOfStream('account-user-1')).toBe('user-1');
  });

  it.each(['approval-1', 'old-account-1'])('is not %s', (streamId) => expect(userIdOfStream(streamId)).toBeUndefined());
});

describe('the account that its owner sees', () => {
  const accountAfter = (...events: AccountEvent[]) => {
    const state = [registered, ...events].reduce(accountDecider.evolve, accountDecider.initialState());
    if (state.status !== 'registered') throw new Error('not registered');
    return impersonalViewOf(state);
  };

  it('has the roles and the counts, and says whether it may assess', () => {
    expect(accountAfter(notified(3))).toMatchObject({
      ...{ userId, roles: ['user'], approvedAssessor: false, notificationNumber: 3, generalNotifNumber: 0 },
    });
    const approved = accountAfter({ type: 'RoleGranted', data: { role: 'assessor', ...counts } });
    expect(approved).toMatchObject({ roles: ['user', 'assessor'], approvedAssessor: true });
  });

  it('is named after the local part of the e-mail address', () => {
    const view = withDetails(accountAfter(), { email: '"odd@name"@example.org', language: 'en' });
    expect(view).toMatchObject({ email: '"odd@name"@example.org', name: '"odd@name"' });
  });
});

describe('a bounced mail', () => {
  const later = '2026-03-02T09:59:59.000Z';
  const nextDay = '2026-03-02T10:00:00.000Z';
  const bounce = (sentAt: string, bouncedAt: string): AccountCommand => ({
    ...{ type: 'RecordBounce', sentAt, status: '5.1.1', at: bouncedAt },
  });
  const bounced = (bouncedAt: string): AccountEvent => ({
    type: 'EmailBounced',
    data: { status: '5.1.1', bouncedAt, ...counts },
  });
  const confirmed = (confirmedAt: string): AccountEvent => ({
    type: 'EmailConfirmed',
    data: { confirmedAt, ...counts },
  });

  it('is recorded at most once a day', () => {
    given([registered])
      .when(bounce(at, at))
      .then([bounced(at)]);
    given([registered, bounced(at)])
      .when(bounce(at, later))
      .then([]);
    given([registered, bounced(at)])
      .when(bounce(at, nextDay))
      .then([bounced(nextDay)]);
  });

  it('is forgotten when the person confirms the address, and an older bounce then changes nothing', () => {
    given([registered]).when({ type: 'ConfirmEmail', at }).then([]);
    given([registered, bounced(at)])
      .when({ type: 'ConfirmEmail', at: later })
      .then([confirmed(later)]);
    const history = [registered, bounced(at), confirmed(later)];
    given(history).when(bounce(later, nextDay)).then([]);
    given(history)
      .when(bounce(nextDay, nextDay))
      .then([bounced(nextDay)]);
    given(history).when({ type: 'ConfirmEmail', at: nextDay }).then([]);
  });

  it('of a deleted account is ignored', () => {
    const deleted: AccountEvent = { type: 'AccountDeleted', data: { deletedAt: at, eraseAt: nextDay } };
    given([registered, deleted]).when(bounce(at, later)).then([]);
  });
});
