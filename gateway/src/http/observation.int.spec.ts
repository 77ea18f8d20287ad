import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, Metrics } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { ResponseCache } from '../cache/response-cache.js';
import { registerObservation } from './requests.js';

describe('the observation of requests', () => {
  const metrics = new Metrics('gateway');
  const cache = new ResponseCache();
  const lines: Record<string, unknown>[] = [];
  let fastify: FastifyInstance;
  let address: string;
  let leave: (() => void) | undefined;

  beforeAll(async () => {
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const logger = createLogger('gateway', { level: 'info', destination });
    fastify = Fastify({ genReqId: () => randomUUID() });
    registerObservation(fastify, { metrics, cache });
    fastify.post('/api/things/:thingId', async (request) => {
      request.logged!.userId = '0190a0a0-0000-7000-8000-000000000001' as never;
      await new Promise((resolve) => setImmediate(resolve));
      logger.info('handled');
      return request.body;
    });
    fastify.get('/api/failing', async () => {
      throw new Error('no');
    });
    fastify.get('/api/slow', () => new Promise(() => leave?.()));
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
  });
  afterAll(() => fastify.close());

  const counted = async (labels: Record<string, string>): Promise<number | undefined> => {
    const { values } = await metrics.registry.getSingleMetric('http_request_duration_seconds')!.get();
    return values.find(
      (one) =>
        'metricName' in one &&
        one.metricName === 'http_request_duration_seconds_count' &&
        Object.entries(labels).every(([label, text]) => one.labels[label as never] === text),
    )?.value;
  };
  const expectCounted = (labels: Record<string, string>, requests: number): Promise<void> =>
    eventually(async () => expect(await counted(labels)).toBe(requests));

  it('counts by route and status, whatever stands in the address', async () => {
    for (const thing of ['one', 'two', 'three'])
      await fetch(`${address}/api/things/${thing}?q=${thing}`, { method: 'POST' });
    await fetch(`${address}/api/failing`);
    for (const nowhere of ['/a', '/b']) await fetch(`${address}${nowhere}`);
    await expectCounted({ method: 'POST', route: '/api/things/:thingId', status: '200' }, 3);
    await expectCounted({ method: 'GET', route: '/api/failing', status: '500' }, 1);
    await expectCounted({ method: 'GET', route: 'none', status: '404' }, 2);
  });

  it('counts who left before the answer as such', async () => {
    const leaving = new AbortController();
    const begun = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const request = fetch(`${address}/api/slow`, { signal: leaving.signal });
    await begun;
    leaving.abort();
    await expect(request).rejects.toThrow();
    await expectCounted({ route: '/api/slow', status: '499' }, 1);
  });

  it('puts the request and whose it is on every line, after a body too, and on no line of another', async () => {
    lines.length = 0;
    async function* inPieces() {
      for (const piece of ['{"email":', '"anna@example.org"}']) {
        await delay(20);
        yield piece;
      }
    }
    const send = (id: string) =>
      fetch(`${address}/api/things/one`, {
        method: 'POST',
        headers: { 'x-request-id': id, 'content-type': 'application/json' },
        body: Readable.from(inPieces()) as never,
        duplex: 'half',
      });
    await Promise.all(['r1', 'r2', 'r2'].map(send));
    expect(lines.map(({ clientRequestId, userId }) => [clientRequestId, typeof userId]).sort()).toEqual(
      ['r1', 'r2', 'r2'].map((id) => [id, 'string']),
    );
    for (const { requestId, correlationId } of lines) expect(correlationId).toBe(requestId);
    // Two requests with the same client request id still have different ids.
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(3);
    expect(JSON.stringify(lines)).not.toContain('anna');
  });

  it('counts answers that leave in front of it', async () => {
    cache.served = 7;
    expect(await metrics.registry.metrics()).toContain('http_held_answers_total{service="gateway"} 7');
    cache.served = 9;
    expect(await metrics.registry.metrics()).toContain('http_held_answers_total{service="gateway"} 9');
  });
});
