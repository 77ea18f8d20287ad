import { randomUUID } from 'node:crypto';
import { identitySupportRoutes, type UserId } from '@candid/contracts';
import { createLogger, RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { STATUS_OF_CODE } from '../errors/status-of-code.js';
import type { Services } from '../services/services.js';
import { SupportAudit, targetsOf, whyOf } from './support-audit.js';

type Recorded = { subject: string; request: any };

const caller = {
  userId: randomUUID() as UserId,
  roles: ['user' as const, 'support' as const],
  sessionId: 'session',
  expiresAtMs: Number.MAX_SAFE_INTEGER,
};

/** One support call that answers `status`, in front of an identity service that fails at `failing`. */
async function answerOf(status: number, body: object, failing?: 'call' | 'outcome', isCounted = false) {
  const recorded: Recorded[] = [];
  const services = {
    call: async ({ subject }: { subject: string }, request: object) => {
      const part = subject.endsWith('Outcome') ? 'outcome' : 'call';
      if (part === failing) throw new RemoteError('INTERNAL', 'no room on the disk of db-7');
      recorded.push({ subject, request });
      return part === 'call' ? { hasEntry: !isCounted } : {};
    },
  } as unknown as Services;
  const audit = new SupportAudit(services, createLogger('test', { level: 'silent' }));
  const application = fastify();
  audit.register(application as never);
  let handled = false;
  application.setErrorHandler((error: RemoteError, _request, reply) =>
    reply.code(STATUS_OF_CODE[error.code as 'UNAVAILABLE']).send({ code: error.code }),
  );
  application.get('/support/accounts', async (request, reply) => {
    await audit.record(identitySupportRoutes.findAccounts, caller, request as never);
    handled = true;
    request.supportCall?.found.add('found-id');
    return reply.code(status).send(body);
  });
  const answer = await application.inject({
    url: '/support/accounts?q=mia@example.org',
    headers: { 'x-reason': 'she asked' },
  });
  await application.close();
  return { answer, recorded, handled };
}

describe('a support call', () => {
  it('is put down before it is done, and its outcome before it is answered', async () => {
    const { answer, recorded } = await answerOf(200, { success: true });
    expect(answer.statusCode).toBe(200);
    expect(recorded.map(({ request }) => request)).toEqual([
      { entryId: expect.any(String), call: 'findAccounts', targets: [], reason: 'she asked' },
      { entryId: recorded[0]!.request.entryId, status: 200, targets: ['found-id'] },
    ]);
    expect(JSON.stringify(recorded)).not.toContain('mia');
  });

  it('is put down with its refusal', async () => {
    const { recorded } = await answerOf(409, { code: 'CONFLICT' });
    expect(recorded[1]!.request).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('has no outcome of its own where it is counted with an earlier one', async () => {
    const { answer, recorded } = await answerOf(403, { code: 'FORBIDDEN' }, undefined, true);
    expect(answer.statusCode).toBe(403);
    expect(recorded).toHaveLength(1);
  });

  it('is refused, and nothing done, where it cannot be put down', async () => {
    const { answer, handled } = await answerOf(200, { success: true }, 'call');
    expect({ status: answer.statusCode, handled }).toEqual({ status: 503, handled: false });
    expect(answer.body).not.toContain('db-7');
  });

  it('is not answered where its outcome cannot be put down', async () => {
    const { answer } = await answerOf(200, { success: true, secret: 'rosebud' }, 'outcome');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect(answer.body).not.toMatch(/rosebud|db-7/);
  });
});

describe('what is put down', () => {
  const userId = randomUUID();

  it('is ids and names, never what a person typed about a person', () => {
    const sent = {
      params: { userId, name: 'spring-2026', other: 'mia@example.org' },
      query: { q: 'mia', account: userId },
      body: { amount: 5, reason: 'mia', to: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924' },
      headers: {},
    };
    expect(targetsOf(sent)).toEqual([userId, 'spring-2026', 'e3b0c442-98fc-4c14-9afb-f4c8996fb924']);
  });

  it('takes the reason of the body, else of the header, cut to what is stored', () => {
    const headers = { 'x-reason': 'of the header' };
    expect(whyOf({ params: {}, query: {}, body: { reason: 'of the body', ticket: 'T-1' }, headers })).toEqual({
      reason: 'of the body',
      ticket: 'T-1',
    });
    expect(whyOf({ params: {}, query: {}, body: undefined, headers })).toEqual({ reason: 'of the header' });
    const long = whyOf({
      params: {},
      query: {},
      body: { reason: `a\u0000${'b'.repeat(900)}`, ticket: 7 },
      headers: {},
    });
    expect(long).toEqual({ reason: `a ${'b'.repeat(498)}` });
  });
});
