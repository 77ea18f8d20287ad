import { randomUUID } from 'node:crypto';
import {
  correctionsRpc,
  listSupportActsRpc,
  type RequestContext,
  replayDeadLetterRpc,
  supportAccountRpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { accessTokenOf } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

const kim = randomUUID() as UserId;

describe('the audit log of support', () => {
  let tokens: TokensFixture;
  let userId: UserId;
  beforeAll(async () => {
    tokens = await TokensFixture.start({ CORRECTION_APPROVAL_TOKENS: 50 });
  });
  beforeEach(async () => {
    userId = await tokens.newUser();
  });
  afterAll(() => tokens.stop());

  const staff = (more: Partial<RequestContext> = {}) => tokens.context(kim, { roles: ['support'], ...more });
  const keyed = (key: string = randomUUID()) => staff({ idempotency: { key, fingerprint: 'body' } });
  const grant = (amountTokens: number, context = keyed()) =>
    tokens.rpc.call(tokensRpc.grant, { userId, amountTokens, reason: 'lost in a crash', ticket: 'T-1' }, context);
  const order = (amountTokens: number, context = keyed()) =>
    tokens.rpc.call(correctionsRpc.requestCorrection, { userId, amountTokens, reason: 'lost' }, context);
  const about = async (target: string = userId) => {
    const { rows } = await tokens.pool.query(
      'select message, user_id, session_id, reason, ticket, ip, outcome from support_acts where $1 = any(targets) order by acted_at',
      [target],
    );
    return rows;
  };
  const given = async () => (await tokens.balance(userId)).posted - 40;

  /** Makes the insert of audit entries fail, like a full disk or a crash. */
  async function whileEntriesFail<Result>(work: () => Promise<Result>): Promise<Result> {
    await tokens.pool.query('alter table support_acts add constraint no_room check (false) not valid');
    try {
      return await work();
    } finally {
      await tokens.pool.query('alter table support_acts drop constraint no_room');
    }
  }

  it('has an act with who, what, whom and why, in the transaction that did it', async () => {
    const sessionId = randomUUID();
    await grant(7, { ...keyed(), sessionId, ip: '192.0.2.7' });
    expect(await about()).toEqual([
      {
        message: 'tokens.grant',
        user_id: kim,
        session_id: sessionId,
        reason: 'lost in a crash',
        ticket: 'T-1',
        ip: '192.0.2.7',
        outcome: 'ok',
      },
    ]);
    const { rows } = await tokens.pool.query(
      `select a.xmin = t.xmin as is_one from support_acts a, transfers t
        where $1 = any(a.targets) and t.correlation_id = a.request_id`,
      [userId],
    );
    expect(rows).toEqual([{ is_one: true }]);
  });

  it('and the act are both there or neither', async () => {
    await whileEntriesFail(async () => {
      for (const act of [() => grant(7), () => order(5), () => order(60)])
        await expect(act()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
    expect(await about()).toEqual([]);
    expect(await given()).toBe(0);
    const { rows } = await tokens.pool.query('select from corrections where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('has one entry of an act that is repeated under its key, and one of each that is done', async () => {
    const context = keyed();
    await grant(3, context);
    await grant(3, { ...context, requestId: randomUUID() });
    expect(await about()).toHaveLength(1);
    await grant(3);
    expect(await about()).toHaveLength(2);
    const correction = keyed();
    await order(20, correction);
    await order(20, correction);
    expect((await about()).map(({ message }) => message)).toEqual([
      ...['tokens.grant', 'tokens.grant', 'tokens.requestCorrection'],
    ]);
    expect(await given()).toBe(26);
  });

  it('has one grant for a message, whoever answers it, and lists the entries of one person', async () => {
    const lee = randomUUID() as UserId;
    const given20 = { userId, amountTokens: 20, reason: 'asked for it', answers: randomUUID() };
    const answer = (who: UserId, amountTokens = 20) =>
      tokens.rpc.call(tokensRpc.grant, { ...given20, amountTokens }, tokens.context(who, { roles: ['support'] }));
    await answer(kim);
    await answer(lee);
    await expect(answer(lee, 30)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await given()).toBe(20);
    const { entries } = await tokens.rpc.call(listSupportActsRpc('tokens'), { limit: 101, by: lee }, staff());
    expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([lee]));
  });

  it('has acts that are done together, each with its own', async () => {
    await Promise.all(Array.from({ length: 8 }, () => grant(1)));
    expect(await about()).toHaveLength(8);
    expect(await given()).toBe(8);
  });

  it('has what was refused', async () => {
    await expect(grant(-41)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await about()).toMatchObject([{ message: 'tokens.grant', outcome: 'CONFLICT' }]);
    await expect(
      tokens.rpc.call(tokensRpc.grant, { userId, amountTokens: 'x' } as never, keyed()),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await about()).toMatchObject([{ outcome: 'CONFLICT' }, { outcome: 'VALIDATION_FAILED' }]);
  });

  it('has a decision on a correction, and a letter that was put back', async () => {
    const { correction } = await order(60);
    const { correctionId } = correction;
    const lee = tokens.context(randomUUID(), { roles: ['support'] });
    await tokens.rpc.call(correctionsRpc.rejectCorrection, { correctionId, reason: 'no proof' }, lee);
    expect(await about(correctionId)).toMatchObject([
      { message: 'tokens.rejectCorrection', user_id: lee.userId, reason: 'no proof' },
    ]);
    const id = `refunds:${randomUUID()}`;
    await tokens.pool.query(
      `insert into work_items (id, queue, payload, failed_at) values ($1, 'none', '{}'::jsonb, now())`,
      [id],
    );
    const letterId = `tokens.work.${id}`;
    const replay = (context = keyed()) => tokens.rpc.call(replayDeadLetterRpc('tokens'), { letterId }, context);
    const isGivenUp = async () =>
      (await tokens.pool.query('select failed_at is not null as is_so from work_items where id = $1', [id])).rows[0]
        .is_so;
    await whileEntriesFail(() => expect(replay()).rejects.toMatchObject({ code: 'UNAVAILABLE' }));
    expect(await isGivenUp()).toBe(true);
    const context = keyed();
    await replay(context);
    await replay(context);
    expect(await isGivenUp()).toBe(false);
    expect(await about(letterId)).toMatchObject([{ message: 'tokens.replayDeadLetter' }]);
  });

  it('has a lookup when the answer comes, and no answer leaves without', async () => {
    const look = () => tokens.rpc.call(supportAccountRpc.getAccount, { userId }, staff({ reason: 'she wrote' }));
    await look();
    expect(await about()).toMatchObject([{ message: 'tokens.getAccount', reason: 'she wrote', outcome: 'ok' }]);
    await whileEntriesFail(() => expect(look()).rejects.toMatchObject({ code: 'UNAVAILABLE' }));
    await look();
    expect(await about()).toHaveLength(2);
  });

  describe('asked past the gateway', () => {
    const send = async (sent: object): Promise<string> => {
      const context = { requestId: randomUUID(), ip: '192.0.2.9', ...sent };
      const body = JSON.stringify({ context, payload: { userId, amountTokens: 9, reason: 'mine' } });
      const { error } = (
        await tokens.nats.connection.request(tokensRpc.grant.subject, body, { timeout: 60_000 })
      ).json<any>();
      return error.code;
    };
    const list = async () => {
      const { entries } = await tokens.rpc.call(listSupportActsRpc('tokens'), { limit: 101 }, staff());
      return entries.filter(({ outcome }) => ['FORBIDDEN', 'UNAUTHENTICATED'].includes(outcome?.code ?? ''));
    };

    it('has one entry of who has no role, however often he tries on that day', async () => {
      const token = accessTokenOf({ userId, roles: ['user'] });
      for (let tries = 0; tries < 5; tries += 1) expect(await send({ token, route: 'listPasskeys' })).toBe('FORBIDDEN');
      const refused = (await list()).filter(({ actorId }) => actorId === userId);
      expect(refused).toMatchObject([
        { message: 'tokens.grant', call: 'listPasskeys', outcome: { code: 'FORBIDDEN' }, times: 5 },
      ]);
      expect(refused[0]!.lastAt > refused[0]!.at).toBe(true);
      expect(await given()).toBe(0);
    });

    it('has one entry of forged tokens, which are nobody’s', async () => {
      for (const token of ['forged', `${accessTokenOf({ userId, roles: ['support'] })}x`, undefined]) {
        expect(await send({ token })).toBe('UNAUTHENTICATED');
      }
      expect((await list()).filter(({ actorId }) => actorId === null)).toMatchObject([
        { message: 'tokens.grant', outcome: { code: 'UNAUTHENTICATED' }, times: 3 },
      ]);
    });
  });

  it('can be changed by nobody, not by the owner of the database either', async () => {
    await grant(1);
    for (const statement of [
      'update support_acts set reason = null',
      'delete from support_acts',
      'truncate support_acts',
    ]) {
      await expect(tokens.pool.query(statement)).rejects.toThrow('append-only');
    }
  });
});
