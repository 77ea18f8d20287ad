import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '@candid/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndedSessions } from '../auth/callers.js';
import { LiveController, type LiveFeed } from './live.js';

describe('a stream of changes', () => {
  let server: Server;
  let expiresAtMs: number;
  beforeAll(async () => {
    const feed = { join: () => () => undefined } as unknown as LiveFeed;
    const ended = { onEnd: () => undefined, has: () => false } as unknown as EndedSessions;
    const live = new LiveController(feed, ended, new Metrics('test'));
    server = createServer((raw, response) => {
      const call = { caller: { userId: randomUUID(), roles: ['user'], sessionId: 'session', expiresAtMs } };
      const reply = { raw: response, hijack: () => undefined, getHeaders: () => ({}) };
      live.events(
        { call, raw, id: 'request', headers: raw.headers } as unknown as FastifyRequest,
        reply as unknown as FastifyReply,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Listens for the end from the start: on a busy machine a stream may end before the next one opens. */
  async function opened(tokenExpiresAtMs: number): Promise<{ response: IncomingMessage; ended: Promise<unknown> }> {
    expiresAtMs = tokenExpiresAtMs;
    return new Promise((resolve, reject) => {
      get({ port: (server.address() as AddressInfo).port, agent: false }, (response) => {
        resolve({ response, ended: once(response, 'end') });
        response.resume();
      }).once('error', reject);
    });
  }

  it('ends with the access token it was opened with, whatever others do', async () => {
    const lasting = await opened(Date.now() + 900_000);
    const short = await opened(Date.now() + 300);
    const expired = await opened(Date.now() - 1);
    await Promise.all([expired.ended, short.ended]);
    expect(lasting.response.readableEnded).toBe(false);
    lasting.ended.catch(() => undefined);
    lasting.response.destroy();
  });
});
