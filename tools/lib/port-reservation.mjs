import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

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

/** Drops what this process reserved; what a killed one left is dropped by whoever comes across it. */
process.once('exit', () => {
  try {
    for (const port of readdirSync(directory))
      if (holderOf(port) === process.pid) rmSync(fileOf(port), { force: true });
  } catch {
    // Without the directory nothing is reserved.
  }
});

/**
 * Returns true if `port` now belongs to this process, among all processes that call this, for as long as it lives. A
 * chosen port is bound only some time later, and is unbound while its part restarts: no other process may choose it
 * meanwhile.
 */
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
