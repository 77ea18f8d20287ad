import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startChild } from '../processes/child.mjs';
import { usersFileName } from './nats-passwords.mjs';

/** The files contain passwords. Unchanged files are not written again, because the disk may be full. */
function writeConfiguration(directory, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text, { mode: 0o600 });
  }
}

const configName = 'nats.conf';
/** Closes the connection of a client that answers no ping, so that others of its queue group get its requests. */
const pings = 'ping_interval: "2s"\nping_max: 2\n';

/** Without `users` (of natsUserFiles), every client may do everything. `endsFrozenClients` requires `users`. */
export async function startNats({ server, directory, port, args = [], users, endsFrozenClients, logFile, onLine }) {
  mkdirSync(directory, { recursive: true });
  const main = `${endsFrozenClients ? pings : ''}include ./${usersFileName}\n`;
  if (users) writeConfiguration(directory, { ...users, [configName]: main });
  const child = startChild({
    name: 'nats',
    ...server.commandLine({ directory, port, args: ['--jetstream', ...args], config: users && configName }),
    logFile,
    onLine,
  });
  await child.waitForLine(/Server is ready/);
  return { ...child, port, url: `nats://127.0.0.1:${port}` };
}
