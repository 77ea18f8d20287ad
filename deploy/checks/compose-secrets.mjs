/** `npm run compose:secrets`: makes the missing secrets of docker-compose.yml. Needs no dependencies. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { exitWith } from '../../tools/lib/process-end.mjs';
import { say } from '../../tools/lib/say.mjs';
import { writeComposeSecrets } from './compose/compose-secrets.mjs';

const directory = fromRoot('deploy', 'compose', 'secrets');
await exitWith(() => {
  const made = writeComposeSecrets(directory);
  say(made.length > 0 ? `made ${made.length} secrets in ${directory}` : `every secret is there: ${directory}`);
  say('Keep a copy of that folder: without it the data of the volumes cannot be opened.');
  say(`assessor passkeys (name:secret): ${readFileSync(path.join(directory, 'assessor_passkeys'), 'utf8')}`);
});
