import type { ErrorCode, FieldIssue } from '@candid/contracts';
import type { Person } from '@candid/testing';
import type { Received, Sent } from './wire.js';
import type { Column, World } from './world.js';

export interface Refused {
  status?: number;
  code: ErrorCode;
  /** The exact text, or what it has to fit where a number in it is not the case's own. */
  message: string | RegExp;
}

/** A refusal that is provoked for real. */
export interface Provocation extends Refused {
  /** Each has to be among the answer's own. */
  details?: FieldIssue[];
  by: (world: World) => Promise<{ who: Person; sent: Sent; address?: string }>;
}

/** Facts about a call that the matrix needs and its route does not declare. */
export interface RouteCase {
  /** Column whose call succeeds. Default: the owner for `user`, the assessor for `assessor`, staff for staff calls. */
  caller?: Column;
  /** Who stands in that column, where it takes somebody in a certain state; one of them serves all columns. */
  actor?: (world: World) => Promise<Person>;
  /** A legal request of that person, which may be made once. */
  request: (world: World, who: Person) => Promise<Sent> | Sent;
  check?: (received: Received, world: World, who: Person) => void | Promise<void>;
  /** Expected answers of columns that differ from the route's rule. */
  columns?: Partial<Record<Column, Refused | 'answered'>>;
  /** The words for a thing that is not the caller's. */
  notFound?: string;
  refusals?: Provocation[];
  /** Refusals that take a system of another kind, with the test that provokes them. */
  elsewhere?: Partial<Record<ErrorCode, string>>;
  /** Its bytes are signed, and say themselves what they repeat: changed ones are refused, and keys play no part. */
  isSigned?: boolean;
}

export type Cases = Record<string, RouteCase>;

/** A provocation by a person whose request is made from them. */
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
