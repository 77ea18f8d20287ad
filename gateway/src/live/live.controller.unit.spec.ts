import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '@candid/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndedAccounts } from '../auth/ended-accounts.js';
import { LiveController } from './live.controller.js';
import type { LiveFeed } from './live-feed.js';

describe('a stream of changes', () => {
  let server: Server;
  let expiresAtMs: number;
  beforeAll(async () => {
    const feed = { join: () => () => undefined } as unknown as LiveFeed;
    const live = new LiveController(feed, { onEnd: () => undefined } as unknown as EndedAccounts, new Metrics('test'));
    server = createServer((raw, response) => {
      const call = { caller: { userId: randomUUID(), roles: ['user'], sessionId: 'session', expiresAtMs } };
      const reply = { raw: response, hijack: () => undefined, getHeaders: () => ({}) };
      live.events({ call, raw, id: 'request' } as unknown as FastifyRequest, reply as unknown as FastifyReply);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function opened(tokenExpiresAtMs: number): Promise<IncomingMessage> {
    expiresAtMs = tokenExpiresAtMs;
    const [response] = await once(get({ port: (server.address() as AddressInfo).port, agent: false }), 'response');
    return (response as IncomingMessage).resume();
  }

  it('ends with the access token it was opened with, whatever others do', async () => {
    const lasting = await opened(Date.now() + 900_000);
    const short = await opened(Date.now() + 300);
    const expired = await opened(Date.now() - 1);
    await Promise.all([once(expired, 'end'), once(short, 'end')]);
    expect(lasting.readableEnded).toBe(false);
    lasting.destroy();
  });
});
