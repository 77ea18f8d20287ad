import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { identityEvents, identityRoutes, type Route, tokensEvents } from '@candid/contracts';
import { connectNats, createLogger, stateOf } from '@candid/platform';
import {
  accessTokenOf,
  eventually,
  type NatsFixture,
  natsFixture,
  startRedisServer,
  type TestServer,
  testKeys,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { BearerTokens, type EndedSessions } from '../auth/callers.js';
import { RouteGuard, type UsedKeys } from '../guard/route-guard.js';
import { sendRefusal } from '../http/answers.js';
import { type Caller, ROUTE_METADATA } from '../kernel/call.js';
import type { GatewayConfig } from '../kernel/config.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { CacheInvalidation, keepInCache, serveFromCache } from './cache-hooks.js';
import { ownUrlOf, ResponseCache } from './response-cache.js';

let balance = 0;
let reads = 0;
/** Each command awaits this function between its start and its effect. */
let atCommand: () => Promise<void> = async () => undefined;

/** Answers over NATS like the real services, so that an announcement arrives before the request that follows it. */
function startService(nats: NatsConnection): void {
  nats.subscribe('service.read', {
    callback: (_, message) => {
      reads += 1;
      message.respond(JSON.stringify({ balance, name: 'Zoë – ✓' }));
    },
  });
  nats.subscribe('service.change', {
    callback: (_, message) => {
      void atCommand().then(() => {
        balance += 1;
        message.respond(JSON.stringify({ balance }));
      });
    },
  });
}

class Gateway {
  readonly cache = new ResponseCache();
  readonly endedSessions = new Set<string>();

  private constructor(
    private readonly fastify: FastifyInstance,
    private readonly nats: NatsConnection,
    private readonly redis: Redis,
  ) {}

  static async start(urls: { nats: string; redis: string }): Promise<Gateway> {
    const fastify = Fastify();
    const nats = await connectNats(urls.nats, 'gateway');
    const redis = new Redis(urls.redis);
    const gateway = new Gateway(fastify, nats, redis);
    const { cache } = gateway;
    const tokens = new BearerTokens(testKeys.JWT_PUBLIC_KEY);
    const rateLimits = new RateLimits(redis, 1, { find: () => undefined });
    const changes = new CacheInvalidation(nats, cache);
    const ended = {
      without: async (_: Route, caller: Caller | undefined) =>
        gateway.endedSessions.has(caller?.sessionId ?? '') ? undefined : caller,
      has: (sessionId: string) => gateway.endedSessions.has(sessionId),
    } as EndedSessions;
    const guard = new RouteGuard(new Reflector(), tokens, rateLimits, cache, changes, {} as GatewayConfig, ended, {
      refuseReuse: async () => undefined,
    } as unknown as UsedKeys);
    serveFromCache(fastify, { cache, tokens, ended, rateLimits });
    keepInCache(fastify, cache, changes);
    fastify.setErrorHandler((error, request, reply) =>
      sendRefusal(error, request, reply, createLogger('test', { level: 'silent' })),
    );
    const ask = async (subject: string) => (await nats.request(subject, '', { timeout: 10_000 })).json();
    gateway.serve(guard, identityRoutes.getUser, () => ask('service.read'));
    gateway.serve(guard, identityRoutes.clearNotifications, () => ask('service.change'));
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    await nats.flush();
    return gateway;
  }

  private serve(guard: RouteGuard, route: Route, handler: () => Promise<unknown>): void {
    Reflect.defineMetadata(ROUTE_METADATA, route, handler);
    const execution = (request: FastifyRequest) =>
      ({
        getHandler: () => handler,
        switchToHttp: () => ({ getRequest: () => request }),
      }) as unknown as ExecutionContext;
    this.fastify.route({
      method: route.method,
      url: `/api${route.path.replace('{userId}', ':userId')}`,
      preHandler: async (request) => void (await guard.canActivate(execution(request))),
      handler,
    });
  }

  async ask(person: Person, { query = '', headers = {} } = {}): Promise<{ status: number; balance?: number }> {
    const url = `${this.address}/api/get-user/${person.userId}${query}`;
    const response = await fetch(url, { headers: { authorization: person.authorization, ...headers } });
    return { status: response.status, ...(response.ok ? ((await response.json()) as { balance: number }) : {}) };
  }

  async command({ userId, authorization }: Person): Promise<void> {
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ userId });
    const response = await fetch(`${this.address}/api/clear-notifications`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.fastify.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await this.fastify.close();
    await this.nats.close();
    await this.redis.quit();
  }
}

interface Person {
  userId: string;
  authorization: string;
}

async function person({ userId = randomUUID() as string, sessionId = randomUUID() as string } = {}): Promise<Person> {
  const token = accessTokenOf({ userId, roles: ['user'], sessionId });
  return { userId, authorization: `Bearer ${token}` };
}

describe('cached responses', () => {
  let nats: NatsFixture;
  let redis: TestServer;
  let here: Gateway;
  let there: Gateway;

  beforeAll(async () => {
    nats = await natsFixture();
    startService(nats.connection);
    redis = await startRedisServer();
    const urls = { nats: nats.url, redis: redis.url };
    here = await Gateway.start(urls);
    there = await Gateway.start(urls);
  });
  afterAll(async () => {
    await here?.stop();
    await there?.stop();
    await redis?.stop();
    await nats?.stop();
  });

  /** A person whose account both gateways have cached. */
  async function knownPerson(): Promise<Person> {
    const known = await person();
    await eventually(async () => {
      const before = reads;
      for (const gateway of [here, there]) expect((await gateway.ask(known)).balance).toBe(balance);
      expect(reads).toBe(before);
    });
    return known;
  }

  function publish(subject: string, data: object): void {
    const envelope = { eventId: randomUUID(), type: 'Any', version: 1, streamId: 'any', streamVersion: 1 };
    const message = { ...envelope, recordedAt: new Date().toISOString(), correlationId: 'test', data };
    nats.connection.publish(subject, JSON.stringify(message));
  }

  it.each([
    [
      identityEvents.AccountChanged.subject,
      (userId: string) => ({ userId, notificationNumber: 1, generalNotifNumber: 0 }),
    ],
    [
      tokensEvents.BalanceChanged.subject,
      (userId: string) => ({ userId, transferId: randomUUID(), code: 'grant', availableTokens: 1 }),
    ],
  ])('are dropped at every gateway by %s', async (subject, dataOf) => {
    const { userId, authorization } = await knownPerson();
    const other = await knownPerson();
    balance += 1;
    publish(subject, dataOf(userId));
    for (const gateway of [here, there])
      await eventually(async () => expect((await gateway.ask({ userId, authorization })).balance).toBe(balance));
    const before = reads;
    await here.ask(other);
    expect(reads).toBe(before);
  });

  it('are not given to the token of a session that has ended', async () => {
    const owner = await knownPerson();
    const sessionId = randomUUID();
    const ending = await person({ userId: owner.userId, sessionId });
    expect((await here.ask(ending)).status).toBe(200);
    here.endedSessions.add(sessionId);
    expect((await here.ask(ending)).status).toBe(401);
    expect((await here.ask(owner)).status).toBe(200);
  });

  it('show a command at every gateway as soon as it is answered, without any event', async () => {
    const owner = await knownPerson();
    for (let round = 0; round < 20; round += 1) {
      await here.command(owner);
      expect((await there.ask(owner)).balance).toBe(balance);
      expect((await here.ask(owner)).balance).toBe(balance);
    }
  });

  it('are not made of what is read while a command is under way', async () => {
    const owner = await knownPerson();
    atCommand = async () => {
      await here.ask(owner);
      await there.ask(owner);
    };
    await here.command(owner);
    atCommand = async () => undefined;
    expect((await there.ask(owner)).balance).toBe(balance);
    expect((await here.ask(owner)).balance).toBe(balance);
  });

  it('are all dropped when the connection was lost, and cached again when it is back', async () => {
    const owner = await knownPerson();
    await nats.kill();
    await eventually(() => expect([here.cache.size, there.cache.size]).toEqual([0, 0]));
    await nats.restart();
    balance += 1;
    await eventually(async () => expect((await here.ask(owner)).balance).toBe(balance));
    await eventually(async () => {
      await here.ask(owner);
      expect(here.cache.size).toBe(1);
    });
  });

  it('are the same bytes as the first one', async () => {
    const owner = await person();
    const url = `${here.address}/api/get-user/${owner.userId}`;
    const answers: string[] = [];
    await eventually(async () => {
      const before = reads;
      const response = await fetch(url, { headers: { authorization: owner.authorization } });
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
      answers.push(await response.text());
      expect(reads).toBe(before);
    });
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.at(-1)).toBe(answers[0]);
    expect(answers[0]).toContain('Zoë – ✓');
  });

  it('are given to their owner alone', async () => {
    const owner = await knownPerson();
    const stranger = await person();
    expect(await here.ask({ ...owner, authorization: stranger.authorization })).toEqual({ status: 403 });
    expect(await here.ask({ ...owner, authorization: `${owner.authorization}x` })).toEqual({ status: 401 });
    expect(await here.ask({ ...owner, authorization: '' })).toEqual({ status: 401 });
  });

  it('count towards the rate limit', async () => {
    const owner = await knownPerson();
    const statuses = new Set<number>();
    for (let batch = 0; batch < 13; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => here.ask(owner)));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([200, 429]);
  });
});

describe('an announcement that a gateway makes while its connection is down', () => {
  let nats: NatsFixture;
  let away: { connection: NatsConnection; changes: CacheInvalidation };
  let other: { connection: NatsConnection; cache: ResponseCache };
  const userId = randomUUID();

  beforeAll(async () => {
    nats = await natsFixture();
    const [one, two] = [await connectNats(nats.url, 'gateway'), await connectNats(nats.url, 'gateway')];
    const cache = new ResponseCache();
    away = { connection: one, changes: new CacheInvalidation(one, new ResponseCache()) };
    new CacheInvalidation(two, cache);
    other = { connection: two, cache };
    await two.flush();
  });
  afterAll(async () => {
    await away?.connection.close();
    await other?.connection.close();
    await nats?.stop();
  });

  const cacheAnswer = () => {
    const reading = other.cache.begin(ownUrlOf(userId), userId);
    if (reading) other.cache.end(reading, { ownerId: userId, headers: [], body: '{}' });
    expect(other.cache.size).toBe(1);
  };
  async function whileAway(act: () => void): Promise<void> {
    const isBack = Promise.withResolvers<void>();
    const stop = stateOf(away.connection).listen({ back: isBack.resolve });
    await away.connection.reconnect();
    await isBack.promise;
    stop();
    // The client waits, then dials again and drops its unsent messages. `act` runs during this wait.
    const isLost = Promise.withResolvers<void>();
    const stopAgain = stateOf(away.connection).listen({ lost: isLost.resolve });
    await away.connection.reconnect();
    await isLost.promise;
    stopAgain();
    act();
  }

  it('empties the caches of the other gateways after the reconnection', async () => {
    cacheAnswer();
    await whileAway(() => {
      away.changes.commandBegins(userId);
      away.changes.commandEnds(userId);
    });
    await eventually(() => expect(other.cache.size).toBe(0));
  });

  it('keeps answers out of the other caches while the command is under way', async () => {
    cacheAnswer();
    await whileAway(() => away.changes.commandBegins(userId));
    await eventually(() => expect(other.cache.begin(ownUrlOf(userId), userId)).toBeUndefined());
    away.changes.commandEnds(userId);
    await eventually(cacheAnswer);
  });
});
