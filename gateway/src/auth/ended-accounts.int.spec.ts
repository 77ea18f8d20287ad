import { randomUUID } from 'node:crypto';
import { accountRoutes, identityEvents, identityRoutes, type UserId } from '@candid/contracts';
import { createLogger, ensureStream } from '@candid/platform';
import { eventually, type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { EndedAccounts } from './ended-accounts.js';

const { AccountDeleted } = identityEvents;
const callerOf = (userId: UserId) => ({
  userId,
  roles: ['user' as const],
  sessionId: 'session',
  expiresAtMs: Number.MAX_SAFE_INTEGER,
});

describe('a deleted account', () => {
  let nats: NatsFixture;
  let client: JetStreamClient;
  beforeAll(async () => {
    nats = await natsFixture();
    client = jetstream(nats.connection);
  });
  afterAll(() => nats.stop());

  async function publish(userId: UserId): Promise<void> {
    const now = new Date().toISOString();
    const event = {
      eventId: randomUUID(),
      type: AccountDeleted.type,
      version: 1,
      streamId: `account-${userId}`,
      streamVersion: 2,
      recordedAt: now,
      correlationId: 'request',
      data: { userId, eraseAt: now },
    };
    await client.publish(AccountDeleted.subject, JSON.stringify(event));
  }
  async function withGateway(work: (ended: EndedAccounts) => Promise<void>): Promise<void> {
    const ended = new EndedAccounts(client, createLogger('test', { level: 'silent' }));
    ended.onApplicationBootstrap();
    try {
      await work(ended);
    } finally {
      await ended.onModuleDestroy();
    }
  }
  const isNobody = (ended: EndedAccounts, userId: UserId) =>
    eventually(() => expect(ended.without(identityRoutes.getUser, callerOf(userId))).toBeUndefined());

  it('is nobody at a gateway that was there before its service, and at one that started after', async () => {
    const [early, late, living] = [randomUUID(), randomUUID(), randomUUID()] as UserId[];
    await withGateway(async (ended) => {
      await ensureStream(await jetstreamManager(nats.connection), 'identity');
      await publish(early!);
      await isNobody(ended, early!);
    });
    await withGateway(async (ended) => {
      await isNobody(ended, early!);
      await publish(late!);
      await isNobody(ended, late!);
      expect(ended.without(identityRoutes.getUser, callerOf(living!))).toEqual(callerOf(living!));
    });
  });

  it('may ask for its deletion again, and its listeners are told', async () => {
    const userId = randomUUID() as UserId;
    await withGateway(async (ended) => {
      const told: string[] = [];
      ended.onEnd((endedId) => told.push(endedId));
      ended.end(userId);
      expect(told).toContain(userId);
      expect(ended.without(accountRoutes.deleteAccount, callerOf(userId))).toEqual(callerOf(userId));
      expect(ended.without(identityRoutes.getUser, callerOf(userId))).toBeUndefined();
      expect(ended.without(identityRoutes.getUser, undefined)).toBeUndefined();
    });
  });
});
