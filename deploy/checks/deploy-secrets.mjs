/** `node deploy/checks/deploy-secrets.mjs [--data DIR] | kubectl apply -f -`: makes secrets for the overlay `dev`. */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { clusterSecrets, secretManifests } from './kubernetes/cluster-secrets.mjs';

const { values } = parseArgs({ options: { data: { type: 'string', default: fromRoot('.data', 'kubernetes') } } });
mkdirSync(values.data, { recursive: true, mode: 0o700 });
process.stdout.write(`${JSON.stringify(secretManifests(clusterSecrets(values.data), 'candid-dev'), null, 2)}\n`);
