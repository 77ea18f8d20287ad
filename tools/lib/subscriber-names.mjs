import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from './paths.mjs';

/** @returns the texts of all source files below `directory` whose path `fits`, except specs */
export const sourcesBelow = (directory, fits = () => true) =>
  readdirSync(directory, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && fits(file))
    .sort()
    .map((file) => readFileSync(path.join(directory, file), 'utf8'));

/** Subscribers lie in files called `subscribers.ts` or `*-subscribers.ts`, or in `messaging/`. */
const hasSubscribers = (file) => file.startsWith('messaging/') || file.endsWith('subscribers.ts');

/** The names of a service's subscribers: their own, or the declared consumers that they are. */
export const subscribersIn = (service) =>
  sourcesBelow(fromRoot('services', service, 'src'), hasSubscribers).flatMap((text) =>
    [...text.matchAll(/(?:\bname(?: =|:) |\bconsumers\.\w+\[)'([\w-]+-on-[\w-]+)'/g)].map(([, name]) => name),
  );
