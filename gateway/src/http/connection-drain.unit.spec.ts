import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { ConnectionDrain } from './requests.js';

const NEVER_MS = 60_000;

describe('the drain of an HTTP server', () => {
  let server: FastifyInstance;
  let agent: Agent;
  let started: Promise<void>;
  let finish: () => void;

  beforeEach(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    server = Fastify({ return503OnClosing: false, keepAliveTimeout: NEVER_MS });
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    started = new Promise<void>((resolve) => {
      server.get('/slow', async () => {
        resolve();
        await finished;
        return 'done';
      });
    });
    server.get('/fast', async () => 'done');
    server.get('/endless', (_request, reply) => {
      reply.hijack();
      reply.raw.write('begun');
      void finished.then(() => reply.raw.end());
    });
  });
  afterEach(async () => {
    agent.destroy();
    finish();
    server.server.closeAllConnections();
    await server.close();
  });

  const drainOf = (timeoutMs = NEVER_MS) =>
    new ConnectionDrain(server, createLogger('test', { level: 'silent' }), timeoutMs);

  async function ask(path: string): Promise<IncomingMessage> {
    const { port } = server.server.address() as AddressInfo;
    const [response] = await once(get({ port, path, agent }), 'response');
    return response as IncomingMessage;
  }

  async function bodyOf(response: IncomingMessage): Promise<string> {
    let body = '';
    for await (const chunk of response) body += String(chunk);
    return body;
  }

  it('answers after it was told to leave, and tells to go', async () => {
    const drain = drainOf();
    await server.listen();
    const before = await ask('/fast');
    expect([before.headers.connection, await bodyOf(before)]).toEqual(['keep-alive', 'done']);
    drain.leave();
    const after = await ask('/fast');
    expect([after.headers.connection, await bodyOf(after)]).toEqual(['close', 'done']);
  });

  it('finishes what is under way', async () => {
    const drain = drainOf();
    await server.listen();
    const answer = ask('/slow');
    await started;
    const closed = drain.close();
    await eventually(() => expect(server.server.listening).toBe(false));
    finish();
    const response = await answer;
    expect([response.statusCode, await bodyOf(response)]).toEqual([200, 'done']);
    await closed;
  });

  it('closes the connection of an answer that had begun and said that it is kept', async () => {
    const drain = drainOf();
    await server.listen();
    const response = await ask('/endless');
    await once(response, 'data');
    expect(response.headers.connection).toBe('keep-alive');
    const closed = drain.close();
    await eventually(() => expect(server.server.listening).toBe(false));
    finish();
    await bodyOf(response);
    await closed;
  });

  it('cuts off whoever does not end in time', async () => {
    const drain = drainOf(50);
    await server.listen();
    const response = await ask('/endless');
    await once(response, 'data');
    const cut = expect(bodyOf(response)).rejects.toThrow('aborted');
    await drain.close();
    await cut;
  });
});
