import type { ErrorCode, FieldIssue } from '@candid/contracts';
import type { Person } from '@candid/testing';
import type { Received, Sent } from './wire.js';
import type { Column, World } from './world.js';

export interface Refused {
  status?: number;
  code: ErrorCode;
  /** The exact text, or a pattern if the text has a number that the case does not set. */
  message: string | RegExp;
}

/** A refusal with a request that provokes it. */
export interface Provocation extends Refused {
  /** The answer's details must include each of these. */
  details?: FieldIssue[];
  by: (world: World) => Promise<{ who: Person; sent: Sent; address?: string }>;
}

/** Facts about a call that the matrix needs but that the route does not declare. */
export interface RouteCase {
  /** Column whose call succeeds. Default: the owner for `user`, the assessor for `assessor`, staff for staff calls. */
  caller?: Column;
  /** The person whose call succeeds, if the call needs somebody in a certain state. Default: the person of `caller`. */
  actor?: (world: World) => Promise<Person>;
  /** A valid request of that person, which may succeed only once. */
  request: (world: World, who: Person) => Promise<Sent> | Sent;
  check?: (received: Received, world: World, who: Person) => void | Promise<void>;
  /** Expected answers of columns that differ from the route's rule. */
  columns?: Partial<Record<Column, Refused | 'answered'>>;
  /** The refusal's text for a thing of another person. */
  notFound?: string;
  refusals?: Provocation[];
  /** Refusals that need another kind of system, with the test that provokes them. */
  elsewhere?: Partial<Record<ErrorCode, string>>;
  /** True for a webhook: changed bytes invalidate its signature, and its body, not a key, identifies repeats. */
  isSigned?: boolean;
}

export type Cases = Record<string, RouteCase>;

/** A refusal that `by` provokes with a request of the returned person. */
export function refuses(
  code: ErrorCode,
  message: string | RegExp,
  by: (world: World) => Promise<[who: Person, sent: Sent, address?: string]> | [who: Person, sent: Sent],
  details?: FieldIssue[],
): Provocation {
  return {
    code,
    message,
    ...(details ? { details } : {}),
    by: async (world) => {
      const [who, sent, address] = await by(world);
      return { who, sent, ...(address ? { address } : {}) };
    },
  };
}
