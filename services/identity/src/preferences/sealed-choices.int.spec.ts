import { randomUUID } from 'node:crypto';
import { accountRpc, identityEvents, identityRpc, type Session, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PASSKEY, PASSWORD } from '../identity.fixture.spec.js';

const ANYBODY = { gender: 'All', relationshipType: 'Either', ageFrom: null, ageTo: null };
const UNSAID = { gender: null, interestedIn: null, bornFrom: null };
/** Matches every choice made in these specs. */
const SAID = /Woman|Another|Women|Serious|Casual|1995|\b3[47]\b/;

describe('a private choice', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const describes = (session: Session, parts: object, userId = session.user.userId) =>
    identity.rpc.call(identityRpc.updateSelfDescription, { userId, ...parts }, identity.contextOf(session));
  const descriptionOf = (session: Session, userId = session.user.userId) =>
    identity.rpc.call(identityRpc.getSelfDescription, { userId }, identity.contextOf(session));
  const seeks = (session: Session, parts: object) =>
    identity.rpc.call(
      identityRpc.updateLookingFor,
      { userId: session.user.userId, ...parts },
      identity.contextOf(session),
    );
  const soughtBy = (session: Session, userId = session.user.userId) =>
    identity.rpc.call(identityRpc.getLookingFor, { userId }, identity.contextOf(session));
  const exported = (session: Session) =>
    identity.rpc.call(accountRpc.exportAccount, { userId: session.user.userId }, identity.contextOf(session));
  /** Events, read model and stored answers of the account as the database has them. */
  const rowsOf = async (userId: string) => {
    const rows = await identity.session.query<{ text: string }>(
      `select e::text as text from events e where stream_id = $1
       union all select a::text from accounts a where user_id = $2::uuid
       union all select i::text from idempotency_records i where i::text like '%' || $2 || '%'`,
      [`account-${userId}`, userId],
    );
    return rows.map(({ text }) => text.replaceAll(userId, ''));
  };
  const eventsOf = (userId: string, type: string) =>
    identity.session.query<{ event_id: string; data: Record<string, string> }>(
      'select event_id, data from events where stream_id = $1 and type = $2 order by stream_version',
      [`account-${userId}`, type],
    );

  it('of the description is sealed in all rows, part by part, and published for the feed', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    expect(await descriptionOf(session)).toEqual(UNSAID);
    expect(await describes(session, { gender: 'Woman' })).toEqual({ ...UNSAID, gender: 'Woman' });
    const all = { gender: 'Woman', interestedIn: 'Women', bornFrom: 1995 };
    expect(await describes(session, { interestedIn: 'Women', bornFrom: 1995 })).toEqual(all);
    expect(await describes(session, all)).toEqual(all);
    expect(await descriptionOf(session)).toEqual(all);
    const chosen = await eventsOf(userId, 'SelfDescriptionChosen');
    expect(chosen.map(({ data }) => data.selfDescription)).toEqual([
      expect.stringMatching(/^sealed\.1\./),
      expect.stringMatching(/^sealed\.1\./),
    ]);
    expect((await rowsOf(userId)).filter((text) => SAID.test(withoutSeals(text)))).toEqual([]);
    const { data } = await identity.publishedEvent(identityEvents.SelfDescriptionChosen, chosen[1]!.event_id);
    expect(data).toEqual({ userId, ...all });
    expect(await describes(session, { gender: null })).toEqual({ ...all, gender: null });
  });

  it('of the year of birth accepts the years of adults, in bands of five', async () => {
    const session = await identity.signUp();
    const youngest = Math.floor((identity.clock().getUTCFullYear() - 18) / 5) * 5;
    expect(await describes(session, { bornFrom: youngest })).toEqual({ ...UNSAID, bornFrom: youngest });
    for (const bornFrom of [youngest + 5, 1915, 1996]) {
      expect(await codeOf(describes(session, { bornFrom }))).toBe('VALIDATION_FAILED');
    }
    expect(await codeOf(describes(session, { gender: 'Robot' }))).toBe('VALIDATION_FAILED');
  });

  it('of the person looked for is sealed in all rows, and its audience published for the feed', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    expect(await soughtBy(session)).toEqual(ANYBODY);
    expect(await seeks(session, { gender: 'Woman' })).toEqual({ ...ANYBODY, gender: 'Woman' });
    expect(await seeks(session, { relationshipType: 'Serious' })).toMatchObject({ relationshipType: 'Serious' });
    const all = { gender: 'Woman', relationshipType: 'Serious', ageFrom: 34, ageTo: 47 };
    expect(await seeks(session, { ageFrom: 34, ageTo: 47 })).toEqual(all);
    expect((await rowsOf(userId)).filter((text) => SAID.test(withoutSeals(text)))).toEqual([]);
    const [, , last] = await eventsOf(userId, 'LookingForChosen');
    const { data } = await identity.publishedEvent(identityEvents.AudienceChosen, last!.event_id);
    expect(data).toEqual({ userId, gender: 'Woman', ageFrom: 34, ageTo: 47 });
    expect(await seeks(session, { gender: null, ageFrom: null })).toEqual({ ...all, gender: 'All', ageFrom: null });
  });

  it('of an age range is validated together with its stored other end', async () => {
    const session = await identity.signUp();
    await seeks(session, { ageFrom: 34 });
    for (const ages of [
      { ageTo: 33 },
      { ageTo: 42 },
      { ageFrom: 91 },
      { ageFrom: 17 },
      { ageTo: 100 },
      { ageTo: 40.5 },
    ]) {
      expect(await codeOf(seeks(session, ages))).toBe('VALIDATION_FAILED');
    }
    expect(await soughtBy(session)).toEqual({ ...ANYBODY, ageFrom: 34 });
    expect(await seeks(session, { ageTo: 43 })).toEqual({ ...ANYBODY, ageFrom: 34, ageTo: 43 });
  });

  it('of several parts at once keeps each of them', async () => {
    const session = await identity.signUp();
    await Promise.all([
      describes(session, { gender: 'Woman' }),
      describes(session, { interestedIn: 'Men' }),
      describes(session, { bornFrom: 1995 }),
    ]);
    expect(await descriptionOf(session)).toEqual({ gender: 'Woman', interestedIn: 'Men', bornFrom: 1995 });
  });

  it('is shown to approved assessors without the ages, and the description to nobody', async () => {
    const [owner, assessor] = await Promise.all([identity.signUp(), identity.signUp()]);
    const { userId } = owner.user;
    await seeks(owner, { gender: 'Woman', ageFrom: 34 });
    await describes(owner, { gender: 'Another' });
    expect(await codeOf(soughtBy(assessor, userId))).toBe('FORBIDDEN');
    const approval = { userId: assessor.user.userId, passkey: PASSKEY };
    await identity.rpc.call(identityRpc.approveAssessor, approval, identity.contextOf(assessor));
    expect(await soughtBy(assessor, userId)).toEqual({ gender: 'Woman', relationshipType: 'Either' });
    expect(await codeOf(soughtBy(assessor, randomUUID() as UserId))).toBe('NOT_FOUND');
    expect(await codeOf(descriptionOf(assessor, userId))).toBe('FORBIDDEN');
    expect(await codeOf(describes(assessor, { gender: 'Man' }, userId))).toBe('FORBIDDEN');
    expect(await descriptionOf(owner)).toEqual({ ...UNSAID, gender: 'Another' });
  });

  it('is exported', async () => {
    const session = await identity.signUp();
    await seeks(session, { ageFrom: 34, ageTo: 47 });
    await describes(session, { gender: 'Woman', bornFrom: 1995 });
    expect(await exported(session)).toMatchObject({
      account: { selfDescription: { gender: 'Woman', interestedIn: null, bornFrom: 1995 } },
      preferences: { lookingFor: { ...ANYBODY, ageFrom: 34, ageTo: 47 } },
    });
  });

  it('cannot be read or changed after the account is deleted', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    await seeks(session, { gender: 'Woman', ageFrom: 34 });
    await describes(session, { gender: 'Woman', interestedIn: 'Women' });
    const removal = { userId, password: PASSWORD };
    await identity.rpc.call(accountRpc.deleteAccount, removal, identity.contextOf(session));
    expect(await identity.session.query('select from personal_keys where user_id = $1', [userId])).toEqual([]);
    expect((await rowsOf(userId)).filter((text) => SAID.test(withoutSeals(text)))).toEqual([]);
    const asked = [
      descriptionOf(session),
      describes(session, { gender: 'Man' }),
      soughtBy(session),
      seeks(session, { gender: 'Man' }),
    ];
    expect(await Promise.all(asked.map(codeOf))).toEqual(asked.map(() => 'NOT_FOUND'));
  });
});

/** Removes seals, ids and times, because random digits may look like a choice. */
const withoutSeals = (text: string): string =>
  text
    .replaceAll(/sealed\.1\.[\w-]+/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '')
    .replaceAll(/[\d-]{10}[T ][\d:.]+/g, '');
