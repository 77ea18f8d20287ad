import { mkdirSync } from 'node:fs';
import { startChild } from './child.mjs';

/**
 * Starts a NATS server with JetStream on loopback. `server` is what `requireServer('nats')` found, `args` are further ones of
 * its command line. Resolves when ready, with `url`.
 */
export async function startNats({ server, directory, port, args = [], logFile, onLine }) {
  mkdirSync(directory, { recursive: true });
  const child = startChild({
    name: 'nats',
    ...server.commandLine({ directory, port, args: ['--jetstream', ...args] }),
    logFile,
    onLine,
  });
  await child.waitForLine(/Server is ready/, 30_000);
  return { ...child, port, url: `nats://127.0.0.1:${port}` };
}
