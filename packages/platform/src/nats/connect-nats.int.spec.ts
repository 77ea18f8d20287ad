import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startNatsServer, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectNats } from './connect-nats.js';

describe('connecting to NATS', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startNatsServer({ args: ['--user', 'candid', '--pass', 'p@ss/word'] });
  });

  afterAll(async () => {
    await server.stop();
  });

  const address = (credentials: string): string => server.url.replace('nats://', `nats://${credentials}`);

  it('takes user and password from the address', async () => {
    const connection = await connectNats(address('candid:p%40ss%2Fword@'), 'test');
    await connection.flush();
    await connection.close();
  });

  it('takes them for every address of a list', async () => {
    const nowhere = '127.0.0.1:1';
    const [, here] = server.url.split('//');
    const connection = await connectNats(`nats://candid:p%40ss%2Fword@${nowhere}, ${here}`, 'test');
    expect(connection.getServer()).toBe(here);
    await connection.close();
  });
});

describe('connecting to NATS over TLS', () => {
  const file = (name: string) => fileURLToPath(new URL(`certificates/${name}`, import.meta.url));
  let server: TestServer;

  beforeAll(async () => {
    server = await startNatsServer({ args: ['--tls', '--tlscert', file('tls.crt'), '--tlskey', file('tls.key')] });
  });
  afterAll(() => server.stop());

  it('trusts a server whose certificate the authority has signed', async () => {
    const connection = await connectNats(server.url, 'test', { ca: await readFile(file('ca.crt'), 'utf8') });
    await connection.flush();
    expect(connection.info?.tls_required).toBe(true);
    await connection.close();
  });
});
