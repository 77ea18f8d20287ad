/** `npm run docs:events`, `npm run nats:users`: write files that the checks compare with the contracts. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRoot } from './lib/paths.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
await ensureBuilt(() => undefined, ['services']);
const { eventCatalogue } = await import('./lib/checks/event-catalogue.mjs');
const { natsUsersFile } = await import('./lib/servers/nats-users.mjs');

const files = { 'docs/events.md': eventCatalogue, 'deploy/nats/nats_users.conf': natsUsersFile };
const name = process.argv[2];
writeFileSync(fromRoot(name), files[name]());
say(`wrote ${fromRoot(name)}`);
