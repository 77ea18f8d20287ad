import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import type { RefusalError } from '../kernel/refusals.js';
import { boundUnfinishedRequests } from './requests.js';

const BODY = '{"text":"whole"}';

describe('half-sent requests', () => {
  let server: FastifyInstance;
  const sockets: Socket[] = [];
  let begun = 0;

  beforeAll(async () => {
    server = fastify({ trustProxy: '127.0.0.1', forceCloseConnections: true });
    const refuse = (error: Error, _: unknown, reply: { code: (status: number) => { send: (body: object) => void } }) =>
      reply.code(429).send({ code: (error as RefusalError).code });
    boundUnfinishedRequests(server, refuse as never, 2);
    server.addHook('onRequest', async () => {
      begun += 1;
    });
    server.post('/', async () => ({ answered: true }));
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    begun = 0;
  });
  afterAll(() => server.close());

  /** Sends the head of a request and the given part of its body. */
  function send(address: string, body: string): { socket: Socket; status: () => string | undefined } {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes)).on('error', () => undefined);
    const head = `host: x\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}`;
    socket.write(`POST / HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    return { socket, status: () => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] };
  }

  it('of one site are bounded, and keep nobody else out', async () => {
    const [first] = [send('198.51.100.7', BODY.slice(0, 3)), send('198.51.100.7', '')];
    await eventually(() => expect(begun).toBe(2));
    const refused = send('198.51.100.7', BODY);
    const elsewhere = send('203.0.113.9', BODY);
    await eventually(() => expect([refused.status(), elsewhere.status()]).toEqual(['429', '200']));
    first!.socket.write(BODY.slice(3));
    await eventually(() => expect(first!.status()).toBe('200'));
    const after = send('198.51.100.7', BODY);
    await eventually(() => expect(after.status()).toBe('200'));
  });

  it('are forgotten when their connection breaks off', async () => {
    const broken = [send('198.51.100.7', ''), send('198.51.100.7', '')];
    await eventually(() => expect(begun).toBe(2));
    for (const { socket } of broken) socket.destroy();
    await eventually(async () => {
      const again = send('198.51.100.7', BODY);
      await eventually(() => expect(again.status()).toBeDefined());
      expect(again.status()).toBe('200');
    });
  });
});
