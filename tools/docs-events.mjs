/** `npm run docs:events`: writes docs/events.md, which the checks compare with the contracts. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRoot } from './lib/paths.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
await ensureBuilt(() => undefined, ['services']);
const { eventCatalogue } = await import('./lib/checks/event-catalogue.mjs');
const file = fromRoot('docs', 'events.md');
writeFileSync(file, eventCatalogue());
say(`wrote ${file}`);
