import type { Role, StaffRole } from '../users.js';

/** Each kind of process has its own NATS user. `operator`: commands that an operator runs. */
export const PROCESS_KINDS = [
  'gateway',
  'identity',
  'identity-worker',
  'photos',
  'photos-worker',
  'assessments',
  'assessments-worker',
  'tokens',
  'tokens-worker',
  'operator',
] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

/** Processes that answer messages. */
export const SERVICE_KINDS = ['identity', 'photos', 'assessments', 'tokens'] as const satisfies ProcessKind[];

/** A caller needs one of the listed roles; no other role grants access. */
export const ROLES_OF_STAFF_AUDIENCE = {
  support: ['support'],
  moderator: ['moderator'],
  /** May read cases passed on as possibly illegal content. Acting on such a case also requires the role `moderator`. */
  evidence: ['safety-lead', 'legal'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type StaffAudience = keyof typeof ROLES_OF_STAFF_AUDIENCE;

/** Calls for a staff audience are audited. */
export const isForStaff = (audience: string): audience is StaffAudience =>
  Object.hasOwn(ROLES_OF_STAFF_AUDIENCE, audience);

export const belongsToStaff = (audience: StaffAudience, roles: readonly Role[]): boolean =>
  ROLES_OF_STAFF_AUDIENCE[audience].some((role) => roles.includes(role));

/**
 * `person`: the request carries a person's access token. Staff audience: the token also carries one of the audience's
 * roles. `service`: the calling process acts for itself.
 */
type RpcAudience = 'anonymous' | 'person' | StaffAudience | 'service';

/** An `act` changes data, a `lookup` only reads data. The service that answers records both in its audit log. */
export type SupportAudit = 'act' | 'lookup';

export type RpcAccess<Field extends string = string> = RpcCallers &
  (
    | { readonly audience: Exclude<RpcAudience, StaffAudience | 'person'> }
    // `self` is mandatory for messages of a person, so that nobody can act for somebody else.
    | { readonly audience: 'person'; readonly self: Field | null }
    // `audit` is mandatory for staff messages, so that every staff message is in the audit log.
    | { readonly audience: StaffAudience; readonly audit: SupportAudit }
  );

interface RpcCallers {
  /** Kinds of processes that may send the message. Only they may publish on its subject. */
  readonly callers: readonly ProcessKind[];
  /** Kinds of processes that may also send the message without a person, on a separate subject. */
  readonly services?: readonly ProcessKind[];
}

export const anonymous = { audience: 'anonymous', callers: ['gateway'] } as const satisfies RpcAccess;

/**
 * @param self the request's field that must hold the caller's id (`requireSelf` in `rpc-handler.ts` checks it). Null if there is no such field, or if the handler
 * decides whose data it returns.
 */
export const person = <const Self extends string | null>(self: Self) =>
  ({ audience: 'person', callers: ['gateway'], self }) as const;

export const supportAct = { audience: 'support', audit: 'act', callers: ['gateway'] } as const satisfies RpcAccess;
export const supportLookup = { ...supportAct, audit: 'lookup' } as const satisfies RpcAccess;
export const supportActOrOperator = { ...supportAct, services: ['operator'] } as const satisfies RpcAccess;
export const supportLookupOrOperator = { ...supportLookup, services: ['operator'] } as const satisfies RpcAccess;
export const moderatorAct = { audience: 'moderator', audit: 'act', callers: ['gateway'] } as const satisfies RpcAccess;
export const moderatorLookup = { ...moderatorAct, audit: 'lookup' } as const satisfies RpcAccess;
export const moderatorLookupOrOperator = { ...moderatorLookup, services: ['operator'] } as const satisfies RpcAccess;
export const evidenceLookup = { ...supportLookup, audience: 'evidence' } as const satisfies RpcAccess;
/** Access for messages that processes send for themselves, without a person. */
export const serviceOnly = (...callers: ProcessKind[]) =>
  ({ audience: 'service', callers }) as const satisfies RpcAccess;
