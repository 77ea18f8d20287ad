import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import {
  accountRpc,
  identityEvents,
  identityRpc,
  identitySupportRpc,
  type PhotoId,
  PRODUCT,
  type RequestContext,
  type Session,
  TRIAL,
  type UserId,
} from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { claimsOf, codeOf, IdentityFixture, PASSKEY } from '../identity.fixture.spec.js';
import { TRY_WINDOW_MS } from '../kernel/tries.js';
import { revokePasskey } from './passkeys.js';

describe('approval of assessors', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const approve = (session: Session, passkey: string, ip: string = randomUUID()) =>
    identity.rpc.call(
      identityRpc.approveAssessor,
      { userId: session.user.userId, passkey },
      identity.contextOf(session, { ip }),
    );

  it('records the approval, tells it, and answers a token with the role', async () => {
    const session = await identity.signUp();
    const { user, assessorToken, eventIds } = await approve(session, PASSKEY);
    expect(user).toMatchObject({ approvedAssessor: true, roles: ['user', 'assessor'] });
    expect(claimsOf(assessorToken)).toMatchObject({
      sub: user.userId,
      sid: claimsOf(session.token).sid,
      roles: ['user', 'assessor'],
    });
    const { data } = await identity.publishedEvent(identityEvents.AssessorApproved, eventIds[0]!);
    expect(data).toEqual({ userId: user.userId, passkeyName: 'beta' });
    const changed = await identity.publishedEvent(identityEvents.AccountChanged, eventIds[1]!);
    expect(changed.data).toMatchObject({ userId: user.userId });
    expect(await identity.getUser(user.userId)).toEqual(user);
    expect((await approve(session, PASSKEY)).eventIds).toEqual([]);
  });

  it('takes a passkey in capitals, with blanks and without its dashes, and none of dashes alone', async () => {
    await approve(await identity.signUp(), ` ${PASSKEY.toUpperCase().replaceAll('-', ' ')} `);
    expect(await codeOf(approve(await identity.signUp(), ' -- '))).toBe('PASSKEY_INCORRECT');
  });

  it('waits until the assessments have received the approval, and for no event that they never receive', async () => {
    const awaited: unknown[] = [];
    const stopAnswering = identity.nats.answer('rpc.assessments.awaitInbox', (request) => {
      awaited.push(request);
      return { seen: true };
    });
    const { eventIds } = await approve(await identity.signUp(), PASSKEY);
    stopAnswering();
    expect(eventIds).toHaveLength(2);
    expect(awaited).toMatchObject([
      { subscriber: 'allow-assessor-on-assessor-approved', eventIds: eventIds.slice(0, 1) },
    ]);
  });

  describe('without an open session of the user', () => {
    const refusal = { code: 'UNAUTHENTICATED', message: 'Please log in.' };
    const approveIn = ({ user: { userId } }: Session, context: RequestContext) =>
      identity.rpc.call(identityRpc.approveAssessor, { userId, passkey: PASSKEY }, context);

    it('gives no token after log-out, and approves nobody', async () => {
      const session = await identity.signUp();
      await identity.rpc.call(identityRpc.logOut, {}, identity.contextOf(session));
      await expect(approve(session, PASSKEY)).rejects.toMatchObject(refusal);
      expect(await identity.getUser(session.user.userId)).toEqual(session.user);
    });

    it('gives none in the session of another user, in an unknown one or in none', async () => {
      const [session, other] = await Promise.all([identity.signUp(), identity.signUp()]);
      for (const sessionId of [claimsOf(other.token).sid, randomUUID(), undefined]) {
        const context = { ...identity.contextOf(session), sessionId };
        await expect(approveIn(session, context)).rejects.toMatchObject(refusal);
      }
      await approve(session, PASSKEY);
    });

    it('gives none once the session has expired', async () => {
      const session = await identity.signUp();
      identity.passTime(PRODUCT.refreshTokenMs);
      await expect(approve(session, PASSKEY)).rejects.toMatchObject(refusal);
    });
  });

  describe('by a personal passkey', () => {
    const DAY_MS = 24 * 3_600_000;
    const userId = randomUUID() as UserId;
    const staff = (more: object = {}) => identity.caller({ userId, roles: ['support'], ...more });
    const make = (name: string, count: number, more: object = {}) =>
      identity.rpc.call(identitySupportRpc.addPasskeyBatch, { name, count, validDays: 2 }, staff(more));
    const shown = (name: string) => identity.rpc.call(identitySupportRpc.getPasskeyBatch, { name }, staff());
    const revoke = (name: string) => identity.rpc.call(identitySupportRpc.revokePersonalPasskey, { name }, staff());

    it('approves one of several accounts at once, and that account again', async () => {
      const [{ name, secret }] = (await make('party', 1)).secrets as [{ name: string; secret: string }];
      const people = await Promise.all(Array.from({ length: 4 }, () => identity.signUp()));
      const outcomes = await Promise.allSettled(people.map((session) => approve(session, secret)));
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'PASSKEY_INCORRECT' });
      }
      const { eventIds } = (outcomes[winner] as PromiseFulfilledResult<{ eventIds: string[] }>).value;
      const { data } = await identity.publishedEvent(identityEvents.AssessorApproved, eventIds[0]!);
      expect(data).toMatchObject({ passkeyName: name });
      const { userId } = people[winner]!.user;
      expect(await shown('party')).toMatchObject({
        batch: { count: 1, used: 1, revoked: 0 },
        passkeys: [{ name: 'party.001', usedBy: userId, usedAt: expect.any(String) }],
      });
      const typed = secret.toUpperCase().replaceAll('-', ' ');
      expect(await approve(people[winner]!, typed)).toMatchObject({ user: { approvedAssessor: true }, eventIds: [] });
    });

    it('is not used up by somebody who is an assessor already', async () => {
      const { secrets } = await make('spare', 1);
      const session = await identity.signUp();
      await approve(session, PASSKEY);
      await approve(session, secrets[0]!.secret);
      expect(await shown('spare')).toMatchObject({ batch: { used: 0 }, passkeys: [{ usedAt: null, usedBy: null }] });
    });

    it('is made once for a repeat, kept as a hash, and refused for a name that is taken', async () => {
      const more = { idempotency: { key: randomUUID(), fingerprint: 'batch' } };
      const first = await make('twice', 3, more);
      expect(first.secrets.map(({ name }) => name)).toEqual(['twice.001', 'twice.002', 'twice.003']);
      expect(await make('twice', 3, more)).toEqual(first);
      expect(await codeOf(make('twice', 3))).toBe('CONFLICT');
      const rows = await identity.session.query<{ text: string }>('select p::text as text from personal_passkeys p');
      const { secret } = first.secrets[0]!;
      expect(rows.filter(({ text }) => text.includes(secret) || text.includes(secret.replaceAll('-', '')))).toEqual([]);
    });

    it('approves nobody once it or its batch is revoked, and cannot be revoked once used', async () => {
      const [used, unused, last] = (await make('revoked', 3)).secrets;
      const [session, other] = [await identity.signUp(), await identity.signUp()];
      await approve(session, used!.secret);
      expect(await codeOf(revoke(used!.name))).toBe('CONFLICT');
      expect(await revoke(unused!.name)).toMatchObject({ passkey: { revokedAt: expect.any(String) } });
      expect(await codeOf(approve(other, unused!.secret))).toBe('PASSKEY_INCORRECT');
      const batch = await identity.rpc.call(identitySupportRpc.revokePasskeyBatch, { name: 'revoked' }, staff());
      expect(batch).toMatchObject({ batch: { count: 3, used: 1, revoked: 2 } });
      expect(await codeOf(approve(other, last!.secret))).toBe('PASSKEY_INCORRECT');
      expect(await approve(session, used!.secret)).toMatchObject({ eventIds: [] });
      expect(await codeOf(revoke('nobody.001'))).toBe('NOT_FOUND');
      expect(await codeOf(shown('nobody'))).toBe('NOT_FOUND');
    });

    it('approves nobody once it has expired', async () => {
      const [first, second] = (await make('late', 2)).secrets;
      identity.passTime(2 * DAY_MS - 60_000);
      await approve(await identity.signUp(), first!.secret);
      identity.passTime(60_000);
      expect(await codeOf(approve(await identity.signUp(), second!.secret))).toBe('PASSKEY_INCORRECT');
    });
  });

  describe('by a trial', () => {
    const WEEK_MS = TRIAL.windowMs;
    const photoIds = Array.from({ length: TRIAL.pairs }, () => randomUUID() as PhotoId);
    let pairs: number;
    let isPassed: boolean;
    const opened: string[] = [];
    const stopAnswering: (() => void)[] = [];

    /** Stands in for the assessments service, which draws the pairs and knows the answers. */
    beforeAll(() => {
      const answers = {
        countTrialPairs: () => ({ pairs }),
        openTrial: ({ trialId }: { trialId: string }) => {
          opened.push(trialId);
          return { trialId, lookMs: 2_000, pairs: [] };
        },
        judgeTrial: () => ({ isPassed }),
      };
      for (const [name, answer] of Object.entries(answers))
        stopAnswering.push(identity.nats.answer(`rpc.assessments.${name}`, answer as never));
    });
    beforeEach(() => {
      pairs = TRIAL.pairsExistingMin;
      isPassed = false;
      identity.passTime(WEEK_MS);
    });
    afterAll(() => {
      for (const stop of stopAnswering) stop();
    });

    const of = (session: Session, ip: string) =>
      [{ userId: session.user.userId }, identity.contextOf(session, { ip })] as const;
    const offer = async (session: Session, ip: string = randomUUID()) =>
      identity.rpc.call(identityRpc.getTrialOffer, ...of(session, ip));
    const start = async (session: Session, ip: string = randomUUID()) =>
      identity.rpc.call(identityRpc.startTrial, ...of(session, ip));
    const answer = async (session: Session, trialId: string) => {
      const [own, context] = of(session, randomUUID());
      return identity.rpc.call(identityRpc.answerTrial, { ...own, trialId, photoIds }, context);
    };
    const attempt = async (session: Session, ip?: string) => answer(session, (await start(session, ip)).trialId);

    it('records the trial that approved, and answers a token with the role, again for a repeat', async () => {
      const session = await identity.signUp();
      isPassed = true;
      expect(await offer(session)).toEqual({ isOffered: true, retryAt: null });
      const { trialId } = await start(session);
      expect(await codeOf(answer(await identity.signUp(), trialId))).toBe('NOT_FOUND');
      const { assessorToken } = await answer(session, trialId);
      expect(claimsOf(assessorToken!).roles).toEqual(['user', 'assessor']);
      const [row] = await identity.session.query<{ data: object }>(
        "select data from events where stream_id = $1 and type = 'AssessorApproved'",
        [`account-${session.user.userId}`],
      );
      expect(row!.data).toEqual({ trialId, approvedAt: expect.any(String) });
      expect(await answer(session, trialId)).toMatchObject({ isPassed: true, assessorToken: expect.any(String) });
      expect(await codeOf(start(session))).toBe('CONFLICT');
      const { userId } = session.user;
      const exported = await identity.rpc.call(accountRpc.exportAccount, { userId }, identity.contextOf(session));
      const at = expect.any(String);
      expect(exported.trials).toEqual([{ startedAt: at, answeredAt: at, isPassed: true }]);
    });

    it('gives two trials a week to a mailbox, in any spelling and from any network', async () => {
      const name = randomUUID().slice(0, 8);
      const [session, alias] = [
        await identity.signUp(`${name}@example.org`),
        await identity.signUp(`${name}+2@example.org`),
      ];
      expect(await attempt(session)).toEqual({ isPassed: false, assessorToken: null });
      const { trialId, expiresAt } = await start(alias);
      expect(Date.parse(expiresAt)).toBeLessThanOrEqual(identity.clock().getTime() + TRIAL.openMs);
      identity.passTime(60_000);
      expect(await start(alias)).toMatchObject({ trialId, expiresAt });
      expect(opened.slice(-2)).toEqual([trialId, trialId]);
      await answer(alias, trialId);
      expect(await codeOf(start(session))).toBe('RATE_LIMITED');
      expect(await offer(alias)).toEqual({ isOffered: false, retryAt: expect.any(String) });
      identity.passTime(WEEK_MS);
      expect(await offer(alias)).toEqual({ isOffered: true, retryAt: null });
    });

    it('gives six trials a week to a network, answered or not', async () => {
      const ip = randomUUID();
      const people = await Promise.all(Array.from({ length: 4 }, () => identity.signUp()));
      for (const session of people.slice(0, 3)) {
        await attempt(session, ip);
        await attempt(session, ip);
      }
      expect(await codeOf(start(people[3]!, ip))).toBe('RATE_LIMITED');
      const { trialId } = await start(people[3]!);
      identity.passTime(TRIAL.openMs);
      expect(await codeOf(answer(people[3]!, trialId))).toBe('NOT_FOUND');
    });

    it('approves at most the day’s number of people, and counts open trials too', async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => identity.signUp()));
      isPassed = true;
      await attempt(people[0]!);
      await attempt(people[1]!);
      await start(people[2]!);
      expect(await codeOf(start(people[3]!))).toBe('CONFLICT');
      expect(await offer(people[3]!)).toEqual({ isOffered: false, retryAt: null });
      identity.passTime(TRIAL.openMs);
      await start(people[3]!);
    });

    it('is closed without enough pairs', async () => {
      pairs = TRIAL.pairsExistingMin - 1;
      const session = await identity.signUp();
      expect(await offer(session)).toEqual({ isOffered: false, retryAt: null });
      expect(await codeOf(start(session))).toBe('CONFLICT');
    });
  });

  it('stores passkeys hashed', async () => {
    const [row] = await identity.session.query<{ secret_hash: string }>('select secret_hash from assessor_passkeys');
    expect(row!.secret_hash).toMatch(/^\$argon2id\$/);
  });

  it('allows five wrong tries per account and network within 15 minutes', async () => {
    const session = await identity.signUp();
    const ip = randomUUID();
    for (let wrong = 1; wrong <= 5; wrong++) {
      await expect(approve(session, 'guess', ip)).rejects.toMatchObject({
        code: 'PASSKEY_INCORRECT',
        message: 'Incorrect passkey. Please try again.',
      });
    }
    await expect(approve(session, PASSKEY, ip)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: [{ field: 'retryAfterSeconds', message: expect.stringMatching(/^\d+$/) }],
    });
    identity.passTime(TRY_WINDOW_MS);
    await approve(session, PASSKEY, ip);
  });

  it('refuses nobody else behind the network of an account that was refused', async () => {
    const ip = randomUUID();
    const guesser = await identity.signUp();
    for (let wrong = 1; wrong <= 5; wrong++)
      expect(await codeOf(approve(guesser, 'guess', ip))).toBe('PASSKEY_INCORRECT');
    expect(await codeOf(approve(guesser, PASSKEY, ip))).toBe('RATE_LIMITED');
    await approve(await identity.signUp(), PASSKEY, ip);
    await approve(guesser, PASSKEY);
  });

  it('leaves one try to each account of a network with many wrong ones, and bounds an account in all networks', async () => {
    const ip = randomUUID();
    for (const guesser of await Promise.all(Array.from({ length: 4 }, () => identity.signUp())))
      for (let wrong = 1; wrong <= 5; wrong++)
        expect(await codeOf(approve(guesser, 'guess', ip))).toBe('PASSKEY_INCORRECT');
    await approve(await identity.signUp(), PASSKEY, ip);
    const another = await identity.signUp();
    expect(await codeOf(approve(another, 'guess', ip))).toBe('PASSKEY_INCORRECT');
    expect(await codeOf(approve(another, PASSKEY, ip))).toBe('RATE_LIMITED');
    for (let wrong = 2; wrong <= 15; wrong++) expect(await codeOf(approve(another, 'guess'))).toBe('PASSKEY_INCORRECT');
    expect(await codeOf(approve(another, PASSKEY))).toBe('RATE_LIMITED');
  });

  it('counts the addresses of one IPv6 line as one', async () => {
    const guesser = await identity.signUp();
    for (let wrong = 1; wrong <= 5; wrong++) {
      expect(await codeOf(approve(guesser, 'guess', `2001:db8::${wrong}`))).toBe('PASSKEY_INCORRECT');
    }
    expect(await codeOf(approve(guesser, PASSKEY, '2001:db8::6'))).toBe('RATE_LIMITED');
    await approve(guesser, PASSKEY, '2001:db8:0:1::6');
  });

  it('counts tries that are made at once', async () => {
    const session = await identity.signUp();
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(approve(session, 'guess', 'one line'))));
    expect(codes.filter((code) => code === 'PASSKEY_INCORRECT')).toHaveLength(5);
  });

  it('does not count right tries', async () => {
    const ip = randomUUID();
    for (let person = 1; person <= 6; person++) await approve(await identity.signUp(), PASSKEY, ip);
  });

  it('does not count tries that came to nothing', async () => {
    const session = await identity.signUp();
    const spoil = "update assessor_passkeys set secret_hash = '-' || secret_hash";
    const mend = "update assessor_passkeys set secret_hash = ltrim(secret_hash, '-')";
    await identity.session.query(spoil);
    for (let failing = 1; failing <= 6; failing++) expect(await codeOf(approve(session, PASSKEY))).toBe('INTERNAL');
    await identity.session.query(mend);
    await approve(session, PASSKEY);
  });

  it('approves with one of more passkeys than may wait at once', async () => {
    const others = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    await identity.session.query(
      "insert into assessor_passkeys (name, secret_hash) select 'many-' || n, $1 from generate_series(1, 40) n",
      [others],
    );
    await approve(await identity.signUp(), PASSKEY);
    expect(await codeOf(approve(await identity.signUp(), 'guess'))).toBe('PASSKEY_INCORRECT');
    await identity.session.query("delete from assessor_passkeys where name like 'many-%'");
  });

  it('takes a new passkey beside the old, and a new secret for a name', async () => {
    await identity.service.stop();
    await identity.startService([
      { name: 'beta', secret: 'another secret' },
      { name: 'press', secret: 'press secret' },
    ]);
    expect(await codeOf(approve(await identity.signUp(), PASSKEY))).toBe('PASSKEY_INCORRECT');
    await approve(await identity.signUp(), 'another secret');
    await approve(await identity.signUp(), 'press secret');
  });

  it('waits at its start for a database whose first connections fail', async () => {
    const { hostname, port } = new URL(identity.databaseUrl);
    let refused = 0;
    const gate = createServer((socket) => {
      socket.on('error', () => undefined);
      if (refused < 4) {
        refused += 1;
        socket.destroy();
        return;
      }
      const pooler = connect(Number(port), hostname);
      pooler.on('error', () => undefined);
      socket.pipe(pooler).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    await identity.service.stop();
    identity.gate = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
    await identity.startService([{ name: 'gate', secret: 'gate secret' }]);
    expect(refused).toBe(4);
    await approve(await identity.signUp(), 'gate secret');
    await identity.service.stop();
    gate.close();
    identity.gate = undefined;
    await identity.startService([{ name: 'beta', secret: 'another secret' }]);
  });

  it('takes a revoked passkey no more, also after a restart', async () => {
    expect(await revokePasskey(identity.session, 'beta', identity.clock())).toBe(true);
    expect(await codeOf(approve(await identity.signUp(), 'another secret'))).toBe('PASSKEY_INCORRECT');
    await identity.service.stop();
    await identity.startService([{ name: 'beta', secret: 'another secret' }]);
    expect(await codeOf(approve(await identity.signUp(), 'another secret'))).toBe('PASSKEY_INCORRECT');
    await approve(await identity.signUp(), 'press secret');
  });
});
