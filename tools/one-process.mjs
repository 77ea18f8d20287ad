/** Runs all parts, each with a NATS user, database, operations port and logger. Input: JSON { [part]: settings }. */
import { text } from 'node:stream/consumers';
import * as gateway from '../gateway/dist/start.js';
import * as assessments from '../services/assessments/dist/start.js';
import * as identity from '../services/identity/dist/start.js';
import * as photos from '../services/photos/dist/start.js';
import * as tokens from '../services/tokens/dist/start.js';

const parts = JSON.parse(await text(process.stdin));
const settingsOf = (name) => ({ ...process.env, ...parts[name] });

const services = { identity, photos, assessments, tokens };
await Promise.all(Object.entries(services).map(([name, { migrate }]) => migrate(settingsOf(name))));
await Promise.all([
  gateway.gateway(settingsOf('gateway')),
  ...Object.entries(services).flatMap(([name, { service, worker }]) => [
    service(settingsOf(name)),
    worker(settingsOf(`${name}-worker`)),
  ]),
]);
