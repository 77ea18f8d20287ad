import type { RequestContext } from '@candid/contracts';

/**
 * For asking another service on the request's behalf: without its key, because what is asked has an id of its own, and one
 * request may ask twice with two ids.
 */
export function withoutKey({ idempotency: _key, ...context }: RequestContext): RequestContext {
  return context;
}
