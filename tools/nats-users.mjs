/** `npm run nats:users`: writes deploy/nats/nats_users.conf, which the deploy suite compares with the contracts. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRoot } from './lib/paths.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
await ensureBuilt(() => undefined, ['services']);
const { natsUsersFile } = await import('./lib/servers/nats-users.mjs');
const file = fromRoot('deploy', 'nats', 'nats_users.conf');
writeFileSync(file, natsUsersFile());
say(`wrote ${file}`);
