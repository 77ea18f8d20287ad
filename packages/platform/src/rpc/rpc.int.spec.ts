import 'reflect-metadata';
import { defineRpc, type RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { connectNats } from '../nats/connect-nats.js';
import { currentContext } from './current-context.js';
import { RemoteError } from './remote-error.js';
import { RpcClient } from './rpc-client.js';
import { RpcHandler } from './rpc-handler.js';
import { observeRpc } from './rpc-observer.js';
import { RpcServer } from './rpc-server.js';

const echo = defineRpc(
  'greetings.echo',
  z.object({ text: z.string() }),
  z.object({ text: z.string(), by: z.string() }),
);
const refuse = defineRpc('greetings.refuse', z.object({}), z.object({}));
const fail = defineRpc('greetings.fail', z.object({}), z.object({}));
const breakReply = defineRpc('greetings.breakReply', z.object({}), z.object({ count: z.int() }));
const slow = defineRpc('greetings.slow', z.object({ waitMs: z.int() }), z.object({ done: z.boolean() }));
const nowhere = defineRpc('greetings.nowhere', z.object({}), z.object({}));

const context: RequestContext = { requestId: 'request-1', roles: ['user'] };
let handled = 0;
let release: () => void = () => undefined;

@Controller()
class GreetingsController {
  @RpcHandler(echo)
  async echo({ text }: { text: string }, caller: RequestContext) {
    return { text, by: `${caller.requestId} ${currentContext()?.requestId}`, secret: 'not in the contract' };
  }

  @RpcHandler(refuse)
  async refuse(): Promise<never> {
    throw new DomainError('CONFLICT', 'Already done.', [{ field: 'text', message: 'again' }]);
  }

  @RpcHandler(fail)
  async fail(): Promise<never> {
    throw new Error('the database said: anna@example.org');
  }

  @RpcHandler(breakReply)
  async breakReply() {
    return { count: 1.5 };
  }

  @RpcHandler(slow)
  async slow() {
    handled += 1;
    await new Promise<void>((resolve) => {
      release = resolve;
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
    observeRpc({ observer: { start: () => () => undefined }, logger: createLogger('greetings', { level: 'silent' }) });
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
      const answer = (await fixture.connection.request(echo.subject, body)).json();
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

  it('leaves a request alone whose caller has given up', async () => {
    const before = handled;
    const body = JSON.stringify({ context, payload: { waitMs: 0 }, expiresAtMs: Date.now() - 1 });
    await expect(fixture.connection.request(slow.subject, body, { timeout: 200 })).rejects.toThrow();
    expect(handled).toBe(before);
  });

  it('shares requests between the processes of a service', async () => {
    const secondConnection = await connectNats(fixture.url, 'greetings');
    const second = await startServer(secondConnection);
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.call(echo, { text: 'x' }, context)));
    expect(answers).toHaveLength(50);
    await second.close();
    await secondConnection.close();
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

  it('finds its way back when the NATS server is killed and started again', async () => {
    await fixture.kill();
    await fixture.restart();
    const deadline = performance.now() + 10_000;
    for (;;) {
      const answer = await client.call(echo, { text: 'back' }, context, { timeoutMs: 500 }).catch(() => undefined);
      if (answer) break;
      if (performance.now() > deadline) throw new Error('no answer after the restart');
    }
  });
});
