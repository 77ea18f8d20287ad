import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROUTES, type Route } from '@candid/contracts';

export interface Readings {
  user: Route[];
  support: Route[];
}

/** Calls that the load does not make. The first two check all data and repair faults. Only staff may make the third. */
const NO_READINGS = ['reconcile', 'verifyLedger', 'getSecondFactor'];

/** Returns the GET calls that need at most a user id. With `home`, leaves out calls that its version lacks. */
export async function readingsOf(home?: string): Promise<Readings> {
  const older = home && (await import(pathToFileURL(join(home, 'packages/contracts/dist/index.js')).href));
  const known = new Set<string>((older?.ROUTES ?? ROUTES).map(({ id }: Route) => id));
  const reading = ROUTES.filter((route) => known.has(route.id) && isReading(route));
  const of = (audience: Route['audience']) => reading.filter((route) => route.audience === audience);
  return { user: of('user'), support: of('support') };
}

function isReading({ id, method, path, query, answerType }: Route): boolean {
  if (method !== 'GET' || answerType !== undefined || NO_READINGS.includes(id)) return false;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return parameters.every((name) => name === 'userId') && (query?.safeParse({}).success ?? true);
}
