import { randomUUID } from 'node:crypto';
import { accountRoutes, type EndedSession, identityRoutes, type UserId } from '@candid/contracts';
import { createLogger, RemoteError } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../kernel/call.js';
import type { Services } from '../kernel/services.js';
import { EndedSessions } from './callers.js';

const newSession = (ofDeletedAccount = false): EndedSession => ({
  sessionId: randomUUID(),
  userId: randomUUID() as UserId,
  ofDeletedAccount,
});
const callerOf = ({ sessionId, userId }: EndedSession): Caller => ({
  userId,
  sessionId,
  roles: ['user'],
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  token: 'token',
});

describe('ended sessions at a gateway', () => {
  const started: EndedSessions[] = [];
  afterEach(() => Promise.all(started.splice(0).map((ended) => ended.onModuleDestroy())));

  /** A gateway and an identity service, which answers with one session per page, or not at all while `isAway`. */
  function gateway(sessions: EndedSession[], patienceMs = 5_000) {
    const service = { isAway: false };
    const call = async (_: unknown, { after }: { after?: string }) => {
      if (service.isAway) throw new RemoteError('UNAVAILABLE', 'away');
      const index = after === undefined ? 0 : Number(after) + 1;
      const page = sessions.slice(index, index + 1);
      return { sessions: page, ...(index + 1 < sessions.length && { next: String(index) }) };
    };
    const logger = createLogger('test', { level: 'silent' });
    const ended = new EndedSessions({ call } as unknown as Services, logger, { everyMs: 5, patienceMs });
    started.push(ended);
    return { ended, service };
  }

  it('are known before the first request is let in, page by page, and followed from then on', async () => {
    const before = [newSession(), newSession(), newSession()];
    const { ended, service } = gateway(before);
    service.isAway = true;
    ended.onApplicationBootstrap();
    const living = callerOf(newSession());
    const first = ended.without(identityRoutes.getUser, callerOf(before[2]!));
    service.isAway = false;
    expect(await first).toBeUndefined();
    expect(await ended.without(identityRoutes.getUser, living)).toBe(living);
    const later = newSession();
    before.push(later);
    await eventually(() => expect(ended.has(later.sessionId)).toBe(true));
  });

  it('are reported once each, and at once where somebody asks', async () => {
    const sessions = [newSession()];
    const { ended } = gateway(sessions);
    const reported: EndedSession[] = [];
    ended.onEnd((session) => reported.push(session));
    await ended.lookNow();
    await ended.lookNow();
    expect(reported).toEqual(sessions);
  });

  it('let nobody in while they cannot be known: 503 and not 401', async () => {
    const { ended, service } = gateway([], 20);
    service.isAway = true;
    ended.onApplicationBootstrap();
    const refused = ended.without(identityRoutes.getUser, callerOf(newSession()));
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await ended.without(identityRoutes.logIn, undefined)).toBeUndefined();
  });

  it('of a deleted account may repeat its deletion and nothing else', async () => {
    const [deleted, loggedOut] = [newSession(true), newSession()];
    const { ended } = gateway([deleted, loggedOut]);
    await ended.lookNow();
    expect(await ended.without(accountRoutes.deleteAccount, callerOf(deleted))).toEqual(callerOf(deleted));
    expect(await ended.without(identityRoutes.getUser, callerOf(deleted))).toBeUndefined();
    expect(await ended.without(accountRoutes.deleteAccount, callerOf(loggedOut))).toBeUndefined();
  });
});
