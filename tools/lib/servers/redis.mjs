import { mkdirSync } from 'node:fs';
import { startChild } from '../processes/child.mjs';

// BullMQ loses jobs if Redis evicts keys. With `hz` 4, Redis ends expired waits within a second, which workers need.
const settings = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', '', '--hz', '4'];

export async function startRedis({ server, directory, port, logFile, onLine }) {
  mkdirSync(directory, { recursive: true });
  const child = startChild({
    name: 'redis',
    ...server.commandLine({ directory, port, args: settings }),
    logFile,
    onLine,
  });
  await child.waitForLine(/Ready to accept connections/);
  return { ...child, port, url: `redis://127.0.0.1:${port}` };
}
