import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

function listen(place) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(place, () => resolve(server));
  });
}

const close = (server) => new Promise((resolve) => server.close(resolve));

// These ports are below the range that the kernel uses for outgoing connections, so no connection takes one of them.
const lowest = 20_000;
const highest = 32_000;
const attempts = 200;

async function holdFreePort() {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest);
    const server = reservePort(port) ? await listen({ port, host: '127.0.0.1' }).catch(() => undefined) : undefined;
    if (server) return server;
  }
  throw new Error(`no free port between ${lowest} and ${highest}`);
}

/** Returns `count` distinct free loopback ports, which no other of these tools chooses while this process lives. */
export async function freePorts(count) {
  const servers = [];
  for (let index = 0; index < count; index += 1) servers.push(await holdFreePort());
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map(close));
  return ports;
}

export async function isPortFree(port) {
  const server = await listen({ port }).catch(() => undefined);
  if (server) await close(server);
  return server !== undefined;
}

const directory = path.join(tmpdir(), `candid-ports-${process.getuid?.() ?? 0}`);

const fileOf = (port) => path.join(directory, String(port));

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function holderOf(port) {
  try {
    return Number(readFileSync(fileOf(port), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes this process's reservations. The next process that wants a port removes a killed process's reservation. */
process.once('exit', () => {
  try {
    for (const port of readdirSync(directory))
      if (holderOf(port) === process.pid) rmSync(fileOf(port), { force: true });
  } catch {
    // Without the directory there are no reservations.
  }
});

/** Keeps these tools from taking a part's port while the part does not run: before its start and during a restart. */
export function reservePort(port) {
  mkdirSync(directory, { recursive: true });
  const holder = holderOf(port);
  if (holder !== undefined && !isAlive(holder)) rmSync(fileOf(port), { force: true });
  try {
    writeFileSync(fileOf(port), String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
