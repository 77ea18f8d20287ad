import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePorts, isPortFree, reservePort } from './ports.mjs';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

describe('ports', () => {
  it('are free and distinct', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(await Promise.all(ports.map(isPortFree))).not.toContain(false);
  });

  it('are not chosen twice, bound or not', async () => {
    const [port] = await freePorts(1);
    expect(reservePort(port)).toBe(false);
  });

  it('are taken when something listens on any address', async () => {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    expect(await isPortFree((server.address() as { port: number }).port)).toBe(false);
  });
});
