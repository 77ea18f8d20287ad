import { randomUUID } from 'node:crypto';
import {
  identityEvents,
  identityRpc,
  listSupportActsRpc,
  type Session,
  type StaffRole,
  secondFactorRpc,
} from '@candid/contracts';
import { type EventStore, sessionOfClient } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { cheapHasher, claimsOf, codeOf, IdentityFixture, PASSKEY, PASSWORD } from '../identity.fixture.spec.js';
import { addStaffAccount, listStaffAccounts, removeStaffAccount, resetSecondFactor } from './accounts.js';

describe('making a staff account', () => {
  let identity: IdentityFixture;
  let store: EventStore;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    store = identity.store;
  });
  afterAll(() => identity.stop());

  const add = (email: string, password = PASSWORD, role: StaffRole = 'support') =>
    addStaffAccount(store, { email, password, role }, new Date(), cheapHasher);
  const take = (email: string, role?: StaffRole) => removeStaffAccount(store, { email, role }, new Date());
  const logIn = (email: string, password = PASSWORD) =>
    identity.rpc.call(identityRpc.logIn, { email, password }, identity.caller());

  it('gives an account with the role, which the other services hear of', async () => {
    const added = await add('Desk@candid.example');
    if (added.outcome !== 'added') throw new Error(added.outcome);
    const { user } = await logIn('desk@candid.example');
    expect(user).toMatchObject({ userId: added.userId, roles: ['user', 'support'], approvedAssessor: false });
    await eventually(async () => expect(await identity.getUser(user.userId)).toEqual(user));
    const [row] = await identity.session.query<{ event_id: string }>(
      `select event_id from events where stream_id = $1 and type = 'UserRegistered'`,
      [`account-${added.userId}`],
    );
    await identity.publishedEvent(identityEvents.UserRegistered, row!.event_id);
  });

  it('changes nothing the second time, the password neither', async () => {
    await add('twice@candid.example');
    expect(await add('twice@candid.example', 'Another horse!')).toEqual({ outcome: 'role-already' });
    expect(await codeOf(logIn('twice@candid.example', 'Another horse!'))).toBe('UNAUTHENTICATED');
    await logIn('twice@candid.example');
  });

  it('takes no account over', async () => {
    const { email, user } = await identity.signUp();
    expect(await add(email)).toEqual({ outcome: 'account-of-a-person' });
    expect((await identity.getUser(user.userId)).roles).toEqual(['user']);
  });

  it('is undone: the role goes, its sessions end, the account stays', async () => {
    const email = 'leaving@candid.example';
    await add(email);
    const session = await logIn(email);
    const listed = async () => (await listStaffAccounts(sessionOfClient(store.pool))).map((account) => account.email);
    await eventually(async () => expect(await listed()).toContain(email));
    expect(await take(' Leaving@candid.example')).toEqual(['support']);
    const { refreshToken, user } = session;
    expect(await codeOf(identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller()))).toBe(
      'UNAUTHENTICATED',
    );
    const ended = await identity.rpc.call(identityRpc.listEndedSessions, { withinMs: 60_000 }, identity.caller());
    expect(ended.sessions).toContainEqual(expect.objectContaining({ userId: user.userId, ofDeletedAccount: false }));
    expect((await logIn(email)).user.roles).toEqual(['user']);
    await eventually(async () => expect(await listed()).not.toContain(email));
    for (const address of [email, 'nobody@candid.example']) expect(await take(address)).toEqual([]);
  });

  it('refuses a weak password and a wrong address', async () => {
    expect(await codeOf(add('weak@candid.example', 'password'))).toBe('VALIDATION_FAILED');
    expect(await codeOf(add('weak'))).toBe('VALIDATION_FAILED');
  });

  describe('with a second factor', () => {
    const request = () => ({ idempotency: { key: randomUUID(), fingerprint: 'x' } });
    const enter = (email: string, secondFactor: string, more = request(), ip: string = randomUUID()) =>
      identity.rpc.call(
        identityRpc.logIn,
        { email, password: PASSWORD, secondFactor },
        identity.caller({ ip, ...more }),
      );
    const codeFrom = (secret: string, steps = 0) =>
      new TOTP({ secret }).generate({ timestamp: identity.clock().getTime() + steps * 30_000 });
    const rolesOf = ({ token }: { token: string }) => claimsOf(token).roles;
    const own = <Rest>(session: Session, rest: Rest) => ({ userId: session.user.userId, ...rest });
    const state = (session: Session) =>
      identity.rpc.call(secondFactorRpc.getSecondFactor, own(session, {}), identity.contextOf(session));
    const begin = (session: Session, secondFactor = '', more = request(), password = PASSWORD) =>
      identity.rpc.call(secondFactorRpc.beginSecondFactor, own(session, { secondFactor, password }), {
        ...identity.contextOf(session),
        ...more,
      });
    const confirm = (session: Session, code: string, more = request()) =>
      identity.rpc.call(secondFactorRpc.confirmSecondFactor, own(session, { code }), {
        ...identity.contextOf(session),
        ...more,
      });
    const replaceCodes = (session: Session, secondFactor: string) =>
      identity.rpc.call(secondFactorRpc.replaceRecoveryCodes, own(session, { secondFactor }), {
        ...identity.contextOf(session),
        ...request(),
      });
    const turnOff = (session: Session, secondFactor: string, more = request()) =>
      identity.rpc.call(secondFactorRpc.removeSecondFactor, own(session, { secondFactor }), {
        ...identity.contextOf(session),
        ...more,
      });
    const audited = async (userId: string) => {
      const staff = identity.caller({ roles: ['support'] });
      const { entries } = await identity.rpc.call(listSupportActsRpc('identity'), { limit: 100 }, staff);
      const about = entries.filter(({ targets }) => targets.includes(userId as never));
      return about.map(({ call, outcome }) => `${call} ${outcome?.code ?? outcome?.status}`).reverse();
    };

    /** Creates a member of staff with a second factor. The code of the current 30 seconds is used up. */
    async function enrolled(name: string) {
      const email = `${name}@candid.example`;
      await add(email);
      const session = await logIn(email);
      const { secret } = await begin(session);
      const code = codeFrom(secret);
      const confirmed = await confirm(session, code);
      return { email, session, secret, usedCode: code, ...confirmed };
    }

    it('gives a session the support role only once it is set up', async () => {
      const email = 'new@candid.example';
      await add(email);
      const session = await logIn(email);
      expect(rolesOf(session)).toEqual(['user']);
      expect(await state(session)).toEqual({
        isRequired: true,
        confirmedAt: null,
        recoveryCodesLeft: 0,
        staffRoles: [],
      });
      const approval = own(session, { passkey: PASSKEY });
      const approved = await identity.rpc.call(identityRpc.approveAssessor, approval, identity.contextOf(session));
      expect(claimsOf(approved.assessorToken).roles).toEqual(['user', 'assessor']);
      const { secret } = await begin(session);
      expect(await codeOf(confirm(session, codeFrom(secret, 5)))).toBe('SECOND_FACTOR_INVALID');
      expect(rolesOf(await confirm(session, codeFrom(secret)))).toContain('support');
      const { refreshToken } = session;
      const refreshed = await identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller());
      expect(rolesOf(refreshed)).toContain('support');
      expect(await state(refreshed)).toMatchObject({
        recoveryCodesLeft: 10,
        staffRoles: ['support'],
      });
      expect(await audited(session.user.userId)).toEqual([
        'beginSecondFactor 200',
        'confirmSecondFactor SECOND_FACTOR_INVALID',
        'confirmSecondFactor 200',
      ]);
    });

    it('begins with the password, and stores nothing of it', async () => {
      await add('password@candid.example');
      const session = await logIn('password@candid.example');
      expect(await codeOf(begin(session, '', request(), ''))).toBe('VALIDATION_FAILED');
      expect(await codeOf(begin(session, '', request(), 'Wrong horse!'))).toBe('FORBIDDEN');
      const again = request();
      expect(await begin(session, '', again)).toEqual(await begin(session, '', again));
      const records = 'select 1 from idempotency_records where key like $1';
      expect(await identity.session.query(records, [`%${again.idempotency.key}%`])).toEqual([]);
    });

    it('asks at every log-in, and takes a code once, except for a repeat of the same request', async () => {
      const { email, secret, session, usedCode } = await enrolled('asked');
      expect(await codeOf(logIn(email))).toBe('SECOND_FACTOR_REQUIRED');
      expect(await codeOf(logIn(email, 'Wrong horse!'))).toBe('UNAUTHENTICATED');
      expect(await codeOf(enter(email, usedCode))).toBe('SECOND_FACTOR_INVALID');
      identity.passTime(60_000);
      const code = codeFrom(secret);
      const again = request();
      expect(rolesOf(await enter(email, `${code.slice(0, 3)} ${code.slice(3)}`, again))).toContain('support');
      expect(rolesOf(await enter(email, code, again))).toContain('support');
      expect(await codeOf(enter(email, code))).toBe('SECOND_FACTOR_INVALID');
      // The use of a code also invalidates the code of the 30 seconds before it.
      expect(await codeOf(enter(email, codeFrom(secret, -1)))).toBe('SECOND_FACTOR_INVALID');
      expect((await audited(session.user.userId)).slice(2)).toEqual(
        Array.from({ length: 3 }, () => 'logIn SECOND_FACTOR_INVALID'),
      );
    });

    it('bounds wrong codes by account and network, and takes the right one elsewhere', async () => {
      const { email, secret } = await enrolled('guessed');
      identity.passTime(60_000);
      for (let tries = 1; tries <= 5; tries++) {
        expect(await codeOf(enter(email, '000000', request(), '203.0.113.9'))).toBe('SECOND_FACTOR_INVALID');
      }
      expect(await codeOf(enter(email, codeFrom(secret), request(), '203.0.113.9'))).toBe('RATE_LIMITED');
      expect(rolesOf(await enter(email, codeFrom(secret)))).toContain('support');
    });

    it('lets the owner in on a known device and act in a session, however many codes a stranger tries', async () => {
      const { email, secret, session } = await enrolled('beleaguered');
      identity.passTime(60_000);
      const device = randomUUID();
      const enterOn = (deviceId: string, secondFactor: string) =>
        identity.rpc.call(
          identityRpc.logIn,
          { email, password: PASSWORD, secondFactor, deviceId },
          identity.caller({ ip: '198.51.100.1', ...request() }),
        );
      const stranger = await identity.signUp();
      const asSomebody = identity.contextOf(stranger, { ip: '198.51.100.1' });
      for (let tries = 1; tries <= 16; tries++) {
        const context = { ...asSomebody, ip: `198.51.100.${tries % 4}`, ...request() };
        const form = { email, password: PASSWORD, secondFactor: '000000' };
        const refusal = await codeOf(identity.rpc.call(identityRpc.logIn, form, context));
        expect(refusal).toBe(tries <= 15 ? 'SECOND_FACTOR_INVALID' : 'RATE_LIMITED');
      }
      expect(await codeOf(enter(email, codeFrom(secret)))).toBe('RATE_LIMITED');
      expect(rolesOf(await enterOn(device, codeFrom(secret)))).toContain('support');
      identity.passTime(60_000);
      expect((await replaceCodes(session, codeFrom(secret))).recoveryCodes).toHaveLength(10);
    });

    it('bounds wrong codes on known devices too: of each, and of all together', async () => {
      const { email, secret } = await enrolled('devices');
      identity.passTime(60_000);
      const tryOn = (deviceId: string, secondFactor = '000000') => {
        const form = { email, password: PASSWORD, secondFactor, deviceId };
        return codeOf(identity.rpc.call(identityRpc.logIn, form, identity.caller(request())));
      };
      const devices = Array.from({ length: 4 }, () => randomUUID());
      for (const device of devices.slice(0, 3)) {
        for (let tries = 1; tries <= 5; tries++) expect(await tryOn(device)).toBe('SECOND_FACTOR_INVALID');
        expect(await tryOn(device, codeFrom(secret))).toBe('RATE_LIMITED');
      }
      expect(await tryOn(devices[3]!, codeFrom(secret))).toBe('RATE_LIMITED');
      expect(rolesOf(await enter(email, codeFrom(secret)))).toContain('support');
    });

    it('takes each recovery code once, stores none in the clear, and replaces them all', async () => {
      const { email, secret, session, recoveryCodes } = await enrolled('recovering');
      const [first, second] = recoveryCodes as [string, string];
      expect(rolesOf(await enter(email, ` ${first.toUpperCase()} `))).toContain('support');
      expect(await codeOf(enter(email, first))).toBe('SECOND_FACTOR_INVALID');
      expect(await state(session)).toMatchObject({ recoveryCodesLeft: 9 });
      const rows = await identity.session.query<{ text: string }>(
        `select f::text as text from second_factors f union all select i::text from idempotency_records i
         union all select e::text from events e`,
      );
      const secrets = [secret, ...recoveryCodes.flatMap((code) => [code, code.replace('-', '')])];
      expect(rows.filter(({ text }) => secrets.some((known) => text.includes(known)))).toEqual([]);
      identity.passTime(60_000);
      const replaced = await replaceCodes(session, codeFrom(secret));
      expect(await codeOf(enter(email, second))).toBe('SECOND_FACTOR_INVALID');
      expect(rolesOf(await enter(email, replaced.recoveryCodes[0]!))).toContain('support');
      expect(await audited(session.user.userId)).toEqual(
        expect.arrayContaining(['useRecoveryCode 200', 'replaceRecoveryCodes 200']),
      );
    });

    it('is replaced by who has it, and ends the other sessions', async () => {
      const { email, secret, session } = await enrolled('replacing');
      identity.passTime(60_000);
      const used = codeFrom(secret);
      const other = await enter(email, used);
      expect(await codeOf(begin(session))).toBe('SECOND_FACTOR_REQUIRED');
      expect(await codeOf(begin(session, used))).toBe('SECOND_FACTOR_INVALID');
      identity.passTime(60_000);
      const [code, key] = [codeFrom(secret), request()];
      const begun = await begin(session, code, key);
      expect(await begin(session, code, key)).toEqual(begun);
      expect(begun.secret).not.toBe(secret);
      const confirmation = request();
      const newCode = codeFrom(begun.secret);
      const confirmed = await confirm(session, newCode, confirmation);
      const repeated = await confirm(session, newCode, confirmation);
      expect(repeated.recoveryCodes).toEqual(confirmed.recoveryCodes);
      expect(await codeOf(state(other))).toBe('UNAUTHENTICATED');
      identity.passTime(60_000);
      expect(await codeOf(enter(email, codeFrom(secret)))).toBe('SECOND_FACTOR_INVALID');
      expect(rolesOf(await enter(email, codeFrom(begun.secret)))).toContain('support');
    });

    it('is reset by a colleague, who is on record, and the account has to set it up again', async () => {
      const { email, session } = await enrolled('lost');
      const colleague = await enrolled('colleague');
      const reset = (colleagueEmail: string) => resetSecondFactor(store, { email, colleagueEmail }, identity.clock());
      const person = await identity.signUp();
      for (const nobody of [email, 'nobody@candid.example', person.email])
        expect(await codeOf(reset(nobody))).toBe('VALIDATION_FAILED');
      await reset(colleague.email);
      expect(await codeOf(state(session))).toBe('UNAUTHENTICATED');
      expect(rolesOf(await logIn(email))).toEqual(['user']);
      expect(await audited(session.user.userId)).toContain('resetSecondFactor 200');
      expect(await audited(colleague.session.user.userId)).not.toContain('resetSecondFactor 200');
    });

    it('is needed for every role of staff, and stays with the account when they are taken', async () => {
      const email = 'moderator@candid.example';
      expect(await add(email, PASSWORD, 'moderator')).toMatchObject({ outcome: 'added' });
      const session = await logIn(email);
      expect(rolesOf(session)).toEqual(['user']);
      const { secret } = await begin(session);
      expect(rolesOf(await confirm(session, codeFrom(secret)))).toEqual(['user', 'moderator']);
      expect(await state(session)).toMatchObject({ staffRoles: [] });
      expect(await add(email, 'Another horse!', 'safety-lead')).toMatchObject({ outcome: 'role-added' });
      expect(await add(email, PASSWORD, 'safety-lead')).toEqual({ outcome: 'role-already' });
      identity.passTime(60_000);
      const later = await enter(email, codeFrom(secret));
      expect(rolesOf(later)).toEqual(['user', 'moderator', 'safety-lead']);
      const listed = async () => await listStaffAccounts(sessionOfClient(store.pool));
      await eventually(async () =>
        expect(await listed()).toContainEqual(
          expect.objectContaining({ email, roles: ['moderator', 'safety-lead'], secondFactorSince: expect.any(Date) }),
        ),
      );
      expect(await take(email, 'support')).toEqual([]);
      expect(await take(email, 'safety-lead')).toEqual(['safety-lead']);
      expect(await codeOf(state(later))).toBe('UNAUTHENTICATED');
      expect(await codeOf(logIn(email))).toBe('SECOND_FACTOR_REQUIRED');
      expect(await take(email)).toEqual(['moderator']);
      expect(await codeOf(logIn(email))).toBe('SECOND_FACTOR_REQUIRED');
    });

    it('is for everybody who wants it, who may turn it off again, and is not in the audit list', async () => {
      const person = await identity.signUp();
      const { email } = person;
      const { secret } = await begin(person);
      const { recoveryCodes, token } = await confirm(person, codeFrom(secret));
      expect(rolesOf({ token })).toEqual(['user']);
      expect(await state(person)).toMatchObject({ isRequired: false, confirmedAt: expect.any(String), staffRoles: [] });
      expect(await codeOf(logIn(email))).toBe('SECOND_FACTOR_REQUIRED');
      expect(await codeOf(enter(email, '000000'))).toBe('SECOND_FACTOR_INVALID');
      await enter(email, recoveryCodes[0]!);
      expect(await codeOf(turnOff(person, '000000'))).toBe('SECOND_FACTOR_INVALID');
      const again = request();
      for (let times = 1; times <= 2; times++) await turnOff(person, recoveryCodes[1]!, again);
      expect(await codeOf(turnOff(person, recoveryCodes[2]!))).toBe('CONFLICT');
      expect(await state(person)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
      expect(rolesOf(await logIn(email))).toEqual(['user']);
      expect(await audited(person.user.userId)).toEqual([]);
    });

    it('is kept by staff, and reset for a person by a member of staff', async () => {
      const colleague = await enrolled('helper');
      expect(await codeOf(turnOff(colleague.session, colleague.recoveryCodes[0]!))).toBe('FORBIDDEN');
      const person = await identity.signUp();
      await confirm(person, codeFrom((await begin(person)).secret));
      await resetSecondFactor(store, { email: person.email, colleagueEmail: colleague.email }, identity.clock());
      await logIn(person.email);
      expect(await audited(person.user.userId)).toEqual(['resetSecondFactor 200']);
    });
  });
});
