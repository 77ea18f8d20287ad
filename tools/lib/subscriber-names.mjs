import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from './paths.mjs';

/** The text of every source file below `directory`, without specs. */
export const sourcesBelow = (directory) =>
  readdirSync(directory, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort()
    .map((file) => readFileSync(path.join(directory, file), 'utf8'));

/** The names of a service's subscribers: their own, or the declared consumers that they are. */
export const subscribersIn = (service) =>
  sourcesBelow(fromRoot('services', service, 'src', 'messaging')).flatMap((text) =>
    [...text.matchAll(/(?:\bname(?: =|:) |\bconsumers\.\w+\[)'([\w-]+-on-[\w-]+)'/g)].map(([, name]) => name),
  );
