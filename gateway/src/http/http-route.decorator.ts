import type { Route } from '@candid/contracts';
import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, SetMetadata } from '@nestjs/common';

export const ROUTE_METADATA = 'candid:route';

const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

/**
 * Binds a controller method to a route of the contract: its method, path, status, audience and schemas. A handler
 * without it is refused by the guard, so a route cannot be opened by forgetting something.
 */
export function HttpRoute(route: Route): MethodDecorator {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/^\//, '');
  return applyDecorators(METHODS[route.method](path), HttpCode(route.status), SetMetadata(ROUTE_METADATA, route));
}
