import { randomInt } from 'node:crypto';
import net from 'node:net';
import { reservePort } from './port-reservation.mjs';

function listen(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => resolve(server));
  });
}

const close = (server) => new Promise((resolve) => server.close(resolve));

// Below the range from which the kernel takes ports for outgoing connections: there a chosen port would be lost to one.
const lowest = 20_000;
const highest = 32_000;
const attempts = 200;

async function holdFreePort() {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest);
    const server = reservePort(port) ? await listen(port).catch(() => undefined) : undefined;
    if (server) return server;
  }
  throw new Error(`no free port between ${lowest} and ${highest}`);
}

/** `count` distinct free ports on loopback, which no other of these tools chooses while this process lives. */
export async function freePorts(count) {
  const servers = [];
  for (let index = 0; index < count; index += 1) servers.push(await holdFreePort());
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map(close));
  return ports;
}

/** Returns true if nothing listens on `port`, on any interface. */
export async function isPortFree(port) {
  return await new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port }, () => server.close(() => resolve(true)));
  });
}
