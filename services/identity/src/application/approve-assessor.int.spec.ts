import { randomUUID } from 'node:crypto';
import { identityEvents, identityRpc, PRODUCT, type RequestContext, type Session } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimsOf, codeOf, IdentityFixture, PASSKEY } from '../identity.fixture.spec.js';
import { revokePasskey } from '../records/assessor-passkeys.js';
import { TRY_WINDOW_MS } from '../records/passkey-tries.js';

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
    const { data } = await identity.published(identityEvents.AssessorApproved, eventIds[0]!);
    expect(data).toEqual({ userId: user.userId, passkeyName: 'beta' });
    const changed = await identity.published(identityEvents.AccountChanged, eventIds[1]!);
    expect(changed.data).toMatchObject({ userId: user.userId });
    expect(await identity.getUser(user.userId)).toEqual(user);
    expect((await approve(session, PASSKEY)).eventIds).toEqual([]);
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

  it('stores passkeys hashed', async () => {
    const [row] = await identity.session.query<{ secret_hash: string }>('select secret_hash from assessor_passkeys');
    expect(row!.secret_hash).toMatch(/^\$argon2id\$/);
  });

  it('allows five wrong tries per account within 15 minutes, from any address', async () => {
    const session = await identity.signUp();
    for (let wrong = 1; wrong <= 5; wrong++) {
      await expect(approve(session, 'guess')).rejects.toMatchObject({
        code: 'PASSKEY_INCORRECT',
        message: 'Incorrect passkey. Please try again.',
      });
    }
    await expect(approve(session, PASSKEY)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: [{ field: 'retryAfterSeconds', message: expect.stringMatching(/^\d+$/) }],
    });
    identity.passTime(TRY_WINDOW_MS);
    await approve(session, PASSKEY);
  });

  it('allows five wrong tries from one address, whoever is logged in', async () => {
    const ip = randomUUID();
    for (let wrong = 1; wrong <= 5; wrong++) {
      expect(await codeOf(approve(await identity.signUp(), 'guess', ip))).toBe('PASSKEY_INCORRECT');
    }
    const session = await identity.signUp();
    expect(await codeOf(approve(session, PASSKEY, ip))).toBe('RATE_LIMITED');
    await approve(session, PASSKEY);
  });

  it('counts the addresses of one IPv6 line as one', async () => {
    for (let wrong = 1; wrong <= 5; wrong++) {
      expect(await codeOf(approve(await identity.signUp(), 'guess', `2001:db8::${wrong}`))).toBe('PASSKEY_INCORRECT');
    }
    expect(await codeOf(approve(await identity.signUp(), PASSKEY, '2001:db8::6'))).toBe('RATE_LIMITED');
    await approve(await identity.signUp(), PASSKEY, '2001:db8:0:1::6');
  });

  it('counts tries that are made at once', async () => {
    const session = await identity.signUp();
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(approve(session, 'guess'))));
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
    // Of the least work that there is.
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

  it('takes a revoked passkey no more, also after a restart', async () => {
    expect(await revokePasskey(identity.session, 'beta', identity.clock())).toBe(true);
    expect(await codeOf(approve(await identity.signUp(), 'another secret'))).toBe('PASSKEY_INCORRECT');
    await identity.service.stop();
    await identity.startService([{ name: 'beta', secret: 'another secret' }]);
    expect(await codeOf(approve(await identity.signUp(), 'another secret'))).toBe('PASSKEY_INCORRECT');
    await approve(await identity.signUp(), 'press secret');
  });
});
