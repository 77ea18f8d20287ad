import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';
import { isForStaff, ROUTE_GROUPS, ROUTES, type Route } from '../index.js';

const PLACES = ['params', 'query', 'body'] as const;

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;
const isGroup = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isRoute);

/** Returns the top-level fields that contain an id. */
function idFieldsOf(route: Route): string[] {
  return PLACES.flatMap((place) => {
    const schema = route[place];
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const withIds = Object.entries(properties).filter(([, property]) => JSON.stringify(property).includes('"uuid"'));
    return withIds.map(([name]) => `${place}.${name}`);
  });
}

/** Returns the ids without an ownership declaration. Staff routes need none, because staff may name anybody. */
const undeclaredIdsOf = (route: Route): string[] => {
  if (isForStaff(route.audience)) return [];
  const declared = [...(route.callerFields ?? []), ...(route.ownedFields ?? []), ...(route.otherFields ?? [])];
  return idFieldsOf(route).filter((field) => !declared.includes(field as never));
};

describe('the table of calls', () => {
  it('has every group of routes that the package exports', () => {
    const groups = Object.entries(contracts).filter(([name, value]) => name !== 'ROUTE_GROUPS' && isGroup(value));
    expect(groups.map(([name]) => name).filter((name) => !(name in ROUTE_GROUPS))).toEqual([]);
  });

  it('names each call, and each method of a path, once', () => {
    const ids = ROUTES.map((route) => route.id);
    const addresses = ROUTES.map((route) => `${route.method} ${route.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect([...new Set(ids)]).toEqual(ids);
    expect([...new Set(addresses)]).toEqual(addresses);
  });

  it('says whose every id is that a call takes', () => {
    const withoutRule = ROUTES.flatMap((route) =>
      undeclaredIdsOf(route).map(
        (field) => `${route.id}: ${field} is in none of callerFields, ownedFields, otherFields`,
      ),
    );
    expect(withoutRule).toEqual([]);
  });

  it('tells who may not call, and what a foreign id is answered with', () => {
    const silent = ROUTES.flatMap((route) => {
      const codes = [
        ...(route.callerFields?.length || route.audience === 'assessor' || isForStaff(route.audience)
          ? ['FORBIDDEN']
          : []),
        ...(route.ownedFields?.length ? ['NOT_FOUND'] : []),
      ];
      const missing = codes.filter((code) => !route.refusals.includes(code as never));
      return missing.map((code) => `${route.id} does not name ${code} among its refusals`);
    });
    expect(silent).toEqual([]);
  });
});
