import { randomUUID } from 'node:crypto';
import { identityRoutes, identitySupportRoutes, type RequestContext, type Route, type UserId } from '@candid/contracts';
import { createLogger, RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { type Call, whyOf } from '../kernel/call.js';
import type { Services } from '../kernel/services.js';
import { SupportAudit, targetsOf, watchForSupport } from './support-audit.js';

const caller = {
  userId: randomUUID() as UserId,
  roles: ['user' as const, 'support' as const],
  sessionId: 'session',
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  token: 'token',
};

/** Sends a call that ends with `status`; `isFailing` makes the identity service fail. */
async function answerOf(
  route: Route,
  status: number,
  {
    isAsked = false,
    isFailing = false,
    hasEntry = true,
  }: { isAsked?: boolean; isFailing?: boolean; hasEntry?: boolean } = {},
) {
  const recorded: object[] = [];
  const context: RequestContext = { requestId: 'request', roles: [] };
  const services = {
    hasAsked: (asked: RequestContext) => isAsked && asked === context,
    call: async (_: object, request: object) => {
      if (isFailing) throw new RemoteError('INTERNAL', 'no room on the disk of db-7');
      recorded.push(request);
      return { hasEntry };
    },
  } as unknown as Services;
  const application = fastify();
  new SupportAudit(services, createLogger('test', { level: 'silent' })).register(application as never);
  application.get('/support/accounts', async (request, reply) => {
    watchForSupport(request as never, route, caller);
    request.call = { context } as Call;
    return reply.code(status).send(status < 400 ? { success: true } : { code: 'FORBIDDEN' });
  });
  const answer = await application.inject({
    url: '/support/accounts?q=mia@example.org',
    headers: { 'x-reason': 'she asked' },
  });
  await application.close();
  expect(answer.statusCode).toBe(status);
  return recorded;
}

describe('a support call', () => {
  const route = identitySupportRoutes.findAccounts;

  it('that the gateway refuses is put down with its outcome, and without what was typed', async () => {
    const recorded = await answerOf(route, 403);
    expect(recorded).toEqual([
      { entryId: expect.any(String), call: 'findAccounts', targets: [], reason: 'she asked' },
      { entryId: (recorded[0] as { entryId: string }).entryId, status: 403, code: 'FORBIDDEN', targets: [] },
    ]);
    expect(JSON.stringify(recorded)).not.toContain('mia');
  });

  it('that a service was asked for is left to the service, whatever it answers', async () => {
    expect(await answerOf(route, 200, { isAsked: true })).toEqual([]);
    expect(await answerOf(route, 409, { isAsked: true })).toEqual([]);
  });

  it('has no outcome of its own where it is counted with an earlier one', async () => {
    expect(await answerOf(route, 403, { hasEntry: false })).toHaveLength(1);
  });

  it('stays refused where it cannot be put down', async () => {
    expect(await answerOf(route, 403, { isFailing: true })).toEqual([]);
  });
});

describe('a call of staff that is not for support', () => {
  it('is put down where somebody else’s things are refused', async () => {
    expect(await answerOf(identityRoutes.getUser, 403, { isAsked: true })).toHaveLength(2);
    expect(await answerOf(identityRoutes.getUser, 200, { isAsked: true })).toEqual([]);
  });
});

describe('a recorded call', () => {
  const userId = randomUUID();

  it('contains ids and names, never what a person typed about a person', () => {
    const sent = {
      params: { userId, name: 'spring-2026', other: 'mia@example.org' },
      query: { q: 'mia', account: userId },
      body: { amount: 5, reason: 'mia', to: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924' },
      headers: {},
    };
    expect(targetsOf(sent)).toEqual([userId, 'spring-2026', 'e3b0c442-98fc-4c14-9afb-f4c8996fb924']);
  });

  it('contains the reason of the body, else of the header, cut to the stored length', () => {
    const headers = { 'x-reason': 'of the header' };
    expect(whyOf({ body: { reason: 'of the body', ticket: 'T-1' }, headers })).toEqual({
      reason: 'of the body',
      ticket: 'T-1',
    });
    expect(whyOf({ body: undefined, headers })).toEqual({ reason: 'of the header' });
    const long = whyOf({
      body: { reason: `a\u0000${'b'.repeat(900)}`, ticket: 7 },
      headers: {},
    });
    expect(long).toEqual({ reason: `a ${'b'.repeat(498)}` });
  });
});
