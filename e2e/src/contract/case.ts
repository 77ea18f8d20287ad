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
  /** Issues that the answer's details must include. */
  details?: FieldIssue[];
  by: (world: World) => Promise<{ who: Person; sent: Sent; address?: string }>;
}

/** Facts about a call that the matrix needs but that the route does not declare. */
export interface RouteCase {
  /** Column whose call succeeds. Default: owner for the audience `user`, assessor for `assessor`, else staff. */
  caller?: Column;
  /** Creates a person in the state that the call needs. Default: the person of the column `caller`. */
  actor?: (world: World) => Promise<Person>;
  /** Creates a valid request of that person. It need not succeed a second time. */
  request: (world: World, who: Person) => Promise<Sent> | Sent;
  check?: (received: Received, world: World, who: Person) => void | Promise<void>;
  /** Columns whose expected answer differs from the rule of the route's audience. */
  columns?: Partial<Record<Column, Refused | 'answered'>>;
  /** Text of the refusal if the request names another person's thing. */
  notFound?: string;
  refusals?: Provocation[];
  /** Refusals that cannot be provoked here, each with the spec that provokes it. */
  elsewhere?: Partial<Record<ErrorCode, string>>;
  /** True for a webhook: its bytes are signed, and the body, not an idempotency key, identifies a repeated call. */
  isSigned?: boolean;
}

export type Cases = Record<string, RouteCase>;

/** Describes a refusal. `by` returns the person and the request that provoke it. */
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
