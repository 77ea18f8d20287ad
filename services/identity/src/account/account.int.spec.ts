import { randomUUID } from 'node:crypto';
import { accountRpc, identityEvents, identityRpc, type Language, type UserId } from '@candid/contracts';
import { sendForgeries } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PASSKEY, PASSWORD } from '../identity.fixture.spec.js';

describe('account requests', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  it('refuse an identity that is unsigned, forged, expired or another’s, whatever the message', async () => {
    const { sent, admitted } = await sendForgeries(identity.nats.connection, 'identity');
    expect(admitted).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });

  it('concern the own account only', async () => {
    const [own, { user: foreign }] = await Promise.all([identity.signUp(), identity.signUp()]);
    const context = identity.contextOf(own);
    const { userId } = foreign;
    const calls = [
      identity.rpc.call(identityRpc.getUser, { userId }, context),
      identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, context),
      identity.rpc.call(identityRpc.approveAssessor, { userId, passkey: PASSKEY }, context),
      identity.rpc.call(identityRpc.updateLookingFor, { userId, gender: 'Man' }, context),
      identity.rpc.call(identityRpc.getSelfDescription, { userId }, context),
      identity.rpc.call(identityRpc.updateSelfDescription, { userId, gender: 'Man' }, context),
      identity.rpc.call(identityRpc.getLocationPreference, { userId }, context),
      identity.rpc.call(identityRpc.updateLocationPreference, { userId, locationsPreference: 'All' }, context),
      identity.rpc.call(identityRpc.clearNotifications, { userId }, context),
      identity.rpc.call(identityRpc.clearGeneralNotifications, { userId }, context),
      identity.rpc.call(identityRpc.updateLanguage, { userId, language: 'de' }, context),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'FORBIDDEN'));
    expect(await identity.getUser(userId)).toEqual(foreign);
  });

  it('answer NOT_FOUND for a user whose account is not there', async () => {
    const userId = randomUUID() as UserId;
    expect(await codeOf(identity.getUser(userId))).toBe('NOT_FOUND');
    const dismissal = identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, identity.caller({ userId }));
    expect(await codeOf(dismissal)).toBe('NOT_FOUND');
  });

  it('dismiss the first-login prompt, and show it at once', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const { user } = await identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, identity.contextOf(session));
    expect(user).toEqual({ ...session.user, hasFirstLoggedIn: true });
    expect(await identity.getUser(userId)).toEqual(user);
  });

  it('answer a repeated request with the first answer, and refuse its key for another', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const idempotency = { key: randomUUID(), fingerprint: 'first' };
    const dismiss = (context: object) =>
      identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, identity.contextOf(session, context));
    const answers = await Promise.all(Array.from({ length: 5 }, () => dismiss({ idempotency })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]!.eventIds).toHaveLength(1);
    expect(await codeOf(dismiss({ idempotency: { ...idempotency, fingerprint: 'second' } }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('keep where assessors may come from, and tell it', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const context = identity.contextOf(session);
    const read = () => identity.rpc.call(identityRpc.getLocationPreference, { userId }, context);
    expect(await read()).toEqual({ locationsPreference: 'All', country: null });
    const choice = { userId, locationsPreference: 'NotMine' } as const;
    expect(await identity.rpc.call(identityRpc.updateLocationPreference, choice, context)).toEqual({
      locationsPreference: 'NotMine',
      country: null,
    });
    expect(await read()).toEqual({ locationsPreference: 'NotMine', country: null });
    const [{ event_id }] = (await identity.session.query<{ event_id: string }>(
      `select event_id from events where type = 'LocationPreferenceChosen' and stream_id = $1`,
      [`account-${userId}`],
    )) as [{ event_id: string }];
    const { data } = await identity.publishedEvent(identityEvents.LocationPreferenceChosen, event_id);
    expect(data).toEqual(choice);
  });

  it('keep the country sealed, and tell it', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const context = identity.contextOf(session);
    const choose = (country?: string | null) =>
      identity.rpc.call(
        identityRpc.updateLocationPreference,
        { userId, locationsPreference: 'NotMine', country },
        context,
      );
    expect(await choose('FR')).toMatchObject({ country: 'FR' });
    expect(await choose('FR')).toMatchObject({ country: 'FR' });
    expect(await choose()).toMatchObject({ country: 'FR' });
    const chosen = await identity.session.query<{ event_id: string; country: string }>(
      `select event_id, data->>'country' as country from events where type = 'CountryChosen' and stream_id = $1`,
      [`account-${userId}`],
    );
    expect(chosen).toEqual([{ event_id: expect.any(String), country: expect.stringMatching(/^sealed\./) }]);
    const { data } = await identity.publishedEvent(identityEvents.CountryChosen, chosen[0]!.event_id);
    expect(data).toEqual({ userId, country: 'FR' });
    expect(await choose(null)).toMatchObject({ country: null });
    expect(await codeOf(choose('EU'))).toBe('VALIDATION_FAILED');
  });

  it('keep the language of the mails among the personal data, and tell nobody else', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const context = identity.contextOf(session);
    const choose = (language: Language) => identity.rpc.call(identityRpc.updateLanguage, { userId, language }, context);
    const eventsOf = () => identity.session.query('select 1 from events where stream_id = $1', [`account-${userId}`]);
    const events = await eventsOf();
    expect(session.user.language).toBeNull();
    expect(await choose('de')).toEqual({ language: 'de' });
    expect(await choose('de')).toEqual({ language: 'de' });
    expect(await identity.getUser(userId)).toEqual({ ...session.user, language: 'de' });
    const exported = await identity.rpc.call(accountRpc.exportAccount, { userId }, context);
    expect(exported.account.language).toBe('de');
    expect(await eventsOf()).toEqual(events);
    await identity.rpc.call(accountRpc.deleteAccount, { userId, password: PASSWORD }, context);
    expect(await codeOf(choose('en'))).toBe('NOT_FOUND');
  });

  it('keep the newer language if the older request arrives again', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const choose = (language: Language) => {
      const context = identity.contextOf(session, { idempotency: { key: language, fingerprint: language } });
      return identity.rpc.call(identityRpc.updateLanguage, { userId, language }, context);
    };
    await choose('de');
    await choose('en');
    expect(await choose('de')).toEqual({ language: 'de' });
    expect((await identity.getUser(userId)).language).toBe('en');
  });

  it('keep feedback once', async () => {
    const feedback = `Well done ${randomUUID()}`;
    const context = identity.caller({ idempotency: { key: randomUUID(), fingerprint: feedback } });
    const send = (email?: string) =>
      identity.rpc.call(identityRpc.sendFeedback, { feedback, ...(email === undefined ? {} : { email }) }, context);
    await Promise.all([send('Mia@example.org'), send('Mia@example.org')]);
    expect(await identity.session.query('select email from feedback where feedback = $1', [feedback])).toEqual([
      { email: 'mia@example.org' },
    ]);
    const wrong = identity.rpc.call(identityRpc.sendFeedback, { feedback, email: 'mia' }, identity.caller());
    await expect(wrong).rejects.toMatchObject({ message: 'Please enter a valid email address.' });
    const empty = identity.rpc.call(identityRpc.sendFeedback, { feedback: ' ' }, identity.caller());
    await expect(empty).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Please enter some feedback.',
    });
  });
});
