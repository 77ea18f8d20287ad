import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  anonymous,
  defineRpc,
  type PersonContext,
  person,
  type RequestContext,
  RPC_RECEIPT,
  serviceOnly,
  supportAct,
} from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { accessTokenOf, eventually, type NatsFixture, natsFixture, testKeys } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { createLogger, partLogger } from '../logging/logger.js';
import { connectNats } from '../nats/connect-nats.js';
import { stateOf } from '../nats/connection-state.js';
import { verifyCallersWith } from './admit-caller.js';
import { auditSupportIn } from './audited.js';
import { RECEIPT_MS } from './open-requests.js';
import { RemoteError } from './remote-error.js';
import { currentContext } from './request-context.js';
import { RpcClient } from './rpc-client.js';
import { observeRpc, RpcHandler } from './rpc-handler.js';
import { RpcServer } from './rpc-server.js';

const echo = defineRpc(
  'greetings.echo',
  anonymous,
  z.object({ text: z.string() }),
  z.object({ text: z.string(), by: z.string() }),
);
const refuse = defineRpc('greetings.refuse', anonymous, z.object({}), z.object({}));
const fail = defineRpc('greetings.fail', anonymous, z.object({}), z.object({}));
const breakReply = defineRpc('greetings.breakReply', anonymous, z.object({}), z.object({ count: z.int() }));
const slow = defineRpc('greetings.slow', anonymous, z.object({ waitMs: z.int() }), z.object({ done: z.boolean() }));
const lose = defineRpc('greetings.lose', anonymous, z.object({}), z.object({}));
const nowhere = defineRpc('greetings.nowhere', anonymous, z.object({}), z.object({}));

const whoAmI = defineRpc(
  'greetings.whoAmI',
  { ...person(null), services: ['operator'] },
  z.object({}),
  z.object({ userId: z.string().nullable(), roles: z.array(z.string()), key: z.string() }),
);
const own = defineRpc(
  'greetings.own',
  { ...person('userId'), services: ['operator'] },
  z.object({ userId: z.string() }),
  z.object({ userId: z.string() }),
);
const unlock = defineRpc('greetings.unlock', supportAct, z.object({}), z.object({ by: z.string() }));
const tick = defineRpc(
  'greetings.tick',
  serviceOnly('gateway'),
  z.object({}),
  z.object({ userId: z.string().nullable() }),
);

const context: RequestContext = { requestId: 'request-1', roles: [] };
const folder = fileURLToPath(new URL('../..', import.meta.url));
let handled = 0;
let release: () => void = () => undefined;

@Controller()
class GreetingsController {
  @RpcHandler(echo)
  async echo({ text }: { text: string }, caller: RequestContext) {
    return { text, by: `${caller.requestId} ${currentContext()?.requestId}`, secret: 'not in the contract' };
  }

  @RpcHandler(whoAmI)
  async whoAmI(_: object, { userId, roles, idempotency }: RequestContext) {
    return { userId: userId ?? null, roles, key: idempotency?.key ?? '' };
  }

  @RpcHandler(own)
  own({ userId }: { userId: string }) {
    handled += 1;
    return { userId };
  }

  @RpcHandler(unlock)
  async unlock(_: object, { userId }: PersonContext) {
    handled += 1;
    return { by: userId };
  }

  @RpcHandler(tick)
  async tick(_: object, { userId }: RequestContext) {
    return { userId: userId ?? null };
  }

  @RpcHandler(refuse)
  async refuse(): Promise<never> {
    throw new DomainError('CONFLICT', 'Already done.', [{ field: 'text', message: 'again' }]);
  }

  @RpcHandler(fail)
  async fail(): Promise<never> {
    throw new Error('the database said: anna@example.org');
  }

  @RpcHandler(lose)
  async lose(): Promise<never> {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  }

  @RpcHandler(breakReply)
  async breakReply() {
    return { count: 1.5 };
  }

  @RpcHandler(slow)
  async slow() {
    handled += 1;
    const releaseOthers = release;
    await new Promise<void>((resolve) => {
      release = () => {
        releaseOthers();
        resolve();
      };
    });
    return { done: true };
  }
}

@Module({ controllers: [GreetingsController] })
class GreetingsModule {}

async function startServer(nats: NatsConnection): Promise<INestMicroservice> {
  const strategy = new RpcServer({ nats, queue: 'greetings' });
  const application = await NestFactory.createMicroservice(GreetingsModule, { strategy, logger: false });
  await application.listen();
  await nats.flush();
  return application;
}

describe('requests between services', () => {
  let fixture: NatsFixture;
  let serverConnection: NatsConnection;
  let server: INestMicroservice;
  let client: RpcClient;

  beforeAll(async () => {
    observeRpc(() => () => undefined);
    partLogger.value = createLogger('greetings', { level: 'silent' });
    verifyCallersWith(testKeys.JWT_PUBLIC_KEY);
    auditSupportIn('greetings', { query: async () => [] });
    fixture = await natsFixture();
    serverConnection = await connectNats(fixture.url, 'greetings');
    server = await startServer(serverConnection);
    client = new RpcClient(fixture.connection);
  });

  afterAll(async () => {
    release();
    await server.close();
    await serverConnection.close();
    await fixture.stop();
  });

  it('answers with what the contract names and nothing more, in the caller’s context', async () => {
    expect(await client.call(echo, { text: 'hello' }, context)).toEqual({ text: 'hello', by: 'request-1 request-1' });
  });

  it('refuses a request that breaks the contract, naming the field', async () => {
    const call = client.call(echo, { text: 7 } as never, context);
    await expect(call).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'text' }] });
    await expect(call).rejects.toBeInstanceOf(RemoteError);
  });

  it('refuses a message that is no envelope', async () => {
    for (const body of ['no json', '7', '{"payload":{}}', '']) {
      const answer = (await fixture.connection.request(echo.subject, body, { timeout: 60_000 })).json();
      expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION_FAILED' } });
    }
  });

  it('carries a domain error with its code and details', async () => {
    await expect(client.call(refuse, {}, context)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Already done.',
      details: [{ field: 'text', message: 'again' }],
    });
  });

  it('answers INTERNAL with the request id only where a handler fails', async () => {
    const error = await client.call(fail, {}, context).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'INTERNAL', details: undefined });
    expect((error as Error).message).toContain('request-1');
    expect((error as Error).message).not.toContain('anna');
  });

  it('is UNAVAILABLE, and not INTERNAL, where the database of a handler went away', async () => {
    await expect(client.call(lose, {}, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('answers INTERNAL where a reply breaks the contract', async () => {
    await expect(client.call(breakReply, {}, context)).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('is UNAVAILABLE at once where nobody listens', async () => {
    const startedAt = performance.now();
    await expect(client.call(nowhere, {}, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('is UNAVAILABLE at the deadline', async () => {
    await expect(client.call(slow, { waitMs: 0 }, context, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    release();
  });

  describe('that fall into a reconnect', () => {
    /** The timeout is longer than any reconnect, so a request that is not sent again fails the test. */
    const patient = { timeoutMs: 30_000 };

    it('are asked when the connection of the caller is back', async () => {
      const answers: Promise<{ text: string }>[] = [];
      const isLost = new Promise<void>((resolve) => {
        const stop = stateOf(fixture.connection).listen({
          lost: () => {
            stop();
            answers.push(client.call(echo, { text: 'while away' }, context, patient));
            resolve();
          },
        });
      });
      await fixture.connection.reconnect();
      answers.push(client.call(echo, { text: 'into the closed socket' }, context, patient));
      await isLost;
      expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(['into the closed socket', 'while away']);
    });

    it('are asked again if their answer may be lost', async () => {
      let taken = 0;
      serverConnection.subscribe(nowhere.subject, {
        max: 2,
        callback: (_, message) => {
          taken += 1;
          // The first request gets a receipt but no answer, as if the answer were lost.
          if (taken === 1) message.respond(JSON.stringify(RPC_RECEIPT));
          else message.respond(JSON.stringify({ ok: true, value: {} }));
        },
      });
      await serverConnection.flush();
      const answer = client.call(nowhere, {}, context, patient);
      await eventually(() => expect(taken).toBe(1));
      await fixture.connection.reconnect();
      expect(await answer).toEqual({});
    });

    it('are answered when the connection of the service is back', async () => {
      const before = handled;
      const answer = client.call(slow, { waitMs: 0 }, context, patient);
      await eventually(() => expect(handled).toBe(before + 1));
      const stop = stateOf(serverConnection).listen({ lost: () => release() });
      await serverConnection.reconnect();
      expect(await answer).toEqual({ done: true });
      stop();
    });
  });

  it('answers a caller whose clock is minutes behind or ahead', async () => {
    for (const skewMs of [-180_000, 180_000]) {
      const skewed = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + skewMs);
      const answer = client.call(echo, { text: 'x' }, context, { timeoutMs: 30_000 });
      skewed.mockRestore();
      await expect(answer).resolves.toMatchObject({ text: 'x' });
    }
  });

  it('leaves a request alone whose caller has given up while this process stood still', async () => {
    const before = handled;
    // The event loop stalls until the other process has sent its requests, waited past the first request's timeout,
    // and ended. The stall exceeds a second, because a process at rest ticks once a second.
    const script = `
      const { connect } = require('@nats-io/transport-node');
      connect({ servers: '${fixture.url}' }).then(async (nats) => {
        const send = (timeoutMs) => nats.publish('${slow.subject}', JSON.stringify({
          context: { requestId: 'r', roles: [] }, payload: { waitMs: 0 }, timeoutMs }));
        send(50);
        send(60_000);
        await nats.flush();
        setTimeout(() => nats.close(), 1_500);
      });`;
    const env = { ...process.env, NODE_OPTIONS: '' };
    expect(spawnSync(process.execPath, ['-e', script], { cwd: folder, env, stdio: 'inherit' }).status).toBe(0);
    await client.call(echo, { text: 'after' }, context);
    expect(handled).toBe(before + 1);
    release();
  });

  describe('know their caller by the access token alone:', () => {
    const userId = randomUUID();
    const staff = accessTokenOf({ userId, roles: ['user', 'support'] });
    const send = async (subject: string, sent: object) =>
      (
        await fixture.connection.request(
          subject,
          JSON.stringify({ context: { requestId: 'forged', ...sent }, payload: {} }),
          { timeout: 60_000 },
        )
      ).json();

    it('who it is, with which roles, and whose idempotency key it is', async () => {
      const token = accessTokenOf({ userId, roles: ['user'] });
      const idempotency = { key: 'key', fingerprint: '' };
      expect(await client.call(whoAmI, {}, { ...context, token, idempotency })).toEqual({
        userId,
        roles: ['user'],
        key: `${userId}:key`,
      });
      expect(await client.call(unlock, {}, { ...context, token: staff })).toEqual({ by: userId });
    });

    it('a made-up person or role in the envelope is not believed', async () => {
      const before = handled;
      const madeUp = { userId: randomUUID(), sessionId: 'made up', roles: ['support'] };
      expect(await send(unlock.subject, madeUp)).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
      const token = accessTokenOf({ userId, roles: ['user'] });
      expect(await send(unlock.subject, { ...madeUp, token })).toMatchObject({ error: { code: 'FORBIDDEN' } });
      expect(await send(whoAmI.subject, { ...madeUp, token })).toMatchObject({ value: { userId, roles: ['user'] } });
      expect(handled).toBe(before);
    });

    it('a person asks only about themselves, a service about anybody', async () => {
      const asked = { ...context, token: accessTokenOf({ userId, roles: ['user'] }) };
      expect(await client.call(own, { userId }, asked)).toEqual({ userId });
      const before = handled;
      await expect(client.call(own, { userId: randomUUID() }, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(handled).toBe(before);
      const anybody = { userId: randomUUID() };
      expect(await client.call(own, anybody, context)).toEqual(anybody);
    });

    it('a token that is expired, altered, or signed by another is refused', async () => {
      const claims = { userId, roles: ['support'] } as const;
      const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const [head, , signature] = staff.split('.');
      const payload = Buffer.from(JSON.stringify({ sub: userId, roles: ['support'], sid: 's', exp: 9e9 })).toString(
        'base64url',
      );
      for (const token of [
        accessTokenOf(claims, { lifetimeSeconds: -180 }),
        accessTokenOf(claims, { key: foreign }),
        `${head}.${payload}.${signature}`,
        'nonsense',
        '',
      ]) {
        expect(await send(unlock.subject, { token })).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
      }
    });

    it('a token that expired while its request waited is accepted', async () => {
      const token = accessTokenOf({ userId, roles: ['support'] }, { lifetimeSeconds: -60 });
      expect(await send(unlock.subject, { token })).toMatchObject({ ok: true });
    });

    it('a service asks for itself on subjects of its own, and then nobody is the caller', async () => {
      expect(await client.call(whoAmI, {}, context)).toMatchObject({ userId: null, roles: [] });
      expect(await send(whoAmI.subject, {})).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
      expect(await send(whoAmI.serviceSubject!, { token: staff })).toMatchObject({
        value: { userId: null, roles: [] },
      });
      expect(await client.call(tick, {}, { ...context, token: staff })).toEqual({ userId: null });
    });

    it('an answer goes to an inbox and nowhere else', async () => {
      const heard: string[] = [];
      fixture.connection.subscribe('wake.>', { callback: (_, message) => void heard.push(message.string()) });
      const body = JSON.stringify({ context, payload: { text: 'x' } });
      fixture.connection.publish(echo.subject, body, { reply: 'wake.greetings' });
      await client.call(echo, { text: 'after it' }, context);
      await fixture.connection.flush();
      expect(heard).toEqual([]);
    });
  });

  it('shares requests between the processes of a service', async () => {
    const secondConnection = await connectNats(fixture.url, 'greetings');
    const second = await startServer(secondConnection);
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.call(echo, { text: 'x' }, context)));
    expect(answers).toHaveLength(50);
    await second.close();
    await secondConnection.close();
  });

  it('asks again, and so another process, where a frozen one takes the request', async () => {
    // This process takes requests and does not answer, like a frozen process with an open connection.
    const frozen = await connectNats(fixture.url, 'greetings');
    frozen.subscribe(echo.subject, { queue: 'greetings', callback: () => undefined });
    await frozen.flush();
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    const ask = (text: string) => client.call(echo, { text }, context, { timeoutMs: 60_000 });
    expect((await Promise.all(texts.map(ask))).map(({ text }) => text)).toEqual(texts);
    await frozen.close();
  });

  it('tells that a request is at work, and leaves its repetitions alone', async () => {
    const before = handled;
    const reply = '_INBOX.test.repeated';
    const answers = fixture.connection.subscribe(reply);
    const body = JSON.stringify({ context, payload: { waitMs: 0 }, receiptWithinMs: 1 });
    for (const _try of [1, 2]) fixture.connection.publish(slow.subject, body, { reply });
    await client.call(echo, { text: 'after both' }, context);
    expect(handled).toBe(before + 1);
    const heard: unknown[] = [];
    for await (const message of answers) {
      if (heard.push(message.json()) === 2) break;
      release();
    }
    expect(heard).toEqual([{ received: true }, { ok: true, value: { done: true } }]);
  });

  it('gives a repetition that comes after the answer the same one, and does the work once', async () => {
    const before = handled;
    const reply = '_INBOX.test.repeated-late';
    const answers = fixture.connection.subscribe(reply, { max: 2 });
    const body = JSON.stringify({ context, payload: { waitMs: 0 } });
    fixture.connection.publish(slow.subject, body, { reply });
    const heard: unknown[] = [];
    while (handled === before) await new Promise((resolve) => setImmediate(resolve));
    release();
    for await (const message of answers) {
      if (heard.push(message.json()) === 1) fixture.connection.publish(slow.subject, body, { reply });
    }
    expect(heard).toEqual([
      { ok: true, value: { done: true } },
      { ok: true, value: { done: true } },
    ]);
    expect(handled).toBe(before + 1);
  });

  it('finishes the request at hand before it closes, and takes no other', async () => {
    const connection = await connectNats(fixture.url, 'greetings');
    await server.close();
    const closing = await startServer(connection);
    const before = handled;
    const underWay = client.call(slow, { waitMs: 0 }, context);
    while (handled === before) await new Promise((resolve) => setImmediate(resolve));
    const closed = closing.close();
    await connection.flush();
    await expect(client.call(echo, { text: 'late' }, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    release();
    expect(await underWay).toEqual({ done: true });
    await closed;
    await connection.close();
    server = await startServer(serverConnection);
  });

  it('waits for the answer of a process that stopped listening before it sent a receipt', async () => {
    const connection = await connectNats(fixture.url, 'greetings');
    await server.close();
    const answer = JSON.stringify({ ok: true, value: { text: 'late' } });
    const answerMs = 2 * RECEIPT_MS;
    connection.subscribe(echo.subject, {
      max: 1,
      callback: (_, { reply }) => void setTimeout(() => connection.publish(reply!, answer), answerMs),
    });
    await connection.flush();
    expect(await client.call(echo, { text: 'late' }, context)).toEqual({ text: 'late' });
    await connection.close();
    server = await startServer(serverConnection);
  });

  it('finds its way back when the NATS server is killed and started again', async () => {
    await fixture.kill();
    await fixture.restart();
    await eventually(() => client.call(echo, { text: 'back' }, context, { timeoutMs: 2_000 }));
  });
});
