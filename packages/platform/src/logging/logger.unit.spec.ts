import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { runAsConsequence, runInContext } from '../rpc/request-context.js';
import { type HeldSpan, traceWith } from '../tracing/tracing.js';
import { createLogger } from './logger.js';

function logging() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger('tokens', { level: 'info', destination }), lines };
}

describe('the logger', () => {
  it('puts the ids of the request at hand on each line', () => {
    const { logger, lines } = logging();
    const context = { requestId: 'r1', userId: '0190a0a0-0000-7000-8000-000000000001' as never, roles: [] };
    runInContext(context, () => logger.info('done'));
    expect(JSON.parse(lines[0]!)).toMatchObject({
      service: 'tokens',
      level: 'info',
      requestId: 'r1',
      correlationId: 'r1',
      userId: context.userId,
      msg: 'done',
    });
  });

  it('names the request that something comes of later, and whose it was, as no request of its own', () => {
    const { logger, lines } = logging();
    const actor = '0190a0a0-0000-7000-8000-000000000001';
    runAsConsequence({ correlationId: 'r1', actor }, () => logger.info('done'));
    runAsConsequence({ correlationId: 'r2', actor: 'photos-sweep' }, () => logger.info('done'));
    runAsConsequence({}, () => logger.info('done'));
    const [first, second, third] = lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ correlationId: 'r1', userId: actor });
    expect(first).not.toHaveProperty('requestId');
    expect(second).toMatchObject({ correlationId: 'r2' });
    expect(second).not.toHaveProperty('userId');
    expect(third).not.toHaveProperty('correlationId');
  });

  it('names the span where there is one', () => {
    const { logger, lines } = logging();
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) } as HeldSpan;
    traceWith({ open: () => span, current: () => span, close: async () => undefined });
    logger.info('traced');
    traceWith(undefined);
    logger.info('not traced');
    const [traced, untraced] = lines.map((line) => JSON.parse(line));
    expect(traced).toMatchObject({ trace_id: span.traceId, span_id: span.spanId });
    expect(untraced).not.toHaveProperty('trace_id');
  });

  it('keeps personal data and secrets out of every level', () => {
    const { logger, lines } = logging();
    const person = { email: 'anna@example.org', password: 'hidden' };
    logger.info({ ...person, user: person, nested: { user: person } }, 'signed up');
    expect(lines[0]).not.toMatch(/anna|hidden/);
  });

  it('blacks addresses out of error messages', () => {
    const { logger, lines } = logging();
    logger.error({ err: new Error('mailbox of anna@example.org is full') }, 'failed');
    expect(lines[0]).toContain('mailbox of [address] is full');
  });

  it('keeps the values in a database error out', () => {
    const { logger, lines } = logging();
    const error = Object.assign(new Error('invalid input syntax for type uuid: "anna@example.org"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Key (email)=(anna@example.org) already exists.',
    });
    logger.error({ err: error }, 'failed');
    expect(lines[0]).toContain('22P02');
    expect(lines[0]).not.toContain('anna');
  });
});
